"""The forge on the repository itself: the contract, and what only it does."""

from __future__ import annotations

import fcntl
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pygit2
import pytest
from pygit2.enums import FileMode

from becivic.publishing.commits import NewCommit
from becivic.publishing.forge.forge import (
    Author,
    ForgeRefused,
    ForgeUnavailable,
    MainMoved,
    MergeConflict,
    Proposed,
)
from becivic.publishing.forge.local import LocalForge
from becivic.publishing.refs import Move
from becivic.publishing.repository import MAIN, CorpusRepository
from becivic.rules.changes import ChangeState
from becivic.rules.contract import BOT_NAME
from tests.factories.homes import NOON
from tests.publishing.forge.contract import (
    EARLY,
    EARLY_OTHERWISE,
    LATE,
    MESSAGE,
    ONE,
    TWO,
    A,
    B,
    ForgeContract,
    proposed,
)
from tests.publishing.forge.harness import FILES, Harness, begun
from tests.requirement import requirement

ELSE = Author("Somebody Else", "else@example.org")
BY_HAND = pygit2.Signature("Somebody", "somebody@example.org", 0, 0)


def local(folder: Path) -> Harness:
    origin = begun(folder / "origin.git")

    def another() -> LocalForge:
        return LocalForge(CorpusRepository.open(origin))

    return Harness(another(), origin, another)


class TestLocalForge(ForgeContract):
    @pytest.fixture
    def harness(self, tmp_path: Path) -> Harness:
        return local(tmp_path)


@pytest.fixture
def harness(tmp_path: Path) -> Harness:
    return local(tmp_path)


def state(harness: Harness, branch: str = ONE) -> ChangeState | None:
    found = harness.another().find(branch)
    return None if found is None else found.state


# -- merging ----------------------------------------------------------------------------------------------


def test_a_change_that_stands_on_main_lands_as_the_very_commit_of_its_branch(harness: Harness) -> None:
    opened = harness.forge.open(proposed(harness, {A: EARLY}))
    assert harness.forge.merge(ONE, harness.main()) == opened.head


def test_a_change_made_anew_keeps_its_author_and_is_committed_by_the_bot(harness: Harness) -> None:
    at = NOON - timedelta(hours=1)
    harness.forge.open(Proposed(ONE, harness.main(), {A: EARLY}, MESSAGE, at, author=ELSE))
    commit = harness.commit(harness.forge.merge(ONE, harness.push({B: b"by hand\n"})))
    assert (commit.author.name, commit.author.time) == (ELSE.name, int(at.timestamp()))
    assert (commit.committer.name, commit.committer.time) == (BOT_NAME, int(NOON.timestamp()) + 60)


def test_a_conflict_names_every_file_it_is_about(harness: Harness) -> None:
    files = {A: EARLY, B: b"mine\n", "index.mdx": b"mine\n"}
    harness.forge.open(proposed(harness, files))
    moved = harness.push({A: EARLY_OTHERWISE, B: b"theirs\n"})
    with pytest.raises(MergeConflict) as caught:
        harness.forge.merge(ONE, moved)
    assert caught.value.where == f"{A}, {B}"


def test_a_file_that_main_took_away_by_hand_is_not_brought_back_by_a_change_to_it(harness: Harness) -> None:
    harness.forge.open(proposed(harness, {B: b"mine\n"}))
    with pytest.raises(MergeConflict):
        harness.forge.merge(ONE, harness.push({B: None}))


def test_a_change_that_main_has_already_lands_as_a_commit_that_says_so(harness: Harness) -> None:
    harness.forge.open(proposed(harness, {A: EARLY}))
    moved = harness.push({A: EARLY})
    merged = harness.forge.merge(ONE, moved)
    assert harness.parents(merged) == [moved]
    assert harness.files(merged) == {**FILES, A: EARLY}
    assert state(harness) is ChangeState.MERGED


@requirement("R-RETR-02")
@pytest.mark.parametrize("moved", [False, True])
def test_a_branch_made_by_hand_that_takes_a_file_away_is_not_merged(harness: Harness, moved: bool) -> None:
    base = harness.main()
    harness.git.references.create(f"refs/heads/{ONE}", base)
    harness.push({B: None}, ONE)
    onto = harness.push({A: EARLY}) if moved else base
    with pytest.raises(ForgeRefused) as caught:
        harness.forge.merge(ONE, onto)
    assert caught.value.where == B
    assert harness.main() == onto


def test_a_branch_made_by_hand_that_stands_on_main_is_merged_as_it_is(harness: Harness) -> None:
    base = harness.main()
    harness.git.references.create(f"refs/heads/{ONE}", base)
    by_hand = harness.push({B: b"by hand\n"}, ONE)
    assert harness.forge.merge(ONE, base) == by_hand


