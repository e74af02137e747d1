"""Names of git for commits, moved only from where they were expected to be. Knows nothing of what the commits hold.

Our own processes take turns, by a lock on the repository's folder; against a git that somebody runs by hand, libgit2
compares and swaps.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pygit2

from becivic.publishing.home import alone_in
from becivic.rules.errors import BeCivicError

LEFT_BEHIND_AFTER: Final = 60.0
"""Seconds. A ref's lock file is held for moments; one this old was left by a process that was killed."""

_PACKED: Final = "packed-refs"
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

    A process killed in between leaves the first ones done and the others not.
    """
    with alone_in(folder):
        for each in moves:
            _insist(git, each)
        for each in moves:
            if each.to != each.expected:
                _sweep(folder, each.ref)
                _swap(git, each)


def _insist(git: pygit2.Repository, one: Move) -> None:
    if target(git, one.ref) != one.expected:
        raise RefMoved(
            "is not where it was expected.", where=one.ref, remedy="Look at it again, and begin from there."
        )


def _swap(git: pygit2.Repository, one: Move) -> None:
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
    except pygit2.GitError:
        _insist(git, one)  # moved by hand just now: that is the better word for it
        raise


def _sweep(folder: Path, ref: str) -> None:
    """While we hold the folder none of ours is at work: an old lock file is nobody's."""
    for lock in (folder / f"{ref}.lock", folder / f"{_PACKED}.lock"):
        if os.path.lexists(lock):
            with suppress(FileNotFoundError):
                os.utime(folder)  # the file system's own clock, which also dated the lock
                if folder.stat().st_mtime - lock.lstat().st_mtime > LEFT_BEHIND_AFTER:
                    lock.unlink()
