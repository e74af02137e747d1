"""Which columns hold what somebody wrote. Whoever screens, shows or erases words asks here, so that none is forgotten.

Tables go by their names: their own modules ask too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import RowMapping, Table

from becivic.store.written import read_document

WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "concerns": ("content", "context"),
    "validations": ("rationale", "injection_reason", "traversal_metadata"),
    "amendments": ("rationale", "content", "provenance"),
    "volatile_values": ("value", "unit", "note"),
    "references": ("title", "url", "archived_url", "note"),
    "drafts": ("commit_message", "content", "provenance"),
    "feedback_channel": ("pointer", "body"),
    "ratings": ("would_be_5_stars",),
}
"""Names, uids, days and closed lists are no words: they stay where words go."""

RETRACTED: Final = "(retracted)"
"""What takes the place of words in history, where none can be erased (migration 0004)."""

DOCUMENTS: Final = frozenset(("content", "context", "provenance", "traversal_metadata", "value"))
"""Those of them that are JSON."""


def words_of(table: Table) -> tuple[str, ...]:
    return WORDS[table.name]


def read_words(table: Table, row: RowMapping) -> dict[str, Any]:
    """As they were sent, under the names of their columns; None where nothing was said."""
    return {name: _read(name, row[name]) for name in words_of(table)}


def _read(name: str, text: str | None) -> Any:  # noqa: ANN401  any JSON value
    return read_document(text) if name in DOCUMENTS and text is not None else text
