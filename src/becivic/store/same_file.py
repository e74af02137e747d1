"""Whether the name of an SQLite file still leads to the whole file that was opened.

An open connection outlives the name: it goes on reading and writing what nobody will find again. Of a file that was
truncated it goes on reading pages from memory, and stores what cannot be found later either.
"""

from __future__ import annotations

import logging
import os
import threading
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
        self._opened: Final = _looked_at(self._file)
        self._size = 0
        self._changing: Final = threading.Lock()
        self._is_told = False

    def refuse_another(self) -> None:
        """One look at the folder, no connection: opening an empty file would delete its log. Logged once."""
        with self._changing:
            wrong = self._wrong()
            if wrong is None:
                self._is_told = False
                return
        refused = DatabaseFileChanged(
            wrong,
            remedy="Stop the service and ask `becivic doctor`. After a VACUUM by another program the file is whole: start"
            " again. Otherwise put the file back or restore a backup first.",
            where=str(self._file),
        )
        if not self._is_told:
            _log.error("%s Until then nothing is taken in.", refused)
        self._is_told = True
        raise refused

    def accept_size(self) -> None:
        """The next look takes the size that it finds."""
        with self._changing:
            self._size = 0

    def _wrong(self) -> str | None:
        """An SQLite file grows, and shrinks by VACUUM alone, which runs while no server does."""
        found = _looked_at(self._file)
        if _identity(found) != _identity(self._opened):
            return "The database file was deleted, moved or replaced while it was in use."
        size = found.st_size if found is not None else 0
        if size < self._size:
            return "The database file became smaller while it was in use: truncated, or rewritten by VACUUM."
        self._size = size
        return None


class DatabaseFileChanged(StoreUnavailable):
    """Nothing may be opened, and nothing closed: closing writes the log into the file, and deletes it."""


def _looked_at(file: Path | None) -> os.stat_result | None:
    """None where there is none."""
    try:
        return None if file is None else file.stat()
    except OSError:
        return None


def _identity(found: os.stat_result | None) -> tuple[int, int] | None:
    return None if found is None else (found.st_dev, found.st_ino)
