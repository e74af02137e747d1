"""What every forge must do. A concrete module runs all of it:

    class TestLocalForge(ForgeContract):
        @pytest.fixture
        def harness(self, tmp_path: Path) -> Harness:
            origin = begun(tmp_path / "origin.git")
            return Harness(forge=…, origin=origin, another=lambda: …)

`Harness` and `begun` are in harness.py. The contract looks at `origin` alone, never into the forge.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from becivic.publishing.forge.forge import (
    Author,
    Forge,
    ForgeRefused,
    ForgeUnavailable,
    MainMoved,
    MergeConflict,
    Proposed,
)
from becivic.rules.changes import ChangeState
from becivic.rules.contract import BOT_EMAIL, BOT_NAME
from tests.factories.homes import NOON
from tests.publishing.forge.harness import ALPHABET, FILES, Harness
from tests.requirement import requirement

A = "skills/a/canonical.md"
B = "skills/b/canonical.md"
ONE = "submissions/am_one"
TWO = "submissions/am_two"
MESSAGE = "amendment: skills/a [skip ci]\n\nBe-Civic-Submission: amendment am_one\n"
EARLY = ALPHABET.replace(b"c\n", b"C\n")
EARLY_OTHERWISE = ALPHABET.replace(b"c\n", b"another c\n")
LATE = ALPHABET.replace(b"x\n", b"X\n")
BOTH = EARLY.replace(b"x\n", b"X\n")


def proposed(
    harness: Harness, files: Mapping[str, bytes], branch: str = ONE, *, waits: bool = False
) -> Proposed:
    return Proposed(branch, harness.main(), files, MESSAGE, NOON, waits=waits)


class ForgeContract:
    @pytest.fixture
    def harness(self) -> Harness:
        raise NotImplementedError("the concrete module says which forge")

    # -- main and branches --------------------------------------------------------------------------------

    def test_main_is_where_it_is_whoever_moved_it(self, harness: Harness) -> None:
        assert harness.forge.main() == harness.main()
        pushed = harness.push({B: b"by hand\n"})
        assert harness.forge.main() == pushed

    def test_nothing_is_known_of_a_branch_that_never_was(self, harness: Harness) -> None:
        assert harness.forge.find(ONE) is None

    @requirement("R-JOB-15")
    def test_an_opened_change_is_one_commit_on_its_base_and_main_stays(self, harness: Harness) -> None:
        base = harness.main()
        opened = harness.forge.open(proposed(harness, {A: EARLY}))
        assert (opened.branch, opened.state) == (ONE, ChangeState.OPEN)
        assert harness.forge.find(ONE) == opened
        assert harness.main() == base
        assert harness.parents(opened.head) == [base]
        assert harness.files(opened.head) == {**FILES, A: EARLY}

    @requirement("R-JOB-14")
    def test_a_commit_says_what_it_was_told_to_and_is_the_bot_s(self, harness: Harness) -> None:
        opened = harness.forge.open(proposed(harness, {A: EARLY}))
        commit = harness.commit(opened.head)
        assert commit.message == MESSAGE
        assert commit.message_trailers == {"Be-Civic-Submission": "amendment am_one"}
        assert (commit.author.name, commit.author.email) == (BOT_NAME, BOT_EMAIL)
        assert (commit.author.time, commit.author.offset) == (int(NOON.timestamp()), 0)

    def test_a_commit_may_be_somebody_else_s(self, harness: Harness) -> None:
        who = Author("Somebody Else", "else@example.org")
        opened = harness.forge.open(
            Proposed(ONE, harness.main(), {A: EARLY}, "import: more\n", NOON, author=who)
        )
        author = harness.commit(opened.head).author
        assert (author.name, author.email) == (who.name, who.email)

    def test_contents_arrive_byte_for_byte(self, harness: Harness) -> None:
        files = {
            "skills/new/canonical.md": "Née à Liège, straße, \N{GRINNING FACE}, e\N{COMBINING ACUTE ACCENT}\n".encode(),
            "skills/new/picture": bytes(range(256)),
            "skills/new/deep/er/empty": b"",
            "docs/windows.mdx": b"one\r\ntwo\r\nno end",
        }
        opened = harness.forge.open(proposed(harness, files))
        assert harness.files(opened.head) == {**FILES, **files}

    def test_opening_an_open_branch_again_replaces_its_commit(self, harness: Harness) -> None:
        harness.forge.open(proposed(harness, {A: EARLY}))
        base = harness.push({B: b"by hand\n"})
        again = harness.forge.open(proposed(harness, {A: LATE}))
        assert harness.parents(again.head) == [base]
        assert harness.files(again.head) == {**FILES, A: LATE, B: b"by hand\n"}
        assert harness.forge.find(ONE) == again

    def test_opening_the_same_change_again_changes_nothing_anybody_sees(self, harness: Harness) -> None:
        first = harness.forge.open(proposed(harness, {A: EARLY}))
        again = harness.another().open(proposed(harness, {A: EARLY}))
        assert harness.files(again.head) == harness.files(first.head)
        assert (again.number, again.state) == (first.number, first.state)

    def test_another_process_finds_what_this_one_opened(self, harness: Harness) -> None:
        opened = harness.forge.open(proposed(harness, {A: EARLY}))
        assert harness.another().find(ONE) == opened

    def test_a_base_that_main_never_held_is_refused(self, harness: Harness) -> None:
        aside = harness.forge.open(proposed(harness, {A: EARLY}, TWO)).head
        with pytest.raises(ForgeRefused):
            harness.forge.open(Proposed(ONE, aside, {A: LATE}, MESSAGE, NOON))
        assert harness.forge.find(ONE) is None

    # -- merging ------------------------------------------------------------------------------------------

    @requirement("R-JOB-13", "R-JOB-15", "R-PROV-06")
    def test_a_change_of_several_files_lands_whole_as_one_commit_on_main(self, harness: Harness) -> None:
        base = harness.main()
        files = {A: EARLY, "skills/a/research-report.md": b"why\n", "paths/index.json": b'{"a": 1}\n'}
        harness.forge.open(proposed(harness, files))
        merged = harness.forge.merge(ONE, base)
        assert harness.forge.main() == harness.main() == merged
        assert harness.parents(merged) == [base]
        assert harness.files(merged) == {**FILES, **files}

    def test_what_lands_on_main_says_which_submission_it_came_from(self, harness: Harness) -> None:
        harness.forge.open(proposed(harness, {A: EARLY}))
        commit = harness.commit(harness.forge.merge(ONE, harness.main()))
        assert commit.message.rstrip("\n") == MESSAGE.rstrip("\n")
        assert commit.message_trailers == {"Be-Civic-Submission": "amendment am_one"}

    def test_a_merged_branch_is_found_with_the_commit_that_main_holds(self, harness: Harness) -> None:
        harness.forge.open(proposed(harness, {A: EARLY}))
        merged = harness.forge.merge(ONE, harness.main())
        for forge in (harness.forge, harness.another()):
            found = forge.find(ONE)
            assert found is not None
            assert (found.state, found.head) == (ChangeState.MERGED, merged)

    @requirement("R-JOB-10")
    def test_merging_again_gives_the_same_commit_and_moves_nothing(self, harness: Harness) -> None:
        harness.forge.open(proposed(harness, {A: EARLY}))
        base = harness.main()
        merged = harness.forge.merge(ONE, base)
        assert harness.another().merge(ONE, base) == merged
        assert harness.forge.merge(ONE, merged) == merged
        later = harness.push({B: b"by hand\n"})
        assert harness.forge.merge(ONE, later) == merged
        assert harness.main() == later

    def test_a_change_made_for_an_earlier_main_is_made_anew_on_this_one(self, harness: Harness) -> None:
        harness.forge.open(proposed(harness, {A: EARLY}))
        moved = harness.push({B: b"by hand\n"})
        merged = harness.forge.merge(ONE, moved)
        assert harness.parents(merged) == [moved]
        assert harness.files(merged) == {**FILES, A: EARLY, B: b"by hand\n"}
        assert harness.commit(merged).message.rstrip("\n") == MESSAGE.rstrip("\n")
        found = harness.forge.find(ONE)
        assert found is not None
        assert (found.state, found.head) == (ChangeState.MERGED, merged)

    def test_two_changes_to_different_places_of_one_file_both_stand(self, harness: Harness) -> None:
        harness.forge.open(proposed(harness, {A: EARLY}))
        harness.forge.open(proposed(harness, {A: LATE}, TWO))
        first = harness.forge.merge(ONE, harness.main())
        second = harness.forge.merge(TWO, first)
        assert harness.parents(second) == [first]
        assert harness.files(second) == {**FILES, A: BOTH}

    def test_a_change_to_the_same_lines_is_refused_by_file_and_nothing_moves(self, harness: Harness) -> None:
        harness.forge.open(proposed(harness, {A: EARLY, "docs/more.mdx": b"more\n"}))
        moved = harness.push({A: EARLY_OTHERWISE})
        before = harness.refs()
        for ask in (harness.forge.merge, harness.forge.merged_files):
            with pytest.raises(MergeConflict) as caught:
                ask(ONE, moved)
            assert "another c" not in str(caught.value)
        assert harness.refs() == before
        found = harness.forge.find(ONE)
        assert found is not None
        assert found.state is ChangeState.OPEN

    def test_a_file_that_both_added_otherwise_is_a_conflict(self, harness: Harness) -> None:
        harness.forge.open(proposed(harness, {"skills/new/canonical.md": b"mine\n"}))
        moved = harness.push({"skills/new/canonical.md": b"theirs\n"})
        with pytest.raises(MergeConflict):
            harness.forge.merge(ONE, moved)
        assert harness.main() == moved

    def test_a_main_that_is_elsewhere_is_said_and_nothing_moves(self, harness: Harness) -> None:
        base = harness.main()
        harness.forge.open(proposed(harness, {A: EARLY}))
        moved = harness.push({B: b"by hand\n"})
        before = harness.refs()
        with pytest.raises(MainMoved):
            harness.forge.merge(ONE, base)
        assert harness.refs() == before
        assert harness.main() == moved

    def test_a_branch_that_never_was_is_not_merged(self, harness: Harness) -> None:
        with pytest.raises(ForgeRefused):
            harness.forge.merge(ONE, harness.main())
        with pytest.raises(ForgeRefused):
            harness.forge.merged_files(ONE, harness.main())

    def test_what_waits_for_a_maintainer_is_merged_when_one_says_so(self, harness: Harness) -> None:
        opened = harness.forge.open(proposed(harness, {A: EARLY}, waits=True))
        assert opened.state is ChangeState.OPEN
        merged = harness.forge.merge(ONE, harness.main())
        assert harness.files(merged) == {**FILES, A: EARLY}

    def test_a_merged_branch_is_not_opened_again(self, harness: Harness) -> None:
        harness.forge.open(proposed(harness, {A: EARLY}))
        merged = harness.forge.merge(ONE, harness.main())
        with pytest.raises(ForgeRefused):
            harness.forge.open(proposed(harness, {A: LATE}))
        assert harness.main() == merged

    # -- branches edited by hand --------------------------------------------------------------------------

    def test_what_main_would_get_is_told_and_nothing_moves(self, harness: Harness) -> None:
        files = {A: EARLY, "skills/a/research-report.md": b"why\n", B: FILES[B]}
        harness.forge.open(proposed(harness, files))
        moved = harness.push({A: LATE, "docs/more.mdx": b"more\n"})
        before = harness.refs()
        told = harness.forge.merged_files(ONE, moved)
        assert told == {A: BOTH, "skills/a/research-report.md": b"why\n"}
        assert harness.refs() == before

    def test_a_maintainer_s_commit_on_the_branch_lands_with_it_under_the_first_message(
        self, harness: Harness
    ) -> None:
        base = harness.main()
        harness.forge.open(proposed(harness, {A: EARLY}))
        edited = harness.push({A: BOTH}, ONE, "A maintainer's touch\n")
        found = harness.forge.find(ONE)
        assert found is not None
        assert (found.state, found.head) == (ChangeState.OPEN, edited)
        assert harness.forge.merged_files(ONE, base) == {A: BOTH}
        merged = harness.forge.merge(ONE, base)
        assert harness.parents(merged) == [base]
        assert harness.files(merged) == {**FILES, A: BOTH}
        assert harness.commit(merged).message.rstrip("\n") == MESSAGE.rstrip("\n")

    @requirement("R-RETR-02")
    def test_a_branch_that_takes_a_file_away_is_refused(self, harness: Harness) -> None:
        harness.forge.open(proposed(harness, {A: EARLY}))
        harness.push({B: None}, ONE)
        with pytest.raises(ForgeRefused):
            harness.forge.merged_files(ONE, harness.main())

    # -- closing and forgetting ---------------------------------------------------------------------------

    @requirement("R-JOB-15")
    def test_a_closed_change_is_known_as_closed_and_its_commit_stays(self, harness: Harness) -> None:
        opened = harness.forge.open(proposed(harness, {A: EARLY}))
        harness.forge.close(ONE)
        harness.forge.close(ONE)
        for forge in (harness.forge, harness.another()):
            found = forge.find(ONE)
            assert found is not None
            assert (found.state, found.head) == (ChangeState.CLOSED, opened.head)
        assert harness.files(opened.head) == {**FILES, A: EARLY}

    def test_a_closed_change_is_not_merged_and_may_be_begun_anew(self, harness: Harness) -> None:
        base = harness.main()
        harness.forge.open(proposed(harness, {A: EARLY}))
        harness.forge.close(ONE)
        with pytest.raises(ForgeRefused):
            harness.forge.merge(ONE, base)
        assert harness.main() == base
        anew = harness.forge.open(proposed(harness, {A: LATE}))
        for forge in (harness.forge, harness.another()):
            found = forge.find(ONE)
            assert found is not None
            assert (found.state, found.head) == (ChangeState.OPEN, anew.head)
        harness.forge.merge(ONE, base)
        assert harness.files(harness.main()) == {**FILES, A: LATE}

    def test_a_merged_change_cannot_be_closed(self, harness: Harness) -> None:
        harness.forge.open(proposed(harness, {A: EARLY}))
        harness.forge.merge(ONE, harness.main())
        with pytest.raises(ForgeRefused):
            harness.forge.close(ONE)
        found = harness.forge.find(ONE)
        assert found is not None
        assert found.state is ChangeState.MERGED

    def test_closing_a_branch_that_never_was_changes_nothing(self, harness: Harness) -> None:
        before = harness.refs()
        harness.forge.close(ONE)
        assert harness.refs() == before
        assert harness.forge.find(ONE) is None

    def test_a_merged_branch_may_be_forgotten_and_main_keeps_its_commit(self, harness: Harness) -> None:
        harness.forge.open(proposed(harness, {A: EARLY}))
        merged = harness.forge.merge(ONE, harness.main())
        harness.forge.forget(ONE)
        harness.forge.forget(ONE)
        assert harness.main() == merged
        assert f"refs/heads/{ONE}" not in harness.refs()
        found = harness.forge.find(ONE)
        assert found is None or found.state is ChangeState.MERGED

    def test_only_a_merged_branch_is_forgotten(self, harness: Harness) -> None:
        opened = harness.forge.open(proposed(harness, {A: EARLY}))
        with pytest.raises(ForgeRefused):
            harness.forge.forget(ONE)
        assert harness.forge.find(ONE) == opened
        harness.forge.close(ONE)
        with pytest.raises(ForgeRefused):
            harness.forge.forget(ONE)
        found = harness.forge.find(ONE)
        assert found is not None
        assert found.state is ChangeState.CLOSED

    # -- two at once --------------------------------------------------------------------------------------

    def test_of_two_forges_the_second_to_merge_on_the_same_main_is_told(self, harness: Harness) -> None:
        base = harness.main()
        other = harness.another()
        harness.forge.open(proposed(harness, {A: EARLY}))
        other.open(proposed(harness, {B: b"two\n"}, TWO))
        first = harness.forge.merge(ONE, base)
        with pytest.raises(MainMoved):
            other.merge(TWO, base)
        assert harness.main() == first
        second = other.merge(TWO, other.main())
        assert harness.files(second) == {**FILES, A: EARLY, B: b"two\n"}

    @requirement("R-JOB-10")
    def test_of_two_forges_racing_on_main_exactly_one_wins(self, harness: Harness) -> None:
        base = harness.main()
        forges = {ONE: harness.forge, TWO: harness.another()}
        forges[ONE].open(proposed(harness, {A: EARLY}))
        forges[TWO].open(proposed(harness, {B: b"two\n"}, TWO))
        barrier = Barrier(2)

        def race(branch: str) -> str | None:
            barrier.wait()
            return _merged_or_told(forges[branch], branch, base)

        with ThreadPoolExecutor(2) as pool:
            won = [commit for commit in pool.map(race, forges) if commit is not None]
        assert won == [harness.main()]
        assert harness.parents(won[0]) == [base]

    @requirement("R-JOB-10")
    def test_two_forges_that_merge_the_same_branch_make_one_commit(self, harness: Harness) -> None:
        harness.forge.open(proposed(harness, {A: EARLY}))
        moved = harness.push({B: b"by hand\n"})
        forges = (harness.forge, harness.another())
        barrier = Barrier(2)

        def race(forge: Forge) -> str | None:
            barrier.wait()
            return _merged_or_told(forge, ONE, moved)

        with ThreadPoolExecutor(2) as pool:
            results = set(pool.map(race, forges))
        assert harness.parents(harness.main()) == [moved]
        assert results <= {harness.main(), None}
        assert {forge.merge(ONE, moved) for forge in forges} == {harness.main()}


def _merged_or_told(forge: Forge, branch: str, onto: str) -> str | None:
    """None where somebody else was first: that is said, and may be tried again."""
    try:
        return forge.merge(branch, onto)
    except (MainMoved, ForgeUnavailable):
        return None
