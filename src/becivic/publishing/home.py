"""BECIVIC_HOME: made when missing, and held by one server at a time (measured.md: two writers on one file).

Where records live in PostgreSQL nothing in the home is written by two: replicas on one machine share it (design 3).
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from becivic.rules.errors import BeCivicError

try:
    import fcntl
except ImportError:  # pragma: no cover  only where the platform has no flock
    fcntl = None  # type: ignore[assignment]

LOCK_FILE: Final = "serve.lock"
CAN_LOCK: Final = fcntl is not None
"""Where it is False, whoever starts the server must be told that nothing guards the home."""


class HomeRefused(BeCivicError):
    """The home folder cannot be used. `where` names the variable."""


@dataclass(frozen=True, slots=True)
class ForeignOwner:
    """An account that owns what this process cannot use."""

    file: Path
    owner: str
    us: str

    @property
    def told(self) -> str:
        return f"`{self.file}` belongs to {self.owner}, and this process runs as {self.us}."

    def remedy(self, folder: Path) -> str:
        return (
            f"Run it as {self.owner} (`sudo -u {self.owner} …`), or give the folder to this account:"
            f" `sudo chown -R {self.us} {shlex.quote(str(folder))}`."
        )


def foreign_owner(*files: Path) -> ForeignOwner | None:
    """The owner of the first of these files that another account owns; None where there is none, or no accounts."""
    if not hasattr(os, "geteuid"):  # pragma: no cover  only where files have no owners
        return None
    for file in files:
        with suppress(OSError):
            owner = file.lstat().st_uid
            if owner != os.geteuid():
                return ForeignOwner(file, _account(owner), _account(os.geteuid()))
    return None


def _account(number: int) -> str:
    import pwd  # noqa: PLC0415  where there is geteuid

    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)


@contextmanager
def hold_home(home: Path, *, shared: bool = False) -> Iterator[None]:
    """Make the folder and hold it, alone or with others who share it.

    The system lets go when the process ends, however it ends.
    """
    lock = _open_lock(home)
    try:
        if CAN_LOCK:
            _take(lock, home, shared=shared)
        yield
    finally:
        os.close(lock)


@contextmanager
def alone_in(home: Path) -> Iterator[None]:
    """Wait until nobody else is in here: for what is done once in the life of a home that several may hold."""
    if not CAN_LOCK:
        yield
        return
    folder = os.open(home, os.O_RDONLY)  # the folder itself is the lock: no file of it stays behind
    try:
        with _locking(home):
            fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def _open_lock(home: Path) -> int:
    try:
        # Keys and, on one machine, the database will lie here: nobody else's business.
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        return os.open(home / LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        reason = "a file is in the way" if isinstance(error, FileExistsError) else error.strerror
        owned = foreign_owner(home, home / LOCK_FILE) if isinstance(error, PermissionError) else None
        raise HomeRefused(
            f"`{home}` cannot be made or written ({reason}).{f' {owned.told}' if owned else ''}",
            where="BECIVIC_HOME",
            remedy=owned.remedy(home) if owned else "Name a folder that this user may write.",
        ) from None


def _take(lock: int, home: Path, *, shared: bool) -> None:
    with _locking(home):
        try:
            fcntl.flock(lock, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except BlockingIOError:
            raise HomeRefused(
                f"`{home}` is in use by another server{_holder(lock)}.",
                where="BECIVIC_HOME",
                remedy="Stop that one, or give this one a home of its own.",
            ) from None
    os.ftruncate(lock, 0)
    if not shared:  # of several, any one named would be misleading
        os.write(lock, b"%d\n" % os.getpid())


@contextmanager
def _locking(home: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise HomeRefused(
            f"`{home}` cannot be locked ({error.strerror}).",
            where="BECIVIC_HOME",
            remedy="Name a folder on a local disk.",
        ) from None


def _holder(lock: int) -> str:
    """Who wrote itself into the lock file; a hint for people, the lock itself is the system's."""
    text = os.read(lock, 32).decode("ascii", "replace").strip()
    return f" (process {text})" if text.isdecimal() else ""
