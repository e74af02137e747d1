"""Names of git for commits, moved only from where they were expected to be. Knows nothing of what the commits hold.

Our own processes take turns, by a lock on the repository's folder; against a git that somebody runs by hand, libgit2
compares and swaps.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pygit2

from becivic.publishing.git_locks import refuse_locked, taking
from becivic.publishing.home import alone_in
from becivic.rules.errors import BeCivicError

_NOWHERE: Final = "0" * 40


class RefMoved(BeCivicError):
    """A ref is not where it was expected to be. `where` is its name."""


@dataclass(frozen=True, slots=True)
class Move:
    """Where a ref is expected to be and where it goes; None: there is none. The same twice only insists."""

    ref: str
    expected: str | None
    to: str | None


def target(git: pygit2.Repository, ref: str) -> str | None:
    try:
        reference = git.references.get(ref)
    except pygit2.InvalidSpecError:  # nothing can have such a name
        return None
    return None if reference is None else str(reference.peel(pygit2.Commit).id)


def move(git: pygit2.Repository, folder: Path, moves: tuple[Move, ...]) -> None:
    """One after the other, once all are seen to be where they are expected; else RefMoved, and none is moved.

    A process killed in between leaves the first ones done and the others not, and the next move removes its locks.
    Raises RefLocked where another git may hold one of them.
    """
    going = [each for each in moves if each.to != each.expected]
    with alone_in(folder):
        for each in moves:
            _insist(git, each)
        if going:
            with taking(folder, [each.ref for each in going]):
                for each in going:
                    _swap(git, folder, each)


def _insist(git: pygit2.Repository, one: Move) -> None:
    if target(git, one.ref) != one.expected:
        raise RefMoved(
            "is not where it was expected.", where=one.ref, remedy="Look at it again, and begin from there."
        )


def _swap(git: pygit2.Repository, folder: Path, one: Move) -> None:
    known = git.references.get(one.ref)
    _insist(git, one)
    to = pygit2.Oid(hex=one.to or _NOWHERE)
    try:
        if known is None:
            git.create_reference_direct(one.ref, to, False)
        elif one.to is None:
            known.delete()
        else:
            known.set_target(to)
    except (pygit2.GitError, OSError):
        _insist(git, one)  # moved by hand just now: that is the better word for it
        refuse_locked(folder, one.ref)
        raise
