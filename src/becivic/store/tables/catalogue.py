"""Volatile values and references: one current row per uid, history never changed; and where uids come from."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Column, ForeignKey, Index, Table, UniqueConstraint

from becivic.rules.freshness import ReadAs
from becivic.rules.identifiers import UidPrefix
from becivic.rules.statuses import CATALOGUE_STATUSES
from becivic.rules.submissions import ValueType
from becivic.rules.targets import TargetType
from becivic.store.tables.columns import (
    METADATA,
    NUMBER,
    flag,
    is_flag,
    maybe,
    number,
    one_of,
    row_id,
    text,
)


def _row(own_table: str) -> list[Column[Any]]:
    """The lifecycle columns both catalogues share (R-CATL-01, R-CATL-05).

    `distinct_frozen` keeps what was counted before salt and hashes were destroyed, `stable_at` when that was: votes
    before it do not speak against a stable row (C-26).
    """
    return [
        row_id(),
        text("uid"),
        text("name"),
        text("status"),
        text("committed_at"),
        maybe("superseded_at"),
        Column("previous_row_id", NUMBER, ForeignKey(f"{own_table}.row_id"), nullable=True),
        maybe("submission_id", unique=True),
        text("submission_contract_version"),
        maybe("created_by_ip_hash"),
        maybe("per_artefact_salt"),
        maybe("distinct_frozen"),
    ]


def _late() -> list[Column[Any]]:
    """Columns that came later, and stand last."""
    return [maybe("stable_at")]


VOLATILE_VALUES: Final = Table(
    "volatile_values",
    METADATA,
    *_row("volatile_values"),
    text("value"),
    text("value_type"),
    maybe("unit"),
    maybe("source"),
    maybe("last_verified"),
    maybe("note"),
    flag("held"),
    maybe("names_scanned"),
    *_late(),
    maybe("created_by_network_hash"),
    is_flag("held"),
    one_of("status", CATALOGUE_STATUSES),
    one_of("value_type", ValueType),
    sqlite_autoincrement=True,
)
"""`value` is a JSON scalar; `source` is the uid of the reference it was read in, where one is known. Held, its words are
shown to nobody (C-22)."""

REFERENCES: Final = Table(
    "references",
    METADATA,
    *_row("references"),
    text("title"),
    text("url"),
    maybe("last_verified"),
    maybe("archived_url"),
    maybe("language"),
    maybe("note"),
    flag("held"),
    maybe("names_scanned"),
    *_late(),
    maybe("read_as"),
    maybe("page_date"),
    maybe("created_by_network_hash"),
    is_flag("held"),
    one_of("status", CATALOGUE_STATUSES),
    one_of("read_as", ReadAs, or_null=True),
    sqlite_autoincrement=True,
)
"""`read_as` and `page_date` belong to the reading of the day `last_verified`; NULL where that was not recorded."""

CATALOGUES: Final = {TargetType.VOLATILE_VALUE: VOLATILE_VALUES, TargetType.REFERENCE: REFERENCES}
"""By what their rows are called as the target of a submission."""

for _table in CATALOGUES.values():
    _current = _table.c.superseded_at.is_(None)
    Index(
        f"uq_{_table.name}_current",
        _table.c.uid,
        unique=True,
        sqlite_where=_current,
        postgresql_where=_current,
    )
    Index(f"ix_{_table.name}_uid", _table.c.uid, _table.c.row_id)
    Index(f"ix_{_table.name}_name", _table.c.name)

CATALOGUE_ENTRIES: Final = Table(
    "catalogue_entries",
    METADATA,
    text("uid", primary_key=True),
    text("prefix"),
    text("name"),
    text("minted_at"),
    one_of("prefix", UidPrefix),
    UniqueConstraint("prefix", "name"),
)
"""Every uid ever given out, with the name it was given for: a name asked for again gets its own uid (R-UID-06)."""

UID_SEQUENCES: Final = Table(
    "uid_sequences",
    METADATA,
    text("prefix", primary_key=True),
    number("last"),
    one_of("prefix", UidPrefix),
)
"""The last number given out per type; it only grows (R-UID-02)."""
