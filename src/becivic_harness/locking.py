"""Owns the turn of a command: one at a time changes a data folder, and a killed one blocks nobody."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from becivic_harness.refusals import NOT_WRITABLE, Refused

NAME: Final = ".lock"
_PATIENCE: Final = 20.0
_PAUSE: Final = 0.02


@contextmanager
def turn(folder: str) -> Iterator[None]:
    """The system gives the lock back when the process ends, however it ends."""
    try:
        handle = os.open(os.path.join(folder, NAME), os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise Refused(
            "not_writable",
            f"{os.path.join(folder, NAME)}: {error.strerror or 'cannot be used'}.",
            "Free the rights or the disk, or name another folder with --data-dir.",
            code=NOT_WRITABLE,
        ) from None
    try:
        waited = 0.0
        while not _take(handle):
            if waited >= _PATIENCE:
                raise Refused(
                    "busy",
                    "Another command has been changing this data folder for twenty seconds.",
                    "Wait for it to end and try again.",
                    code=NOT_WRITABLE,
                )
            time.sleep(_PAUSE)
            waited += _PAUSE
        yield
    finally:
        os.close(handle)


if os.name == "nt":  # pragma: no cover  there is no Windows here to run it on

    def _take(handle: int) -> bool:
        import msvcrt

        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        except OSError:
            return False
        return True

else:

    def _take(handle: int) -> bool:
        import fcntl

        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
