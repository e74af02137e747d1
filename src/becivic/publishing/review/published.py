"""The rows that submissions became: hidden while a person looks at them, shown again, or without their words (C-22).

A row of the catalogue cannot lose its words, which are history (R-CATL-03): it stays held. Knows nothing of git.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, RowMapping, Table, delete, null, select, update

from becivic.rules.submissions import SubmissionType
from becivic.rules.targets import TargetType
from becivic.store import revision, watched
from becivic.store.tables.catalogue import REFERENCES, VOLATILE_VALUES
from becivic.store.tables.signals import (
    AMENDMENTS,
    CONCERNS,
    DRAFTS,
    FEEDBACK_CHANNEL,
    RATINGS,
    VALIDATIONS,
)
from becivic.store.tables.words import read_words, words_of


@dataclass(frozen=True, slots=True)
class Became:
    """A table that submissions of a type end in."""

    table: Table
    id: str = "submission_id"
    at: str = "committed_at"
    target: TargetType | None = None
    """Where the table says it, and no column."""
    target_id: str = "target_id"
    erased: Mapping[str, str | None] = field(default_factory=dict)
    """What a discarded one has instead of its words."""
    goes: bool = False
    """Whether a discarded one goes as a whole: nothing counts or cites it."""
    beside: tuple[str, ...] = ()
    """What its words are read with."""

    @property
    def shown(self) -> tuple[str, ...]:
        """The columns that whoever judges it is to see."""
        return (*self.beside, *words_of(self.table))

    def is_it(self, submission_id: str) -> ColumnElement[bool]:
        own: ColumnElement[str] = self.table.c[self.id]
        return own == submission_id

    def column(self, name: str) -> ColumnElement[Any]:
        return self.table.c[name] if name in self.table.c else null()


_NOTHING: Final[Mapping[str, str | None]] = {"content": "{}", "provenance": None}

_BECAME: Final[dict[SubmissionType, tuple[Became, ...]]] = {
    SubmissionType.CONCERN: (Became(CONCERNS, erased=dict.fromkeys(words_of(CONCERNS))),),
    SubmissionType.VALIDATION: (
        Became(VALIDATIONS, "validation_id", "validated_at", erased=dict.fromkeys(words_of(VALIDATIONS))),
    ),
    SubmissionType.AMENDMENT: (
        Became(AMENDMENTS, erased={**_NOTHING, "rationale": ""}),
        Became(VOLATILE_VALUES, target=TargetType.VOLATILE_VALUE, target_id="uid", beside=("name",)),
        Became(REFERENCES, target=TargetType.REFERENCE, target_id="uid", beside=("name",)),
    ),
    SubmissionType.DRAFT: (
        Became(DRAFTS, target_id="proposed_id", erased={**_NOTHING, "commit_message": ""}),
    ),
    SubmissionType.FEEDBACK: (Became(FEEDBACK_CHANNEL, goes=True, beside=("topic",)),),
    SubmissionType.RATING: (Became(RATINGS, target_id="skill_id", goes=True, beside=("axis", "stars")),),
}

EVERYTHING: Final = tuple(became for tables in _BECAME.values() for became in tables)
"""Every table that a submission may end in."""


class Published(NamedTuple):
    """What the row of something public says of it."""

    target_type: str | None
    target_id: str | None
    committed_at: str
    change_request_id: str | None


def find(connection: Connection, kind: SubmissionType, submission_id: str) -> Published | None:
    """Its row, however long ago it was published."""
    for became in _BECAME.get(kind, ()):
        names = ("target_type", became.target_id, became.at, "change_request_id")
        query = select(*(became.column(name) for name in names)).where(became.is_it(submission_id))
        row = connection.execute(query).first()
        if row is not None:
            found = Published(*row)
            return found._replace(target_type=became.target.value) if became.target else found
    return None


def words(connection: Connection, kind: SubmissionType, submission_id: str) -> dict[str, Any]:
    """What it says, for the eyes of whoever must judge it."""
    said: dict[str, Any] = {}
    for became in _BECAME.get(kind, ()):
        query = select(*(became.table.c[name] for name in became.shown)).where(became.is_it(submission_id))
        row = connection.execute(query).mappings().first()
        if row is not None:
            said |= _said(became, row)
    return said


def row_words(connection: Connection, target: TargetType, uid: str) -> dict[str, dict[str, Any]]:
    """The same of the hidden rows of the catalogue under a uid, by their number."""
    (became,) = (each for each in _BECAME[SubmissionType.AMENDMENT] if each.target is target)
    table = became.table
    query = select(table).where(table.c.uid == uid, table.c.held == 1).order_by(table.c.row_id)
    rows = connection.execute(query).mappings().all()
    return {str(row["row_id"]): _said(became, row) for row in rows}


def _said(became: Became, row: RowMapping) -> dict[str, Any]:
    said = {name: row[name] for name in became.beside} | read_words(became.table, row)
    return {name: each for name, each in said.items() if each is not None}


def hide(connection: Connection, kind: SubmissionType, submission_id: str) -> None:
    """It neither counts nor is shown."""
    _change(connection, kind, submission_id, {"held": 1})


def show(connection: Connection, kind: SubmissionType, submission_id: str) -> None:
    _change(connection, kind, submission_id, {"held": 0})


def _change(
    connection: Connection, kind: SubmissionType, submission_id: str, values: Mapping[str, int]
) -> None:
    touched = 0
    for became in _BECAME.get(kind, ()):
        changed = update(became.table).where(became.is_it(submission_id)).values(values)
        touched += connection.execute(changed).rowcount
    if touched:
        _told(connection, kind, submission_id)


def erase(connection: Connection, kind: SubmissionType, submission_id: str) -> None:
    """It stays hidden, and what it said is gone where that is possible (R-NER-07)."""
    touched = 0
    for became in _BECAME.get(kind, ()):
        is_it = became.is_it(submission_id)
        gone = update(became.table).where(is_it).values({"held": 1, **became.erased})
        touched += connection.execute(delete(became.table).where(is_it) if became.goes else gone).rowcount
    if touched:
        _told(connection, kind, submission_id)


def _told(connection: Connection, kind: SubmissionType, submission_id: str) -> None:
    """Whoever shows it must know, and whoever counts it."""
    revision.bump(connection)
    if kind is SubmissionType.VALIDATION:
        watched.mark_voted_on(connection, [submission_id], f"reviewed {submission_id}")
