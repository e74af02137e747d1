"""How much room the records take."""

from __future__ import annotations

from sqlalchemy import Connection, text

from becivic.store.engine import database_files, is_sqlite


def database_bytes(connection: Connection) -> int:
    """On disk; with what SQLite keeps beside its file."""
    if not is_sqlite(connection.engine):
        return int(connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one())
    return sum(file.stat().st_size for file in database_files(connection.engine) if file.exists())
