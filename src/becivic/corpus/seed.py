"""Volatile values and references as a corpus carries them: the seed, then the daily snapshot (design 2; R-TAG-19).

The running service keeps them in its database; a check or a first start has only these files.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from becivic.corpus.fields import Fields
from becivic.rules.identifiers import UidPrefix
from becivic.rules.tags import Tag

SEED_FILE: Final = "catalogue-seed.json"
SNAPSHOT_FILES: Final = {
    UidPrefix.VOLATILE_VALUE: "data-snapshot/volatile-values.jsonl",
    UidPrefix.REFERENCE: "data-snapshot/references.jsonl",
}
SEED_LISTS: Final = {UidPrefix.VOLATILE_VALUE: "volatile_values", UidPrefix.REFERENCE: "references"}
PREFIX_OF_TAG: Final = {Tag.VV.value: UidPrefix.VOLATILE_VALUE, Tag.REF.value: UidPrefix.REFERENCE}


@dataclass(frozen=True, slots=True)
class Row:
    """The current row of a uid, as far as a citation needs it."""

    uid: str
    name: str
    status: str = "alpha"


class Catalogue(Protocol):
    """Who knows which uids exist: a corpus's own files, or a database."""

    def row(self, uid: str) -> Row | None: ...
    def named(self, prefix: UidPrefix, name: str) -> Row | None: ...


class RowCatalogue:
    """A catalogue over rows at hand."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._rows: Mapping[str, Row] = {row.uid: row for row in rows}
        self._names = {(row.uid.partition("-")[0], row.name): row for row in self._rows.values()}

    def row(self, uid: str) -> Row | None:
        return self._rows.get(uid)

    def named(self, prefix: UidPrefix, name: str) -> Row | None:
        return self._names.get((prefix.value, name))

    def __len__(self) -> int:
        return len(self._rows)


def seed_rows(seed: Fields) -> list[Row]:
    return [_row(item) for key in SEED_LISTS.values() for item in seed.children(key)]


def snapshot_row(line: Fields) -> Row | None:
    """A snapshot line is a current row unless something superseded it."""
    return None if line.raw("superseded_at") else _row(line)


def _row(item: Fields) -> Row:
    return Row(item.text("uid"), item.text("name"), item.text("status") or "alpha")
