"""Statements of the hot path: compiled once per database, run on the driver's own connection.

SQLAlchemy writes the SQL; the price of its execution is left out. Columns are text and whole numbers, so that no value
needs converting. Everything happens in the transaction of the connection it is given.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NoReturn, cast

from sqlalchemy import ClauseElement, Connection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.compiler import SQLCompiler


class Prepared:
    """One statement, or one for each database where they are written differently."""

    __slots__ = ("_compiled", "_statement")

    def __init__(self, statement: ClauseElement | Mapping[str, ClauseElement]) -> None:
        self._statement: Final = statement
        self._compiled: Final[dict[str, tuple[str, dict[str, Any]]]] = {}

    def all(self, connection: Connection, **values: object) -> list[tuple[Any, ...]]:
        cursor = self._execute(connection, values)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
        cursor.close()
        return rows

    def first(self, connection: Connection, **values: object) -> tuple[Any, ...] | None:
        cursor = self._execute(connection, values)
        row: tuple[Any, ...] | None = cursor.fetchone()
        cursor.close()
        return row

    def run(self, connection: Connection, **values: object) -> int:
        """How many rows it touched."""
        cursor = self._execute(connection, values)
        if cursor.description is not None:  # SQLite counts what it returned only once it was all read
            cursor.fetchall()
        touched: int = cursor.rowcount
        cursor.close()
        return touched

    def _execute(self, connection: Connection, values: dict[str, object]) -> Any:  # noqa: ANN401  a driver's cursor
        if not connection.in_transaction():
            connection.begin()
        dialect = connection.dialect
        text, fixed = self._compiled.get(dialect.name) or self._compile(connection)
        given = fixed | values if fixed else values
        driver: Any = connection.connection.dbapi_connection  # neither driver is asynchronous: it is its own
        try:
            return driver.execute(text, given)
        except dialect.loaded_dbapi.Error as error:
            raise_as_core_does(connection, text, error)

    def _compile(self, connection: Connection) -> tuple[str, dict[str, Any]]:
        statement = self._statement
        if isinstance(statement, Mapping):
            statement = statement[connection.dialect.name]
        compiled = statement.compile(dialect=connection.dialect, compile_kwargs={"render_postcompile": True})
        given = {name for name, bound in cast("SQLCompiler", compiled).binds.items() if bound.required}
        fixed = {name: value for name, value in compiled.params.items() if name not in given}
        self._compiled[connection.dialect.name] = str(compiled), fixed
        return str(compiled), fixed


def raise_as_core_does(connection: Connection, text: str, error: Exception) -> NoReturn:
    """The same exceptions as from Connection.execute, without parameters: they hold what people sent."""
    dialect = connection.dialect
    raise DBAPIError.instance(
        text, None, error, dialect.loaded_dbapi.Error, hide_parameters=True, dialect=dialect
    ) from error
