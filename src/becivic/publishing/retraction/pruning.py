"""Nothing stays behind: one pack with what refs still lead to, everything else deleted; databases written anew.

What a disk, a file system's snapshots, a server's own log or somebody's backup still hold is beyond a program's reach.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import psycopg
from sqlalchemy import Engine

from becivic.durable import settle_folder
from becivic.publishing.backup.objects import PACKS, OnDone, open_git, reached, tips
from becivic.publishing.packing import add_pack, packing
from becivic.publishing.repository import CorpusRepository
from becivic.store.engine import is_sqlite
from becivic.store.postgresql import unhurried

_LOGS: Final = ("logs", "ORIG_HEAD", "FETCH_HEAD", "objects/info")
"""What names objects that are gone."""


def prune(repository: Path, on_done: OnDone = lambda _: None) -> int:
    """How many objects are left. Done again it comes to the same."""
    with packing(repository), CorpusRepository.open(repository).writing():
        git = open_git(repository)
        kept = reached(git, tips(git).values(), on_done)
        _delete_all_but(add_pack(git, kept, repository), repository)
    return len(kept)


def _delete_all_but(packs: set[str], repository: Path) -> None:
    for file in (repository / PACKS).iterdir():
        if file.name not in packs:
            file.unlink()
    loose = [folder for folder in (repository / "objects").iterdir() if len(folder.name) == 2]
    for left in (*loose, *(repository / name for name in _LOGS)):
        if left.is_dir():
            shutil.rmtree(left)
        else:
            left.unlink(missing_ok=True)
    settle_folder(repository / "objects")


def write_anew(engine: Engine, tables: Iterable[str]) -> list[str]:
    """The database without the pages that held what was erased. Which tables its server leaves to their owner."""
    with unhurried(engine).connect() as plain:
        connection = plain.execution_options(isolation_level="AUTOCOMMIT")
        if is_sqlite(engine):
            connection.exec_driver_sql("VACUUM")
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            return []
        driver = connection.connection.driver_connection
        assert isinstance(driver, psycopg.Connection)  # there is no other driver for it
        left: list[str] = []
        for table in tables:
            noticed: list[object] = []
            driver.add_notice_handler(noticed.append)
            # ANALYZE: the server also keeps samples of what stands in its columns.
            connection.exec_driver_sql(f'VACUUM (FULL, ANALYZE) "{table}"')
            driver.remove_notice_handler(noticed.append)
            left += [table] if noticed else []
        return left
