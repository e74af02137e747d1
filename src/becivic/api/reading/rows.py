"""A row of the catalogue as anybody may read it: from a list of columns, so that what is not on it stays private."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Connection

from becivic.api.reading.answers import without_nothing
from becivic.catalogue.rows import CITATIONS, KINDS, AnyRow, ReferenceRow, ValueRow
from becivic.clock import rfc3339
from becivic.rendering.freshness import SourceReading, reading_words
from becivic.rendering.voice import ENGLISH
from becivic.rules.identifiers import UidPrefix
from becivic.rules.statuses import Status
from becivic.rules.submissions import SubmissionType

WORDS: Final[dict[UidPrefix, tuple[str, ...]]] = {
    UidPrefix.VOLATILE_VALUE: ("value", "value_type", "unit", "source", "last_verified", "note"),
    UidPrefix.REFERENCE: (
        "title",
        "url",
        "last_verified",
        "read_as",
        "page_date",
        "archived_url",
        "language",
        "note",
    ),
}
"""What a row says, by kind. Salt, hash and counts are not among it."""


def told(row: AnyRow) -> dict[str, Any]:
    """A row by itself. Held or quarantined it says that it is, and none of its words (C-22, R-QUAR-06)."""
    head = {"status": row.status, "committed_at": rfc3339(row.committed_at)}
    if row.held:
        return {**head, "held": True}
    if row.status is Status.QUARANTINED:
        return head
    # Where votes took the only value away, there is nothing in its place: no address is an empty one.
    said = {name: getattr(row, name) or None for name in ("title", "url") if name in WORDS[_prefix(row)]}
    return {
        **head,
        **without_nothing({name: getattr(row, name) for name in WORDS[_prefix(row)]} | said),
    }


def current(connection: Connection, prefix: UidPrefix, found: Sequence[AnyRow]) -> list[dict[str, Any]]:
    """Current rows, and beside each that nobody can rely on yet the last one that was stable (C-10)."""
    readings = _readings(connection, found)
    unsure = [row.uid for row in found if row.status is not Status.STABLE or row.held]
    stable = KINDS[prefix].last_stables(connection, unsure)
    return [
        {
            "uid": row.uid,
            "name": row.name,
            **told(row),
            **({"reading": readings[row.uid]} if row.uid in readings else {}),
            **({"last_stable": told(stable[row.uid])} if row.uid in stable else {}),
        }
        for row in found
    ]


def _readings(connection: Connection, found: Sequence[AnyRow]) -> dict[str, str]:
    """By uid, how the source was read, in a sentence: of a reference its own, of a value that of its source."""
    shown = [row for row in found if _is_shown(row)]
    sources = {row.uid: row for row in shown if isinstance(row, ReferenceRow)}
    wanted = {row.source for row in shown if isinstance(row, ValueRow) and row.source}
    sources |= {row.uid: row for row in CITATIONS.currents(connection, wanted) if _is_shown(row)}
    by_source = {row.uid: row.source if isinstance(row, ValueRow) else row.uid for row in shown}
    return {
        uid: reading_words(SourceReading.of(sources[source]), ENGLISH)
        for uid, source in by_source.items()
        if source in sources
    }


def _is_shown(row: AnyRow) -> bool:
    return not row.held and not row.status.is_terminal


def history(found: Sequence[AnyRow]) -> list[dict[str, Any]]:
    """Every row of a uid, newest first, counted from its first one: a number stays what it is."""
    return [
        {"number": number, **told(row), **_provenance(row)}
        for number, row in zip(range(len(found), 0, -1), found, strict=True)
    ]


def _provenance(row: AnyRow) -> dict[str, Any]:
    superseded = None if row.superseded_at is None else rfc3339(row.superseded_at)
    is_known = row.submission_id is not None and not row.held
    submission = {"type": SubmissionType.AMENDMENT, "id": row.submission_id} if is_known else None
    return without_nothing({"superseded_at": superseded, "submission": submission})


def _prefix(row: AnyRow) -> UidPrefix:
    return UidPrefix.VOLATILE_VALUE if isinstance(row, ValueRow) else UidPrefix.REFERENCE
