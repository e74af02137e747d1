"""BECIVIC_HOME: made when missing, and held by one server at a time (measured.md: two writers on one file)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
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


@contextmanager
def hold_home(home: Path) -> Iterator[None]:
    """Make the folder and hold it; the system lets go when the process ends, however it ends."""
    lock = _open_lock(home)
    try:
        if CAN_LOCK:
            _take(lock, home)
        yield
    finally:
        os.close(lock)


def _open_lock(home: Path) -> int:
    try:
        # Keys and, on one machine, the database will lie here: nobody else's business.
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        return os.open(home / LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        reason = "a file is in the way" if isinstance(error, FileExistsError) else error.strerror
        raise HomeRefused(
            f"`{home}` cannot be made or written ({reason}).",
            where="BECIVIC_HOME",
            remedy="Name a folder that this user may write.",
        ) from None


def _take(lock: int, home: Path) -> None:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise HomeRefused(
            f"`{home}` is in use by another server{_holder(lock)}.",
            where="BECIVIC_HOME",
            remedy="Stop that one, or give this one a home of its own.",
        ) from None
    except OSError as error:
        raise HomeRefused(
            f"`{home}` cannot be locked ({error.strerror}).",
            where="BECIVIC_HOME",
            remedy="Name a folder on a local disk.",
        ) from None
    os.ftruncate(lock, 0)
    os.write(lock, b"%d\n" % os.getpid())


def _holder(lock: int) -> str:
    """Who wrote itself into the lock file; a hint for people, the lock itself is the system's."""
    text = os.read(lock, 32).decode("ascii", "replace").strip()
    return f" (process {text})" if text.isdecimal() else ""
