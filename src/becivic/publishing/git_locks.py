"""Lock files of git in the repository: which are stale, and their removal (ADR 42).

Two ways to know that the holder of a lock is gone. A lock of ours: every move of a ref holds a flock on the repository's
folder and first writes down, in one small file, which lock files it is about to take; the next holder of the flock that
finds that file knows that they are dead. A lock of any other git: no live process has it open, and no git process works
in the repository. Where one does, or where the system does not show it, a lock counts as stale by its age.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from becivic.publishing.home import CAN_LOCK, alone_in
from becivic.rules.errors import BeCivicError

INTENT: Final = "becivic-locks"
"""The file that names the locks that one of ours is about to take. It exists only while the flock is held, or after a kill."""

STALE_AFTER: Final = 60.0
"""Seconds. A git command holds a ref's lock for moments; one this old is stale where its holder cannot be looked for."""

SETTLED_AFTER: Final = 1.0
"""Seconds. Between closing a lock file and renaming it no process shows as its holder: a younger one is left alone."""

PROC: Final = Path("/proc")

_FIRST_NAMESPACE: Final = "pid:[4026531836]"
"""PROC_PID_INIT_INO of Linux: in any other one, processes outside the container do not show."""

_WHERE: Final = (
    "*.lock",
    "refs/**/*.lock",
    "logs/**/*.lock",
    "objects/info/**/*.lock",
    "objects/pack/*.lock",
)
_OURS: Final = re.compile(r"(?:packed-refs|refs(?:/[^/\0\n]+)+)\.lock")

_log: Final = logging.getLogger(__name__)


class RefLocked(BeCivicError):
    """A lock of git is in the way and may be in use. `where` is its file."""


@dataclass(frozen=True, slots=True)
class GitLock:
    """One lock file, and who may hold it."""

    file: Path
    age: float
    """Seconds, by the clock of its file system."""
    holders: frozenset[int] | None
    """Processes that have it open. None where it cannot be determined whether one holds it."""

    @property
    def is_stale(self) -> bool:
        if self.holders is None:
            return self.age > STALE_AFTER
        return not self.holders and self.age > SETTLED_AFTER

    def refusal(self) -> RefLocked:
        if self.holders:
            who = ", ".join(map(str, sorted(self.holders)))
            return RefLocked(
                f"is a lock of git, held by another process ({who}).",
                where=str(self.file),
                remedy="Wait until that git command has ended, or end it; then it is tried again.",
            )
        return RefLocked(
            "is a lock of git, and its holder cannot be determined.",
            where=str(self.file),
            remedy=f"It is removed by itself once it is {STALE_AFTER:.0f} seconds old; sooner where you delete it,"
            " after you have seen that no git command works in this repository.",
        )


@contextmanager
def taking(repository: Path, refs: Iterable[str]) -> Iterator[None]:
    """Move or delete these refs inside. Hold `alone_in(repository)`: no other process of ours moves one until the end."""
    names = [f"{ref}.lock" for ref in (*refs, "packed-refs")]
    _remove_ours(repository)
    for name in names:
        _remove_if_stale(repository, repository / name)
    if (
        not CAN_LOCK
    ):  # pragma: no cover  only where the platform has no flock: such a file would prove nothing
        yield
        return
    intent = repository / INTENT
    ours = [name for name in names if not os.path.lexists(repository / name)]
    intent.write_text("".join(f"{name}\n" for name in ours), encoding="utf-8", newline="\n")
    try:
        yield
    finally:
        intent.unlink(missing_ok=True)


def refuse_locked(repository: Path, ref: str) -> None:
    """Raises RefLocked where a lock was in the way of a ref, once git has refused to move it."""
    for name in (ref, "packed-refs"):
        lock = _looked_at(repository, repository / f"{name}.lock", _now_of(repository), PROC)
        if lock is not None:
            raise lock.refusal()


def remove_stale(repository: Path) -> list[Path]:
    """Every stale lock of the repository goes, those of refs that never move again included. Which went."""
    if not (repository / INTENT).exists() and not any(_lock_files(repository)):
        return []
    with alone_in(repository):
        removed = _remove_ours(repository)
        for lock in git_locks(repository, _now_of(repository)):
            if lock.is_stale:
                removed += _remove(lock.file, "no process holds it")
    return removed


