"""The first rows of what a change cites for the first time, and a catalogue that knows them before they are written.

A uid is given out before the merge, its row comes with it: rule 8 must not wait for a row that waits for rule 8.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from sqlalchemy import Connection

from becivic.catalogue.contents import ReferenceContent, Scalar, ValueContent
from becivic.catalogue.inserting import Filing, insert_reference, insert_value
from becivic.catalogue.rows import current
from becivic.corpus.seed import Catalogue, Row
from becivic.publishing.changes.uid_filling import CitedFirst
from becivic.rules.identifiers import UidPrefix, is_calendar_day
from becivic.rules.submissions import ValueType

_WHOLE: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,14})")
_FRACTION: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,14})\.[0-9]{1,2}")
"""Two decimals at most: with three, nobody can tell a fraction from thousands."""


def first_rows(connection: Connection, cited: Sequence[CitedFirst], filing: Filing, now: datetime) -> None:
    """A row at alpha for every uid that has none. One submission may bring several, so no row is named after it."""
    filed = replace(filing, submission_id=None)
    for first in cited:
        if current(connection, first.uid) is not None:
            continue
        if first.prefix is UidPrefix.REFERENCE:
            insert_reference(connection, first.uid, _reference(first), filed, now)
        else:
            insert_value(connection, first.uid, _value(first), filed, now)


class WithFirstRows:
    """A catalogue in which what is cited for the first time has its row already.

    For one check: its rules ask for the same few uids a hundred times, and are told each time what they were told
    first.
    """

    def __init__(self, known: Catalogue, cited: Iterable[CitedFirst]) -> None:
        self._known = known
        self._first = {each.uid: each for each in cited}
        self._rows: dict[str, Row | None] = {}

    def row(self, uid: str) -> Row | None:
        if uid not in self._rows:
            self._rows[uid] = self._looked_up(uid)
        return self._rows[uid]

    def named(self, prefix: UidPrefix, name: str) -> Row | None:
        found = self._known.named(prefix, name)
        if found is not None:
            return found
        wanted = (prefix, name)
        uid = next((each.uid for each in self._first.values() if (each.prefix, each.name) == wanted), None)
        return None if uid is None else Row(uid, name)

    def _looked_up(self, uid: str) -> Row | None:
        found, first = self._known.row(uid), self._first.get(uid)
        return Row(uid, first.name) if found is None and first is not None else found


def _value(first: CitedFirst) -> ValueContent:
    value, kind = _scalar(_shown(first.label))
    return ValueContent(value=value, value_type=kind)


def _scalar(label: str) -> tuple[Scalar, ValueType]:
    """A number where it is nothing but one, else the words as they stand."""
    if _WHOLE.fullmatch(label):
        return int(label), ValueType.INTEGER
    if _FRACTION.fullmatch(label):
        return float(label), ValueType.NUMBER
    return label, ValueType.STRING


def _reference(first: CitedFirst) -> ReferenceContent:
    day = first.last_verified if is_calendar_day(first.last_verified) else None
    return ReferenceContent(
        title=first.title.strip() or _shown(first.label), url=first.url, last_verified=day
    )


def _shown(label: str) -> str:
    """What a reader sees of a label, on one line."""
    return " ".join(html.unescape(label).split())
