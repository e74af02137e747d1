"""What a person is asked about a quarantine: one question for each, with the number of its decision (R-QUAR-03, R-CI-06)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from sqlalchemy import Connection, select

from becivic.lifecycle import Decision
from becivic.rules.targets import TargetType
from becivic.store.reviews import Asked
from becivic.store.tables.keeping import REVIEW_ITEMS, Queue

_TOLD: Final = {
    TargetType.SKILL: "A skill",
    TargetType.PATH: "A path",
    TargetType.VOLATILE_VALUE: "A value",
    TargetType.REFERENCE: "A reference",
}
_DECISION: Final = "decision "


class Question(NamedTuple):
    """One that waits: its own number, and that of the decision it is about."""

    item: int
    decision: int


def question(decision: Decision, number: int) -> Asked:
    """Whether the flag was right. No word of anybody's is in it."""
    artefact = decision.artefact
    what = "taken back to what it was before" if decision.goes_back else "pulled"
    title = f"{_TOLD[artefact.target]} was flagged as an injection and {what}: {artefact.id}"
    return Asked(Queue.INJECTION, artefact.target.value, artefact.id, title, f"{_DECISION}{number}")


def waiting(connection: Connection, target: TargetType, target_id: str) -> Iterator[Question]:
    """Every one about an artefact, oldest first."""
    own = REVIEW_ITEMS.c
    is_it = (own.queue == Queue.INJECTION.value) & own.closed_at.is_(None)
    is_it &= (own.subject_type == target.value) & (own.subject_id == target_id)
    rows = connection.execute(select(own.row_id, own.detail).where(is_it).order_by(own.row_id)).all()
    for item, detail in rows:
        number = (detail or "").removeprefix(_DECISION)
        if number.isdecimal():
            yield Question(item, int(number))