def git_locks(repository: Path, now: float, proc: Path = PROC) -> list[GitLock]:
    """All of them, as they are now. Looks, and changes nothing."""
    looked = (_looked_at(repository, file, now, proc) for file in _lock_files(repository))
    return [lock for lock in looked if lock is not None]


def _lock_files(repository: Path) -> Iterator[Path]:
    for pattern in _WHERE:
        yield from sorted(repository.glob(pattern))


def _remove_if_stale(repository: Path, file: Path) -> None:
    if os.path.lexists(file):
        lock = _looked_at(repository, file, _now_of(repository), PROC)
        if lock is not None and lock.is_stale:
            _remove(file, "no process holds it")


def _remove_ours(repository: Path) -> list[Path]:
    """What a process of ours took and was killed with: we hold the flock that it held."""
    intent = repository / INTENT
    try:
        named = intent.read_text(encoding="utf-8").splitlines()
    except (FileNotFoundError, UnicodeDecodeError):
        named = []
    removed = []
    for name in named:
        if _OURS.fullmatch(name) and ".." not in name:
            removed += _remove(repository / name, "the process that took it was killed")
    intent.unlink(missing_ok=True)
    return removed


def _remove(file: Path, why: str) -> list[Path]:
    try:
        file.unlink()
    except (FileNotFoundError, NotADirectoryError):
        return []
    _log.warning("Removed the lock file %s of git: %s.", file, why)
    return [file]


def _looked_at(repository: Path, file: Path, now: float, proc: Path) -> GitLock | None:
    """None where it is gone. A time that is not yet counts like one long ago: the clock was set back."""
    try:
        age = abs(now - file.lstat().st_mtime)
    except (FileNotFoundError, NotADirectoryError):
        return None
    return GitLock(file, age, _holders(file, repository, proc))


def _now_of(repository: Path) -> float:
    """By the clock of the file system, which also dated the lock."""
    os.utime(repository)
    return repository.stat().st_mtime


def _holders(file: Path, repository: Path, proc: Path) -> frozenset[int] | None:
    if not _shows_all(proc):
        return None
    processes = [process for process in proc.iterdir() if process.name.isdecimal()]
    target = str(file.resolve())
    if found := frozenset(int(process.name) for process in processes if _has_open(process, target)):
        return found
    folders = {str(folder) for folder in (repository.resolve(), *_work_trees(repository))}
    # It closes a lock file before it renames it, and may run a hook in between.
    return None if any(_may_be_git_in(process, folders) for process in processes) else found


def _shows_all(proc: Path) -> bool:
    """Not in a container of its own, and not where other accounts' processes are hidden."""
    try:
        return str((proc / "self" / "ns" / "pid").readlink()) == _FIRST_NAMESPACE and (proc / "1").exists()
    except OSError:
        return False


def _work_trees(repository: Path) -> Iterator[Path]:
    """Folders that an operator checked out of the repository with `git worktree add`."""
    for file in repository.glob("worktrees/*/gitdir"):
        with suppress(OSError, UnicodeDecodeError):
            yield Path(file.read_text(encoding="utf-8").strip()).parent.resolve()


def _has_open(process: Path, target: str) -> bool:
    """Of another account's process nothing shows; were it a git, its name would."""
    with suppress(OSError):
        return any(_link(descriptor) == target for descriptor in (process / "fd").iterdir())
    return False


def _may_be_git_in(process: Path, folders: Iterable[str]) -> bool:
    """A git process whose folder cannot be read may be in ours."""
    try:
        if not (process / "comm").read_text(encoding="utf-8", errors="replace").startswith("git"):
            return False
        places = [
            str((process / "cwd").readlink()),
            *_words(process / "cmdline"),
            *_words(process / "environ"),
        ]
    except PermissionError:
        return True
    except OSError:  # it has ended
        return False
    return any(folder in place for place in places for folder in folders)


def _words(file: Path) -> list[str]:
    return file.read_bytes().decode("utf-8", "replace").split("\0")


def _link(descriptor: Path) -> str:
    try:
        return str(descriptor.readlink())
    except OSError:
        return ""
