"""A row of the catalogue as anybody may read it: from a list of columns, so that what is not on it stays private."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

from sqlalchemy import Connection, func, select

from becivic.api.reading.answers import without_nothing
from becivic.catalogue.rows import KINDS, ReferenceRow, ValueRow, spoken_against
from becivic.clock import rfc3339
from becivic.rules.identifiers import UidPrefix
from becivic.rules.statuses import Status
from becivic.rules.submissions import SubmissionType
from becivic.store.written import read_document, read_moment

AnyRow = ValueRow | ReferenceRow

WORDS: Final[dict[UidPrefix, tuple[str, ...]]] = {
    UidPrefix.VOLATILE_VALUE: ("value", "value_type", "unit", "source", "last_verified", "note"),
    UidPrefix.REFERENCE: ("title", "url", "last_verified", "archived_url", "language", "note"),
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
    unsure = [row.uid for row in found if row.status is not Status.STABLE or row.held]
    stable = _last_stable(connection, prefix, unsure)
    return [
        {
            "uid": row.uid,
            "name": row.name,
            **told(row),
            **without_nothing({"last_stable": stable.get(row.uid)}),
        }
        for row in found
    ]


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


def _last_stable(
    connection: Connection, prefix: UidPrefix, uids: Collection[str]
) -> dict[str, dict[str, Any]]:
    """By uid, where there is one, in one question. What is held is passed over: it must be readable."""
    own, words = KINDS[prefix].table.c, WORDS[prefix]
    newest = (
        select(func.max(own.row_id))
        .where(own.uid.in_(uids), own.status == Status.STABLE.value, own.held == 0)
        .where(~spoken_against(KINDS[prefix].table))
        .group_by(own.uid)
    )
    query = select(own.uid, own.committed_at, *(own[name] for name in words)).where(own.row_id.in_(newest))
    found: dict[str, dict[str, Any]] = {}
    for uid, at, *said in connection.execute(query) if uids else ():
        saying = without_nothing(dict(zip(words, said, strict=True)))
        saying |= {"value": read_document(saying["value"])} if "value" in saying else {}
        found[uid] = {"status": Status.STABLE, "committed_at": rfc3339(read_moment(at)), **saying}
    return found


def _prefix(row: AnyRow) -> UidPrefix:
    return UidPrefix.VOLATILE_VALUE if isinstance(row, ValueRow) else UidPrefix.REFERENCE
