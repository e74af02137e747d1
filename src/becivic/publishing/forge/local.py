"""The forge that is the bare repository itself: branches are refs, a merge moves main by compare-and-swap (ADR 16).

A closed branch goes to refs/closed/, so that it is still known; a merged one stays until it is forgotten.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from becivic.publishing.forge.forge import (
    ForgeRefused,
    ForgeUnavailable,
    Proposed,
    Request,
)
from becivic.publishing.forge.three_way import changed_plainly, made_anew, main_moved, merged_files, written
from becivic.publishing.home import HomeRefused
from becivic.publishing.refs import Move, RefMoved
from becivic.publishing.repository import BRANCH, MAIN, CorpusRepository, RepositoryRefused
from becivic.rules.changes import ChangeState

_OPEN: Final = "refs/heads/"
_CLOSED: Final = "refs/closed/"


class LocalForge:
    """Holds no state of its own: any number of them may work on one repository."""

    def __init__(self, repository: CorpusRepository) -> None:
        self._repository = repository

    def main(self) -> str:
        with _asking():
            return self._repository.head()

    def find(self, branch: str) -> Request | None:
        with _asking():
            return self._find(branch)

    def open(self, proposed: Proposed) -> Request:
        with _asking():
            known = self._find(proposed.branch)
            if known is not None and known.state is ChangeState.MERGED:
                raise _settled(known, "cannot be opened again")
            if proposed.branch == BRANCH:
                raise ForgeRefused("is where changes go.", where=BRANCH, remedy="Give the change a branch.")
            if not self._repository.holds(proposed.base):
                raise ForgeRefused("stands on a commit that is not of main.", where=proposed.branch)
            commit = written(self._repository, proposed)
            head = None if known is None else known.head
            was_closed = known is not None and known.state is ChangeState.CLOSED
            before, closed = (None, head) if was_closed else (head, None)
            self._repository.move(
                Move(_OPEN + proposed.branch, before, commit), Move(_CLOSED + proposed.branch, closed, None)
            )
            return Request(proposed.branch, commit, ChangeState.OPEN)

    def merged_files(self, branch: str, onto: str) -> Mapping[str, bytes]:
        with _asking():
            return merged_files(self._repository, self._existing(branch).head, onto)

    def merge(self, branch: str, onto: str) -> str:
        with _asking():
            known = self._existing(branch)
            if known.state is ChangeState.MERGED:
                return known.head
            if known.state is ChangeState.CLOSED:
                raise _settled(known, "cannot be merged")
            if self._repository.head() != onto:
                raise main_moved()
            commit = self._standing_on(onto, known.head)
            # The branch first: whoever is killed in between leaves an open branch that stands on main.
            self._repository.move(
                _not_closed(branch), Move(_OPEN + branch, known.head, commit), Move(MAIN, onto, commit)
            )
            return commit

    def close(self, branch: str) -> None:
        with _asking():
            known = self._find(branch)
            if known is None:
                return
            if known.state is ChangeState.MERGED:
                raise _settled(known, "cannot be closed")
            moves = [] if known.state is ChangeState.CLOSED else [Move(_CLOSED + branch, None, known.head)]
            self._repository.move(*moves, *self._leaving(_OPEN + branch))

    def forget(self, branch: str) -> None:
        with _asking():
            known = self._find(branch)
            if known is None:
                return
            if known.state is not ChangeState.MERGED:
                raise _settled(known, "is not merged, and cannot be forgotten")
            self._repository.move(*self._leaving(_OPEN + branch), *self._leaving(_CLOSED + branch))

    def _find(self, branch: str) -> Request | None:
        if branch == BRANCH:  # it is where changes go, and nobody's change
            return None
        closed = self._repository.target(_CLOSED + branch)
        head = closed or self._repository.target(_OPEN + branch)
        if head is None:
            return None
        if self._repository.descends(self._repository.head(), head):
            return Request(branch, head, ChangeState.MERGED)
        return Request(branch, head, ChangeState.OPEN if closed is None else ChangeState.CLOSED)

    def _existing(self, branch: str) -> Request:
        known = self._find(branch)
        if known is None:
            raise ForgeRefused("is not there.", where=branch, remedy="Open it first.")
        return known

    def _standing_on(self, onto: str, head: str) -> str:
        """The branch's change as one commit on `onto`: its own where it stands there, else one made anew."""
        if self._repository.parents(head) == [onto]:
            if not self._repository.is_ours(head):  # edited by hand
                changed_plainly(self._repository, onto, head)
            return head
        return made_anew(self._repository, head, onto)

    def _leaving(self, ref: str) -> list[Move]:
        known = self._repository.target(ref)
        return [] if known is None else [Move(ref, known, None)]


@contextmanager
def _asking() -> Iterator[None]:
    """What is wrong with the repository or its disk may pass; a ref moved by another process has passed already."""
    try:
        yield
    except RefMoved as moved:
        if moved.where == MAIN:
            raise main_moved() from None
        raise ForgeUnavailable(
            "was changed by somebody else just now.", where=moved.where, remedy="Try again."
        ) from None
    except (RepositoryRefused, HomeRefused) as refused:
        raise ForgeUnavailable(refused.message, where=refused.where, remedy=refused.remedy) from None


def _not_closed(branch: str) -> Move:
    return Move(_CLOSED + branch, None, None)


def _settled(known: Request, wrong: str) -> ForgeRefused:
    return ForgeRefused(f"is {known.state.value}: it {wrong}.", where=known.branch)
