"""One published submission without its words, whatever they are: as a discard leaves it (R-NER-07)."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from sqlalchemy import Column, Connection, Table, delete, select, update

from becivic.publishing.retraction.texts import MARK
from becivic.store.tables.catalogue import REFERENCES, VOLATILE_VALUES
from becivic.store.tables.signals import (
    AMENDMENTS,
    CONCERNS,
    DRAFTS,
    FEEDBACK_CHANNEL,
    RATINGS,
    VALIDATIONS,
)
from becivic.store.written import document


class _Left(NamedTuple):
    """What is left of a row; None: nothing."""

    id: Column[Any]
    values: dict[str, Any] | None


_PROPOSED: Final = {"content": "{}", "provenance": None, "held": 1}
_LEFT: Final[dict[Table, _Left]] = {
    CONCERNS: _Left(CONCERNS.c.submission_id, {"context": None, "content": None, "held": 1}),
    VALIDATIONS: _Left(
        VALIDATIONS.c.validation_id,
        {"rationale": None, "injection_reason": None, "traversal_metadata": None, "held": 1},
    ),
    AMENDMENTS: _Left(AMENDMENTS.c.submission_id, {"rationale": "", **_PROPOSED}),
    DRAFTS: _Left(DRAFTS.c.submission_id, {"commit_message": "", **_PROPOSED}),
    FEEDBACK_CHANNEL: _Left(FEEDBACK_CHANNEL.c.submission_id, None),
    RATINGS: _Left(RATINGS.c.submission_id, None),
    VOLATILE_VALUES: _Left(
        VOLATILE_VALUES.c.submission_id, {"value": document(MARK), "note": MARK, "held": 1}
    ),
    REFERENCES: _Left(REFERENCES.c.submission_id, {"title": MARK, "url": MARK, "note": MARK, "held": 1}),
}


def rows_of_submission(connection: Connection, submission: str) -> dict[str, int]:
    """Where it was published; nothing where it never was."""
    return {
        table.name: 1
        for table, left in _LEFT.items()
        if connection.execute(select(1).select_from(table).where(left.id == submission)).first()
    }


def erase_submission(connection: Connection, submission: str) -> dict[str, int]:
    touched = {}
    for table, left in _LEFT.items():
        change = delete(table) if left.values is None else update(table).values(left.values)
        touched[table.name] = connection.execute(change.where(left.id == submission)).rowcount
    return {name: count for name, count in touched.items() if count}