def test_a_link_does_not_come_in_with_a_branch(harness: Harness) -> None:
    git = harness.git
    parent = git.references[MAIN].peel(pygit2.Commit)
    builder = git.TreeBuilder(parent.tree)
    builder.insert("link", git.create_blob(b"/etc/hostname"), FileMode.LINK)
    git.create_commit(f"refs/heads/{ONE}", BY_HAND, BY_HAND, "link", builder.write(), [parent.id])
    with pytest.raises(ForgeRefused) as caught:
        harness.forge.merge(ONE, harness.main())
    assert caught.value.where == "link"


def test_a_branch_without_a_common_beginning_is_refused(harness: Harness) -> None:
    git = harness.git
    tree = git.references[MAIN].peel(pygit2.Commit).tree_id
    git.create_commit(f"refs/heads/{ONE}", BY_HAND, BY_HAND, "alone", tree, [])
    with pytest.raises(ForgeRefused, match="shares no history with main"):
        harness.forge.merge(ONE, harness.main())


@pytest.mark.parametrize("path", ["index.mdx/below", "skills", "../outside", ".git/config"])
def test_a_file_where_none_can_lie_is_refused(harness: Harness, path: str) -> None:
    with pytest.raises(ForgeRefused) as caught:
        harness.forge.open(proposed(harness, {path: b"x"}))
    assert caught.value.where == path
    assert harness.forge.find(ONE) is None


def test_a_folder_where_main_got_a_file_meanwhile_is_a_conflict(harness: Harness) -> None:
    harness.forge.open(proposed(harness, {"more/page.md": b"mine\n"}))
    moved = harness.push({"more": b"theirs\n"})
    with pytest.raises(MergeConflict) as caught:
        harness.forge.merge(ONE, moved)
    assert caught.value.where == "more/page.md"
    assert harness.main() == moved


# -- main itself ------------------------------------------------------------------------------------------


def test_main_is_nobody_s_change(harness: Harness) -> None:
    before = harness.refs()
    assert harness.forge.find("main") is None
    harness.forge.close("main")
    harness.forge.forget("main")
    with pytest.raises(ForgeRefused):
        harness.forge.merge("main", harness.main())
    with pytest.raises(ForgeRefused, match="is where changes go"):
        harness.forge.open(proposed(harness, {A: EARLY}, "main"))
    assert harness.refs() == before


# -- killed in between ------------------------------------------------------------------------------------


class Killed(BaseException):
    """Stands for the end of a process: nothing of ours catches it."""


@contextmanager
def killed_after(count: int) -> Iterator[None]:
    """The process dies when so many refs have been moved."""
    move = CorpusRepository.move

    def some(self: CorpusRepository, *moves: Move) -> None:
        real = [each for each in moves if each.to != each.expected]
        move(self, *real[:count])
        raise Killed

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(CorpusRepository, "move", some)
        yield


@requirement("R-JOB-10")
@pytest.mark.parametrize("count", [0, 1, 2])
@pytest.mark.parametrize("again", [{}, {"index.mdx": b"later\n"}])
def test_a_merge_killed_anywhere_is_done_once_by_the_next(
    harness: Harness, count: int, again: dict[str, bytes]
) -> None:
    harness.forge.open(proposed(harness, {A: EARLY}))
    moved = harness.push({B: b"by hand\n"})
    with killed_after(count), pytest.raises(Killed):
        harness.forge.merge(ONE, moved)
    assert state(harness) is (ChangeState.MERGED if count == 2 else ChangeState.OPEN)
    onto = harness.push(again) if again else harness.main()
    forge = harness.another()
    merged = forge.merge(ONE, onto)
    assert forge.merge(ONE, harness.main()) == merged
    assert harness.files(harness.main()) == {**FILES, A: EARLY, B: b"by hand\n", **again}
    messages = [commit.message for commit in harness.git.walk(harness.commit(harness.main()).id)]
    assert messages.count(MESSAGE) == 1


@pytest.mark.parametrize("count", [0, 1, 2])
def test_a_close_killed_anywhere_is_done_by_the_next(harness: Harness, count: int) -> None:
    opened = harness.forge.open(proposed(harness, {A: EARLY}))
    with killed_after(count), pytest.raises(Killed):
        harness.forge.close(ONE)
    assert state(harness) is (ChangeState.CLOSED if count else ChangeState.OPEN)
    harness.another().close(ONE)
    assert harness.refs() == {MAIN: harness.main(), f"refs/closed/{ONE}": opened.head}


# -- others at work, and trouble --------------------------------------------------------------------------


