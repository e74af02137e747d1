"""Whether the name of an SQLite file still leads to the file that was opened.

An open connection outlives the name: it goes on reading and writing what nobody will find again.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Final

from sqlalchemy import Engine

from becivic.store.engine import database_files
from becivic.store.failures import StoreUnavailable

_log: Final = logging.getLogger(__name__)


class SameFile:
    """Of a database that a server keeps there is no file, and nothing to refuse."""

    def __init__(self, engine: Engine) -> None:
        self._file: Final = next(iter(database_files(engine)), None)
        self._opened: Final = _identity(self._file)
        self._is_told = False

    def refuse_another(self) -> None:
        """One look at the folder, no connection. Logged once, whoever asks first."""
        if _identity(self._file) == self._opened:
            self._is_told = False
            return
        refused = StoreUnavailable(
            "The database file was deleted, moved or replaced while it was in use.",
            remedy="Stop the service, put the file back or restore a backup, then start again.",
            where=str(self._file),
        )
        if not self._is_told:
            _log.error("%s Until then nothing is taken in.", refused)
        self._is_told = True
        raise refused


def _identity(file: Path | None) -> tuple[int, int] | None:
    """None where there is none."""
    if file is None:
        return None
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
