"""The texts out of the records, and every record that names a rewritten object led on to what it became.

One transaction. Where words may only be erased they are, where history is kept the mark takes their place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Column, ColumnElement, Connection, Table, and_, false, func, or_, select, update

from becivic.publishing.retraction.marks import MARKED, marked
from becivic.publishing.retraction.rewriting import led_on
from becivic.publishing.retraction.submissions import erase_submission
from becivic.publishing.retraction.texts import RetractionRefused, Texts
from becivic.store import revision
from becivic.store.tables import METADATA
from becivic.store.tables.keeping import (
    ARTEFACTS,
    BANS,
    CHANGE_REQUESTS,
    NAME_SCANS,
    REVIEW_ITEMS,
)
from becivic.store.tables.signals import (
    AMENDMENTS,
    ANALYTICS_EVENTS,
    CONCERNS,
    DRAFTS,
    FEEDBACK_CHANNEL,
    RATINGS,
    VALIDATIONS,
)
from becivic.store.tables.submissions import HELD, STAGED
from becivic.store.tables.words import words_of

ERASED: Final = {table: words_of(table) for table in (CONCERNS, VALIDATIONS)}
"""Lose their words whole and are held, as by a discard."""

REPLACED: Final = {
    AMENDMENTS: words_of(AMENDMENTS),
    DRAFTS: words_of(DRAFTS),
    FEEDBACK_CHANNEL: (*words_of(FEEDBACK_CHANNEL), "triage"),
    STAGED: ("payload",),
    HELD: ("payload", "reasons"),
    REVIEW_ITEMS: ("title", "detail"),
    CHANGE_REQUESTS: ("title", "checks"),
    BANS: ("reason",),
}
"""Keep the rest of what they say."""

DELETED: Final = {
    RATINGS: words_of(RATINGS),
    ANALYTICS_EVENTS: ("from_step", "to_step", "submitting_agent"),
}
"""Never changed, and cited by nothing: the whole row goes."""

LED_ON: Final = {
    CHANGE_REQUESTS: ("base_commit", "head_commit", "merge_commit"),
    ARTEFACTS: ("commit_sha", "blob_id"),
    NAME_SCANS: ("content",),
    STAGED: ("payload",),
    HELD: ("payload",),
    AMENDMENTS: ("content",),
    DRAFTS: ("content",),
}
"""Where a commit or a file of main is named by its id."""

_WORDS: Final = {
    table: columns for way in (MARKED, ERASED, REPLACED, DELETED) for table, columns in way.items()
}
TABLES: Final = tuple(table.name for table in _WORDS)
"""Every table that can hold words."""


@dataclass(frozen=True, slots=True)
class Retraction:
    """What goes from the records."""

    texts: Texts
    ids: Mapping[str, str]
    submission: str | None = None
    """All words of this one go, wherever it was published."""


def find_rows(connection: Connection, texts: Texts) -> dict[str, int]:
    """How many rows of each table hold a text. Refused where it is part of what others know a row by."""
    found = {}
    for table in METADATA.sorted_tables:
        words = _WORDS.get(table, ())
        _refuse_in_a_name(connection, table, words, texts)
        if words:
            found[table.name] = len(_rows(connection, table, words, texts))
    return {name: count for name, count in found.items() if count}


def retract_rows(connection: Connection, retraction: Retraction) -> dict[str, int]:
    """Rows changed or deleted, by table. Done again it changes nothing."""
    changed: Counter[str] = Counter()
    if retraction.submission is not None:
        changed.update(erase_submission(connection, retraction.submission))
    for table, names in _WORDS.items():
        for row in _rows(connection, table, names, retraction.texts):
            _take_out(connection, table, row, retraction.texts)
            changed[table.name] += 1
    changed.update(_lead_on(connection, retraction.ids))
    if changed:
        revision.bump(connection)
    return dict(changed)


def _take_out(connection: Connection, table: Table, row: Mapping[str, Any], texts: Texts) -> None:
    is_it = and_(*(column == row[column.name] for column in table.primary_key))
    if table in DELETED:
        connection.execute(table.delete().where(is_it))
        return
    there = {name: row[name] for name in _WORDS[table] if row[name] and texts.are_in_words(row[name])}
    if table in ERASED:
        values: dict[str, Any] = {**dict.fromkeys(ERASED[table]), "held": 1}
    elif table in MARKED:
        values = {name: marked(name) for name in there} | ({"held": 1} if "held" in table.c else {})
    else:
        values = {name: texts.taken_from_words(text) for name, text in there.items()}
    connection.execute(update(table).where(is_it).values(values))


def _rows(connection: Connection, table: Table, names: Sequence[str], texts: Texts) -> list[dict[str, Any]]:
    """The database narrows it down to a word; what stands between words is looked at here."""
    holding = or_(false(), *(_may_hold(connection, table.c[name], texts) for name in names))
    rows = connection.execute(select(table).where(holding)).mappings()
    return [dict(row) for row in rows if any(texts.are_in_words(row[name] or "") for name in names)]


def _may_hold(connection: Connection, column: Column[Any], texts: Texts) -> ColumnElement[bool]:
    """To the letter, unlike LIKE."""
    position = func.instr if connection.dialect.name == "sqlite" else func.strpos
    return or_(*(position(column, clue) > 0 for clue in texts.clues))


def _refuse_in_a_name(connection: Connection, table: Table, words: tuple[str, ...], texts: Texts) -> None:
    names = [column.name for column in table.c if column.type.python_type is str and column.name not in words]
    for row in _rows(connection, table, names, texts)[:1]:
        found = next(name for name in names if texts.are_in_words(row[name] or ""))
        raise RetractionRefused(
            "The text is part of what rows are known by: an id, a name, a time.",
            where=f"{table.name}.{found}",
            remedy="Give more of what stands around it, or supersede that row under another name first.",
        )


def _lead_on(connection: Connection, ids: Mapping[str, str]) -> Counter[str]:
    changed: Counter[str] = Counter()
    for table, names in LED_ON.items() if ids else ():
        for row in connection.execute(select(table)).mappings().all():
            new = {name: led_on(row[name].encode(), ids).decode() for name in names if row[name]}
            new = {name: text for name, text in new.items() if text != row[name]}
            if new:
                is_it = and_(*(column == row[column.name] for column in table.primary_key))
                connection.execute(update(table).where(is_it).values(new))
                changed[table.name] += 1
    return changed
