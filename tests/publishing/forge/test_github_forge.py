"""The forge on GitHub, against a stand-in.

It is no GitHub: a small server over a real bare repository, whose every question and answer fits githubkit's models
(github_stand_in.py). These tests prove that what we ask is well formed, that the tokens are minted as an App's are, and
what we make of each answer. They do not prove that GitHub's rules, timing, limits or texts are as the stand-in has them.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from becivic.publishing.forge.forge import ForgeRefused, ForgeUnavailable, MainMoved, MergeConflict, Request
from becivic.publishing.forge.github_api import CHECKS
from becivic.rules.changes import ChangeState
from becivic.rules.contract import BOT_EMAIL, BOT_NAME
from tests.factories.homes import NOON
from tests.publishing.forge.contract import LATE, ONE, A, B, ForgeContract, proposed
from tests.publishing.forge.github_routes import close_by_hand, merge_by_hand
from tests.publishing.forge.github_stand_in import Meanwhile, PullMade
from tests.publishing.forge.github_world import World, told
from tests.publishing.forge.harness import FILES, Harness
from tests.requirement import requirement


class TestGitHubForge(ForgeContract):
    @pytest.fixture
    def harness(self, world: World) -> Harness:
        return world.harness


# -- what people do over there --------------------------------------------------------------------------------


def test_a_pull_request_closed_by_hand_is_closed(world: World) -> None:
    forge = world.harness.forge
    opened = forge.open(world.proposed())
    close_by_hand(world.github, 1)
    assert forge.find(ONE) == replace(opened, state=ChangeState.CLOSED)
    assert "is closed: it cannot be merged." in told(ForgeRefused, lambda: forge.merge(ONE, forge.main()))
    assert "is closed: it has nothing to merge." in told(
        ForgeRefused, lambda: forge.merged_files(ONE, forge.main())
    )


def test_a_pull_request_merged_by_hand_is_merged_though_its_branch_is_gone(world: World) -> None:
    forge = world.harness.forge
    base = world.harness.main()
    forge.open(world.proposed())
    merged = merge_by_hand(world.github, 1)
    assert forge.find(ONE) == Request(ONE, merged, ChangeState.MERGED, "1")
    assert forge.merge(ONE, base) == merged
    forge.forget(ONE)
    assert forge.find(ONE) is None


def test_of_several_pull_requests_from_one_branch_the_merged_one_counts(world: World) -> None:
    forge = world.harness.forge
    forge.open(world.proposed())
    head = world.github.pulls[0].head
    merged = merge_by_hand(world.github, 1)
    world.github.pulls.append(PullMade(2, "again", None, ONE, head, False, state="closed"))
    assert forge.find(ONE) == Request(ONE, merged, ChangeState.MERGED, "1")


def test_a_check_that_main_requires_and_that_still_runs_is_waited_for(world: World) -> None:
    forge, base = world.harness.forge, world.harness.main()
    world.github.required.add("somebody/else")
    opened = forge.open(world.proposed())
    said = told(ForgeUnavailable, lambda: forge.merge(ONE, base))
    assert said == (
        f"{ONE}: GitHub does not merge it yet: a check that main requires has not passed, or a rule of main asks"
        " for more. docs/github.md says which rules fit. It is tried again at the next run."
    )
    world.github.statuses[opened.head]["somebody/else"] = "success"
    assert forge.merge(ONE, base) == world.harness.main()


def test_a_main_that_moves_at_the_last_moment_is_said(world: World) -> None:
    forge, base = world.harness.forge, world.harness.main()
    forge.open(world.proposed())
    moved: list[str] = []
    world.github.meanwhile.append(
        Meanwhile("PUT", "/merge", lambda: moved.append(world.harness.push({B: b"2\n"})))
    )
    with pytest.raises(MainMoved):
        forge.merge(ONE, base)
    assert moved == [world.harness.main()]


def test_a_merge_at_the_last_moment_by_hand_gives_its_commit(world: World) -> None:
    forge, base = world.harness.forge, world.harness.main()
    forge.open(world.proposed())
    world.github.meanwhile.append(Meanwhile("PUT", "/merge", lambda: merge_by_hand(world.github, 1)))
    merged = forge.merge(ONE, base)
    assert merged == world.harness.main()
    assert world.harness.parents(merged) == [base]


def test_a_merge_onto_another_main_is_looked_at_again_and_found_merged(world: World) -> None:
    forge, base = world.harness.forge, world.harness.main()
    world.github.strict = False
    forge.open(world.proposed())
    world.github.meanwhile.append(Meanwhile("PUT", "/merge", lambda: world.harness.push({B: b"2\n"})))
    said = told(ForgeUnavailable, lambda: forge.merge(ONE, base))
    assert "Let main require branches to be up to date (docs/github.md)." in said
    assert forge.find(ONE) == Request(ONE, world.harness.main(), ChangeState.MERGED, "1")


def test_a_branch_that_moves_while_it_is_looked_at_is_left_for_the_next_run(world: World) -> None:
    reader = world.forge()
    reader.main()
    opened = world.harness.forge.open(world.proposed())
    world.harness.push({A: LATE}, ONE)

    def back() -> None:
        world.github.git.references[f"refs/heads/{ONE}"].set_target(opened.head)

    world.github.meanwhile.append(Meanwhile("GET", "/git/ref/heads/main", back))
    said = told(ForgeUnavailable, lambda: reader.merge(ONE, world.harness.main()))
    assert said == f"{ONE}: was changed by somebody else just now. It is tried again at the next run."


def test_a_pull_request_that_another_replica_made_just_now_is_taken(world: World) -> None:
    def make() -> None:
        head = str(world.github.target(f"refs/heads/{ONE}"))
        world.github.pulls.append(PullMade(1, "the same", None, ONE, head, False))

    world.github.meanwhile.append(Meanwhile("POST", "/pulls", make))
    assert world.harness.forge.open(world.proposed()).number == "1"
    assert len(world.github.pulls) == 1


def test_a_branch_deleted_by_hand_is_made_again(world: World) -> None:
    forge = world.harness.forge
    forge.open(world.proposed())
    moved = world.harness.push({B: b"2\n"})
    world.github.meanwhile.append(
        Meanwhile("PATCH", ONE, lambda: world.github.git.references.delete(f"refs/heads/{ONE}"))
    )
    assert world.harness.parents(forge.merge(ONE, moved)) == [moved]


# -- what they see there --------------------------------------------------------------------------------------


def test_a_pull_request_says_which_submission_it_came_from_and_no_more(world: World) -> None:
    world.harness.forge.open(
        replace(
            world.proposed(),
            message="amendment: skills/a [skip ci]\n\nMore of it.\n\nBe-Civic-Submission: amendment am_one\n",
        )
    )
    pull = world.github.pulls[0]
    assert pull.title == "amendment: skills/a [skip ci]"
    assert pull.body == (
        "Made by the service; its checks have passed.\n\nBe-Civic-Submission: amendment am_one\n"
    )
    assert not pull.draft
    assert world.github.statuses == {pull.head: {CHECKS: "success"}}


@requirement("R-JOB-06", "R-CI-31")
def test_what_waits_for_a_maintainer_is_a_draft_until_one_says_so(world: World) -> None:
    forge = world.harness.forge
    waiting = forge.open(world.proposed(waits=True))
    assert world.github.pulls[0].draft
    assert forge.open(world.proposed(waits=True)).number == waiting.number
    assert world.github.pulls[0].draft
    forge.open(world.proposed())
    assert not world.github.pulls[0].draft


@requirement("R-JOB-14")
def test_what_lands_on_main_is_the_bot_s_whoever_merges(world: World) -> None:
    forge = world.harness.forge
    forge.open(world.proposed())
    commit = world.harness.commit(forge.merge(ONE, world.harness.main()))
    assert (commit.author.name, commit.author.email) == (BOT_NAME, BOT_EMAIL)
    assert commit.author.time == int(NOON.timestamp())
    assert commit.committer.name == "GitHub"


def test_a_forgotten_branch_s_name_may_be_used_again(world: World) -> None:
    forge = world.harness.forge
    for number in ("1", "2", "3"):
        content = f"round {number}\n".encode()
        opened = forge.open(proposed(world.harness, {A: content}))
        assert opened.number == number
        merged = forge.merge(ONE, world.harness.main())
        assert world.harness.files(merged)[A] == content
        forge.forget(ONE)
        assert forge.find(ONE) is None
    assert all("Be-Civic-Settled: yes" in (pull.body or "") for pull in world.github.pulls)


def test_a_change_that_changes_nothing_is_a_commit_of_its_own(world: World) -> None:
    opened = world.harness.forge.open(proposed(world.harness, {A: FILES[A]}))
    assert world.harness.files(opened.head) == FILES


def test_a_path_that_no_file_can_have_is_refused(world: World) -> None:
    with pytest.raises(ForgeRefused, match="is no name that a file can have"):
        world.harness.forge.open(proposed(world.harness, {"skills/../x": b"x"}))


def test_a_file_where_main_has_a_folder_by_now_is_a_conflict(world: World) -> None:
    forge = world.harness.forge
    forge.open(proposed(world.harness, {"docs/more": b"a file\n"}))
    moved = world.harness.push({"docs/more/page.mdx": b"a folder\n"})
    with pytest.raises(MergeConflict):
        forge.merge(ONE, moved)
    assert world.harness.main() == moved
