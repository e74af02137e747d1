"""A home and its database belong together: where one of them is gone, a start must not put a new one in its place unsaid."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, select

from becivic.publishing.repository import REPOSITORY, CorpusRepository, RepositoryRefused
from becivic.store.engine import sqlite_file
from becivic.store.failures import saying_unavailable
from becivic.store.looking import looking
from becivic.store.tables.keeping import ARTEFACTS

LOST_MAIN: Final = "is gone, and the database knows what was published in it"


def knows_a_main(connection: Connection) -> bool:
    """Whether a start has filled the records from some main."""
    is_ours = connection.dialect.has_table(connection, ARTEFACTS.name)
    return is_ours and connection.execute(select(ARTEFACTS.c.target_id).limit(1)).first() is not None


def refuse_lost_main(home: Path, database_url: str) -> None:
    """A new import would take back every amendment and serve again what was pulled."""
    repository, file = home / REPOSITORY, sqlite_file(database_url)
    if os.path.lexists(repository) or (file is not None and not file.exists()):
        return
    with saying_unavailable(), looking(database_url) as connection:
        is_lost = knows_a_main(connection)
    if is_lost:
        raise RepositoryRefused(
            f"{LOST_MAIN}.",
            where=str(repository),
            remedy="Restore a backup of both, or put a bare clone of it there."
            " To begin anew from the packaged corpus, move the database away too, or name an empty one.",
        )


def has_begun(home: Path, key_file: Path) -> bool:
    """Whether a home has been served from, so that somewhere there are records of it: a start makes the key after main."""
    if not (home / REPOSITORY).exists():
        return False
    try:
        repository = CorpusRepository.open(home / REPOSITORY)
        return key_file.exists() or bool(repository.parents(repository.head()))
    except RepositoryRefused:  # what is wrong with it is said elsewhere
        return key_file.exists()
