"""Refs move only from where they were expected to be, whoever else is at work."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygit2
import pytest

from becivic.corpus.tree import MemoryTree
from becivic.publishing import refs
from becivic.publishing.commits import NewCommit
from becivic.publishing.refs import Move, RefMoved
from becivic.publishing.repository import MAIN, CorpusRepository, RepositoryRefused
from tests.factories.homes import NOON
from tests.requirement import requirement

BRANCH = "refs/heads/submissions/one"
OTHER = "refs/heads/submissions/two"


class Place:
    """A repository with main at `first`, and two commits on it that no ref names."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.repository = CorpusRepository.create(folder)
        self.first = self.repository.commit(MemoryTree({"a": b"a"}), "first", NOON)
        self.second, self.third = (
            self.repository.write(NewCommit(self.first, {"a": content}, "next", NOON))
            for content in (b"b", b"c")
        )

    def move(self, *moves: Move) -> None:
        self.repository.move(*moves)

    def by_hand(self, ref: str, commit: str | None) -> None:
        git = pygit2.Repository(str(self.folder))
        if commit is None:
            git.references.delete(ref)
        else:
            git.references.create(ref, commit, force=True)

    def refs(self) -> dict[str, str]:
        git = pygit2.Repository(str(self.folder))
        return {name: str(git.references[name].target) for name in git.references}


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def test_a_ref_is_made_moved_and_taken_away(place: Place) -> None:
    assert place.repository.target(BRANCH) is None
    place.move(Move(BRANCH, None, place.second))
    assert place.repository.target(BRANCH) == place.second
    place.move(Move(BRANCH, place.second, place.third))
    assert place.repository.target(BRANCH) == place.third
    place.move(Move(BRANCH, place.third, None))
    assert place.repository.target(BRANCH) is None
    assert not (place.folder / BRANCH).parent.exists()


@pytest.mark.parametrize(
    "name", ["refs/heads/a..b", "refs/heads/a b", "refs/heads/", "refs/heads/" + "a" * 300]
)
def test_nothing_is_known_of_a_name_that_no_ref_can_have(place: Place, name: str) -> None:
    assert place.repository.target(name) is None


@requirement("R-JOB-10")
@pytest.mark.parametrize("to", ["second", None])
@pytest.mark.parametrize("expected", ["third", None])
def test_a_ref_that_is_elsewhere_stays_there(place: Place, expected: str | None, to: str | None) -> None:
    before = place.refs()
    with pytest.raises(RefMoved) as caught:
        place.move(Move(MAIN, expected and getattr(place, expected), to and getattr(place, to)))
    assert caught.value.where == MAIN
    assert place.refs() == before


def test_when_one_of_several_is_elsewhere_none_is_moved(place: Place) -> None:
    before = place.refs()
    with pytest.raises(RefMoved):
        place.move(Move(BRANCH, None, place.second), Move(MAIN, place.second, place.third))
    assert place.refs() == before


def test_a_move_to_where_it_is_only_insists(place: Place) -> None:
    place.move(Move(MAIN, place.first, place.first), Move(BRANCH, None, None))
    assert place.refs() == {MAIN: place.first}
    with pytest.raises(RefMoved):
        place.move(Move(BRANCH, place.first, place.first))


@requirement("R-JOB-10")
@pytest.mark.parametrize("passed", [0, 1])
@pytest.mark.parametrize(
    ("ref", "names"),
    [
        (MAIN, ("first", "second", "third")),
        (MAIN, ("first", None, "third")),
        (MAIN, ("first", "second", None)),
        (BRANCH, (None, "second", "third")),
    ],
)
def test_a_git_run_by_hand_in_between_is_never_overwritten(
    place: Place,
    monkeypatch: pytest.MonkeyPatch,
    passed: int,
    ref: str,
    names: tuple[str | None, str | None, str | None],
) -> None:
    expected, to, by_hand = (name and getattr(place, name) for name in names)
    interrupt(monkeypatch, passed, lambda: place.by_hand(ref, by_hand))
    with pytest.raises(RefMoved):
        place.move(Move(ref, expected, to))
    assert place.repository.target(ref) == by_hand


def interrupt(monkeypatch: pytest.MonkeyPatch, passed: int, strike: Callable[[], None]) -> None:
    """Somebody strikes right after a look at the refs, when so many looks have passed."""
    looked = refs.target
    looks = iter(range(10))

    def look(git: pygit2.Repository, ref: str) -> str | None:
        seen = looked(git, ref)
        if next(looks) == passed:
            strike()
        return seen

    monkeypatch.setattr(refs, "target", look)


def test_what_stands_in_the_way_of_a_name_is_said(place: Place) -> None:
    place.move(Move("refs/heads/submissions", None, place.second))
    with pytest.raises(RepositoryRefused, match="cannot be written"):
        place.move(Move(BRANCH, None, place.second))
    assert place.repository.target(BRANCH) is None


def test_packed_refs_move_like_others(place: Place) -> None:
    place.move(Move(BRANCH, None, place.second), Move(OTHER, None, place.third))
    pygit2.Repository(str(place.folder)).compress_references()
    place.move(Move(MAIN, place.first, place.second), Move(BRANCH, place.second, None))
    place.move(Move(OTHER, place.third, place.second))
    assert place.refs() == {MAIN: place.second, OTHER: place.second}
