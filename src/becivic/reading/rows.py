"""Rows of the catalogue as readers are shown them, in a few questions however many they are.

What is held or quarantined gives no words (C-22, R-QUAR-06).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from sqlalchemy import Connection

from becivic.catalogue.entries import uid_named
from becivic.catalogue.rows import CITATIONS, VALUES, AnyRow, ReferenceRow, ValueRow
from becivic.catalogue.wording import worded
from becivic.corpus.body import Body
from becivic.corpus.seed import PREFIX_OF_TAG
from becivic.lifecycle.standing import Score
from becivic.publishing.concern_scores import NOBODY
from becivic.reading.row_votes import votes_on_rows
from becivic.rendering.shown import LastStable, ShownReference, ShownRows, ShownValue
from becivic.rules.identifiers import UidPrefix, of_kind
from becivic.rules.moments import rfc3339
from becivic.rules.statuses import Status
from becivic.rules.targets import TargetType


def cited_uids(connection: Connection, body: Body) -> set[str]:
    """What a body cites; where an author left the uid out, by name (R-TAG-15): main has few of those."""
    found: set[str] = set()
    for element in body.citations:
        name = element.get("name") or ""
        uid = element.get("uid") or uid_named(connection, PREFIX_OF_TAG[element.name], name)
        if uid:
            found.add(uid)
    return found


def shown_rows(connection: Connection, uids: Collection[str]) -> ShownRows:
    """The current rows of these uids, and of the references that the values among them rest on."""
    values = sorted(VALUES.currents(connection, of_kind(uids, UidPrefix.VOLATILE_VALUE)), key=_number)
    stable = VALUES.last_stables(connection, [row.uid for row in values if _is_unsure(row)])
    votes = votes_on_rows(connection, TargetType.VOLATILE_VALUE, [row.uid for row in values])
    shown = {row.uid: _value(row, stable.get(row.uid), votes.get(row.uid, NOBODY)) for row in values}
    wanted = {*uids, *(value.source for value in shown.values())}
    references = CITATIONS.currents(connection, of_kind(wanted, UidPrefix.REFERENCE))
    return ShownRows(shown, {row.uid: _reference(row) for row in sorted(references, key=_number)})


def text_of(row: ValueRow) -> str:
    """Empty where votes took the only value away: nobody knows one any more."""
    return "" if row.value is None else worded(row.value, row.unit)


def _value(row: ValueRow, stable: ValueRow | None, votes: Score) -> ShownValue:
    if _is_silent(row):
        said = ShownValue(uid=row.uid, name=row.name, text="", status=row.status, held=row.held)
        return _with(said, stable, votes)
    said = ShownValue(
        uid=row.uid,
        name=row.name,
        text=text_of(row),
        status=row.status,
        value=row.value,
        unit=row.unit or "",
        last_verified=row.last_verified or "",
        source=row.source or "",
        note=row.note or "",
    )
    return _with(said, stable, votes)


def _with(said: ShownValue, stable: ValueRow | None, votes: Score) -> ShownValue:
    before = _last_stable(stable, said.text)
    return replace(said, last_stable=before, confirms=votes.up, rejects=votes.down)


def _last_stable(stable: ValueRow | None, text: str) -> LastStable | None:
    """Only where it says something else than what stands there now (R-TAG-16)."""
    if stable is None or text_of(stable) in ("", text):
        return None
    return LastStable(text=text_of(stable), committed_at=rfc3339(stable.committed_at))


def _reference(row: ReferenceRow) -> ShownReference:
    if _is_silent(row):
        return ShownReference(uid=row.uid, name=row.name, title="", url="", status=row.status, held=row.held)
    return ShownReference(
        uid=row.uid,
        name=row.name,
        title=row.title,
        url=row.url,
        status=row.status,
        last_verified=row.last_verified or "",
        archived_url=row.archived_url or "",
        language=row.language or "",
        note=row.note or "",
        read_as=row.read_as or "",
        page_date=row.page_date or "",
    )


def _is_unsure(row: ValueRow) -> bool:
    return row.status is not Status.STABLE or row.held


def _is_silent(row: AnyRow) -> bool:
    return row.held or row.status is Status.QUARANTINED


def _number(row: AnyRow) -> tuple[int, str]:
    """A uid of six digits comes after one of five."""
    return len(row.uid), row.uid