def struck(monkeypatch: pytest.MonkeyPatch, harness: Harness, *moves: Move) -> None:
    """Somebody else moves refs right before we do."""
    move = CorpusRepository.move
    waiting = [moves]

    def second(self: CorpusRepository, *own: Move) -> None:
        while waiting:
            move(CorpusRepository.open(harness.origin), *waiting.pop())
        move(self, *own)

    monkeypatch.setattr(CorpusRepository, "move", second)


def aside(harness: Harness) -> str:
    return CorpusRepository.open(harness.origin).write(
        NewCommit(harness.main(), {B: b"aside\n"}, "aside", NOON)
    )


@requirement("R-JOB-10")
def test_a_main_that_moves_at_the_last_moment_is_said_and_the_branch_stays(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = harness.forge.open(proposed(harness, {A: EARLY}))
    moved = harness.push({B: b"by hand\n"})
    other = aside(harness)
    struck(monkeypatch, harness, Move(MAIN, moved, other))
    with pytest.raises(MainMoved):
        harness.forge.merge(ONE, moved)
    assert harness.forge.find(ONE) == opened
    assert harness.main() == other


@pytest.mark.parametrize("closes", [False, True])
def test_a_branch_changed_or_closed_at_the_last_moment_is_not_merged(
    harness: Harness, monkeypatch: pytest.MonkeyPatch, closes: bool
) -> None:
    opened = harness.forge.open(proposed(harness, {A: EARLY}))
    base = harness.main()
    ref = f"refs/closed/{ONE}" if closes else f"refs/heads/{ONE}"
    struck(monkeypatch, harness, Move(ref, None if closes else opened.head, aside(harness)))
    with pytest.raises(ForgeUnavailable, match="changed by somebody else just now"):
        harness.forge.merge(ONE, base)
    assert harness.main() == base


def test_a_branch_opened_by_another_at_the_last_moment_is_not_overwritten(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = aside(harness)
    struck(monkeypatch, harness, Move(f"refs/heads/{ONE}", None, other))
    with pytest.raises(ForgeUnavailable):
        harness.forge.open(proposed(harness, {A: EARLY}))
    found = harness.forge.find(ONE)
    assert found is not None
    assert found.head == other


def test_what_was_closed_and_landed_all_the_same_is_merged_and_leaves_nothing(harness: Harness) -> None:
    opened = harness.forge.open(proposed(harness, {A: EARLY}))
    harness.forge.close(ONE)
    harness.git.references[MAIN].set_target(opened.head)
    assert state(harness) is ChangeState.MERGED
    harness.forge.forget(ONE)
    assert harness.refs() == {MAIN: opened.head}


def test_a_repository_in_trouble_is_a_forge_that_may_be_asked_later(harness: Harness) -> None:
    harness.forge.open(proposed(harness, {A: EARLY}))
    (harness.origin / MAIN).write_text("rubbish\n")
    asked: list[Callable[[], object]] = [
        harness.forge.main,
        lambda: harness.forge.find(ONE),
        lambda: harness.forge.open(Proposed(ONE, "f" * 40, {}, MESSAGE, NOON)),
        lambda: harness.forge.merge(ONE, "f" * 40),
        lambda: harness.forge.merged_files(ONE, "f" * 40),
        lambda: harness.forge.close(ONE),
        lambda: harness.forge.forget(ONE),
    ]
    for ask in asked:
        with pytest.raises(ForgeUnavailable, match="is damaged"):
            ask()


def test_a_folder_that_cannot_be_locked_is_said(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_locks(*_: object) -> None:
        raise OSError(37, "No locks available")

    monkeypatch.setattr(fcntl, "flock", no_locks)
    with pytest.raises(ForgeUnavailable, match="cannot be locked"):
        harness.forge.open(proposed(harness, {A: EARLY}))
    assert harness.forge.find(ONE) is None


# -- what git thinks of it --------------------------------------------------------------------------------


def test_git_finds_one_straight_history_and_no_branches_once_they_are_forgotten(harness: Harness) -> None:
    for number in range(3):
        branch = f"submissions/am_{number}"
        harness.forge.open(proposed(harness, {A: LATE + b"%d\n" % number}, branch))
        harness.forge.merge(branch, harness.main())
        harness.forge.forget(branch)
    harness.forge.open(proposed(harness, {B: b"closed\n"}, TWO))
    harness.forge.close(TWO)
    assert git(harness, "fsck", "--strict", "--no-progress", "--no-dangling") == ""
    assert git(harness, "rev-list", "--count", "--max-parents=1", "main").strip() == "4"
    assert git(harness, "for-each-ref", "--format=%(refname)").split() == [f"refs/closed/{TWO}", MAIN]
    assert not (harness.origin / "refs" / "heads" / "submissions").exists()


def git(harness: Harness, *arguments: str) -> str:
    command = ["git", "-C", str(harness.origin), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout
