"""Rows of the catalogue as the files of a corpus have them: where there are no records, or none can be reached (R-TAG-19).

Files count no votes and do not say which earlier row fell: no last stable value is shown from them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeVar

from becivic.catalogue.wording import worded
from becivic.corpus.body import Body
from becivic.corpus.fields import Fields
from becivic.corpus.filed_items import filed_items
from becivic.corpus.load import Corpus
from becivic.corpus.seed import PREFIX_OF_TAG
from becivic.rendering.shown import ShownReference, ShownRows, ShownValue
from becivic.rules.identifiers import UidPrefix, of_kind
from becivic.rules.statuses import Status

_KEPT: Final = 2
"""Corpora whose files are remembered: the one that is served, and the one before."""

R = TypeVar("R", ShownValue, ShownReference)


@lru_cache(maxsize=_KEPT)
def filed_rows(corpus: Corpus) -> ShownRows:
    """Every row there is."""
    items = filed_items(corpus)
    values = {uid: _value(items[uid]) for uid in of_kind(items, UidPrefix.VOLATILE_VALUE)}
    return ShownRows(values, {uid: _reference(items[uid]) for uid in of_kind(items, UidPrefix.REFERENCE)})


def cited_rows(rows: ShownRows, body: Body) -> ShownRows:
    """Those that a body cites, and those that its values rest on."""
    values: dict[str, ShownValue | None] = {}
    references: dict[str, ShownReference | None] = {}
    for element in body.citations:
        uid, name = element.get("uid") or "", element.get("name") or ""
        if PREFIX_OF_TAG[element.name] is UidPrefix.VOLATILE_VALUE:
            values[uid or name] = rows.value(uid, name)
        else:
            references[uid or name] = rows.reference(uid, name)
    for value in values.values():
        if value is not None and value.source:
            references.setdefault(value.source, rows.references.get(value.source))
    return ShownRows(_known(values), _known(references))


def _known(found: dict[str, R | None]) -> dict[str, R]:
    """By uid, in the order of their numbers."""
    known = {row.uid: row for row in found.values() if row is not None}
    return {uid: known[uid] for uid in sorted(known, key=lambda uid: (len(uid), uid))}


def _value(item: Fields) -> ShownValue:
    value, unit, status = item.raw("value"), item.text("unit"), _status(item)
    if value is None or status is Status.QUARANTINED:
        return ShownValue(uid=item.text("uid"), name=item.text("name"), text="", status=status)
    return ShownValue(
        uid=item.text("uid"),
        name=item.text("name"),
        text=worded(value, unit or None),
        status=status,
        value=value,
        unit=unit,
        last_verified=item.text("last_verified"),
        source=item.text("source"),
        note=item.text("note"),
    )


def _reference(item: Fields) -> ShownReference:
    status = _status(item)
    if status is Status.QUARANTINED:
        return ShownReference(uid=item.text("uid"), name=item.text("name"), title="", url="", status=status)
    return ShownReference(
        uid=item.text("uid"),
        name=item.text("name"),
        title=item.text("title"),
        url=item.text("url"),
        status=status,
        last_verified=item.text("last_verified"),
        archived_url=item.text("archived_url"),
        language=item.text("language"),
        note=item.text("note"),
        read_as=item.text("read_as"),
        page_date=item.text("page_date"),
    )


def _status(item: Fields) -> Status:
    """One that says none is as new as can be."""
    return Status.read(item.raw("status")) or Status.ALPHA
