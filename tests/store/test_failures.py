from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest
from psycopg import errors
from sqlalchemy import text
from sqlalchemy.exc import DatabaseError, DBAPIError

from becivic.store.engine import open_engine
from becivic.store.failures import StoreUnavailable, collided, saying_unavailable, unavailable

_SENT = "what somebody sent"


def _wrapped(error: Exception) -> DBAPIError:
    return DBAPIError("SELECT 1", {}, error)


def _sqlite_error(kind: type[sqlite3.Error], name: str) -> sqlite3.Error:
    error = kind(_SENT)
    error.sqlite_errorname = name
    error.sqlite_errorcode = getattr(sqlite3, name)
    return error


@pytest.mark.parametrize("wrap", [_wrapped, lambda error: error])
@pytest.mark.parametrize(
    ("error", "shown"),
    [
        (_sqlite_error(sqlite3.OperationalError, "SQLITE_BUSY"), "SQLITE_BUSY"),
        (_sqlite_error(sqlite3.OperationalError, "SQLITE_FULL"), "SQLITE_FULL"),
        (_sqlite_error(sqlite3.OperationalError, "SQLITE_IOERR_FSYNC"), "SQLITE_IOERR_FSYNC"),
        (_sqlite_error(sqlite3.DatabaseError, "SQLITE_NOTADB"), "SQLITE_NOTADB"),
        (psycopg.OperationalError(_SENT), "just now."),
        (psycopg.InterfaceError(_SENT), "just now."),
        (errors.AdminShutdown(_SENT), "SQLSTATE 57P01"),
        (errors.DiskFull(_SENT), "SQLSTATE 53100"),
        (errors.DeadlockDetected(_SENT), "SQLSTATE 40P01"),
    ],
)
def test_a_database_that_fails_is_unavailable_and_its_words_are_not_passed_on(
    error: Exception, shown: str, wrap: Callable[[Exception], Exception]
) -> None:
    said = unavailable(wrap(error))
    assert said is not None
    assert shown in said.message
    assert said.remedy.startswith("Stop the service" if shown == "SQLITE_NOTADB" else "Check that")
    assert _SENT not in str(said)


@pytest.mark.parametrize(
    "error",
    [
        _sqlite_error(sqlite3.OperationalError, "SQLITE_ERROR"),
        _sqlite_error(sqlite3.IntegrityError, "SQLITE_CONSTRAINT_UNIQUE"),
        sqlite3.ProgrammingError(_SENT),
        sqlite3.InterfaceError(_SENT),
        errors.UniqueViolation(_SENT),
        errors.SyntaxError(_SENT),
        ValueError(_SENT),
        SystemExit(1),
    ],
)
def test_work_that_is_wrong_is_not_an_unavailable_database(error: BaseException) -> None:
    assert unavailable(error) is None


@pytest.mark.parametrize(
    ("error", "is_one"),
    [
        (errors.SerializationFailure(), True),
        (_wrapped(errors.DeadlockDetected()), True),
        (errors.AdminShutdown(), False),
        (_sqlite_error(sqlite3.OperationalError, "SQLITE_BUSY"), False),
        (ValueError(), False),
    ],
)
def test_a_collision_is_told_from_other_failures(error: Exception, is_one: bool) -> None:
    assert collided(error) is is_one


def test_a_file_that_is_no_database_is_said_to_be_unusable(tmp_path: Path) -> None:
    file = tmp_path / "records.db"
    file.write_bytes(b"not a database, just words " * 100)
    with pytest.raises(StoreUnavailable, match="SQLITE_NOTADB"), saying_unavailable():
        open_engine(f"sqlite:///{file}").connect()


def test_a_server_that_is_not_there_is_said_to_be_out_of_reach() -> None:
    with pytest.raises(StoreUnavailable, match="PostgreSQL runs") as said, saying_unavailable():
        open_engine("postgresql+psycopg://somebody@127.0.0.1:1/name").connect()
    assert said.value.__suppress_context__


def test_a_wrong_statement_stays_what_it_is(database_url: str) -> None:
    with (
        open_engine(database_url).connect() as connection,
        pytest.raises(DatabaseError),
        saying_unavailable(),
    ):
        connection.execute(text("SELECT x FROM nowhere"))
