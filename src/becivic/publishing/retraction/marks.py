"""Rows that are history: no word of theirs can be erased, but the mark may take its place (migration 0004)."""

from __future__ import annotations

from typing import Final

from becivic.publishing.retraction.texts import MARK
from becivic.store import written
from becivic.store.tables.catalogue import CATALOGUES
from becivic.store.tables.keeping import AUDIT_LOG
from becivic.store.tables.words import DOCUMENTS, words_of

MARKED: Final = {**{table: words_of(table) for table in CATALOGUES.values()}, AUDIT_LOG: ("detail",)}
"""A row of the catalogue is held by it."""


def marked(column: str) -> str:
    """What stands there instead, as its column is written."""
    return written.document(MARK) if column in DOCUMENTS else MARK
