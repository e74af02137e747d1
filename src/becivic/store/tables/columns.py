"""The metadata and the few kinds of column there are. Moments and documents are text, see `becivic.store.written`."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import BigInteger, CheckConstraint, Column, Integer, MetaData, Text

METADATA: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

NUMBER: Final = BigInteger().with_variant(Integer, "sqlite")


def row_id() -> Column[int]:
    """The surrogate key of rows that a uid alone does not tell apart (C-09)."""
    return Column("row_id", NUMBER, primary_key=True, autoincrement=True)


def text(name: str, **more: Any) -> Column[str]:  # noqa: ANN401  passed through
    return Column(name, Text, nullable=False, **more)


def maybe(name: str, **more: Any) -> Column[str | None]:  # noqa: ANN401  passed through
    return Column(name, Text, nullable=True, **more)


def number(name: str, **more: Any) -> Column[int]:  # noqa: ANN401  passed through
    return Column(name, NUMBER, nullable=False, **more)


def flag(name: str) -> Column[int]:
    """0 or 1; goes with `is_flag`."""
    return Column(name, Integer, nullable=False, server_default="0")


def is_flag(name: str) -> CheckConstraint:
    return CheckConstraint(f"{name} IN (0, 1)", name=name)


def one_of(name: str, values: Iterable[StrEnum | str], *, or_null: bool = False) -> CheckConstraint:
    """A closed list, held by the database too."""
    listed = ", ".join(f"'{value}'" for value in values)
    null = f"{name} IS NULL OR " if or_null else ""
    return CheckConstraint(f"{null}{name} IN ({listed})", name=name)
