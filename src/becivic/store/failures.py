"""What a driver's error means: the database is out of reach, two transactions met, or the statement was wrong.

Never passes a driver's text on: it can hold what somebody sent.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import psycopg
from sqlalchemy.exc import DBAPIError

from becivic.rules.errors import BeCivicError

_COLLISIONS: Final = ("40001", "40P01")
"""Serialization failure and deadlock: the same work succeeds when it is done again."""

_DAMAGED: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class StoreUnavailable(BeCivicError):
    """The database cannot be reached or used just now, or too much waits for it."""


def collided(error: BaseException) -> bool:
    """Whether two transactions met and this one was chosen to give way."""
    cause = _driver_error(error)
    return isinstance(cause, psycopg.Error) and cause.sqlstate in _COLLISIONS


def unavailable(error: BaseException) -> StoreUnavailable | None:
    """What to say when the database is what failed; None when the work itself was wrong."""
    cause = _driver_error(error)
    if isinstance(cause, StoreUnavailable):
        return StoreUnavailable(cause.message, remedy=cause.remedy, where=cause.where)
    if isinstance(cause, sqlite3.DatabaseError):
        return _sqlite_unavailable(cause)
    if isinstance(cause, psycopg.OperationalError | psycopg.InterfaceError):
        return _postgresql_unavailable(cause)
    return None


@contextmanager
def saying_unavailable() -> Iterator[None]:
    """Turn a driver's failure to reach the database into our own error."""
    try:
        yield
    except DBAPIError as error:
        if said := unavailable(error):
            raise said from None
        raise


def _driver_error(error: BaseException) -> BaseException | None:
    return error.orig if isinstance(error, DBAPIError) else error


def _sqlite_unavailable(cause: sqlite3.DatabaseError) -> StoreUnavailable | None:
    code = getattr(cause, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    operational = isinstance(cause, sqlite3.OperationalError) and code != sqlite3.SQLITE_ERROR
    if not operational and code not in _DAMAGED:
        return None
    if code in _DAMAGED:
        return StoreUnavailable(
            f"The database file is damaged, or is none ({cause.sqlite_errorname}).",
            remedy="Stop the service, keep the file, and restore a backup; `becivic doctor` says more.",
        )
    return StoreUnavailable(
        f"The database file cannot be used just now ({cause.sqlite_errorname}).",
        remedy="Check that the disk has room, that the file can be written and that nothing else keeps it locked.",
    )


def _postgresql_unavailable(cause: psycopg.Error) -> StoreUnavailable:
    state = f" (SQLSTATE {cause.sqlstate})" if cause.sqlstate else ""
    return StoreUnavailable(
        f"The database server cannot be used just now{state}.",
        remedy="Check that PostgreSQL runs, takes connections and is the one BECIVIC_DATABASE_URL names.",
    )
