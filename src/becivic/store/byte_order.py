"""Text compared byte by byte on both databases: SQLite always does, PostgreSQL where it is told to.

Some languages sort signs otherwise, and then nothing lies between `<path>:` and `<path>;`.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Column, ColumnElement
from sqlalchemy.ext.compiler import compiles


class ByteOrder(ColumnElement[str]):
    """A column of text, to be asked for a range of it."""

    inherit_cache = True

    def __init__(self, column: Column[str]) -> None:
        self.column = column
        self.type = column.type


@compiles(ByteOrder)
def _as_it_is(element: ByteOrder, compiler: Any, **more: Any) -> str:  # noqa: ANN401  SQLAlchemy's own
    return str(compiler.process(element.column, **more))


@compiles(ByteOrder, "postgresql")
def _told_to(element: ByteOrder, compiler: Any, **more: Any) -> str:  # noqa: ANN401
    return f'{compiler.process(element.column, **more)} COLLATE "C"'
