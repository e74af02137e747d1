"""Compares the crowd's own books with the records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from sqlalchemy import Column, Connection, select

from becivic.rules.submissions import SubmissionType
from becivic.store.tables.signals import (
    AMENDMENTS,
    ANALYTICS_EVENTS,
    CONCERNS,
    DRAFTS,
    FEEDBACK_CHANNEL,
    RATINGS,
    VALIDATIONS,
    SubmitterType,
)
from becivic.store.tables.submissions import HELD, STAGED
from soak.house import House
from soak.ledger import Ledger

IDS: Final = {
    SubmissionType.CONCERN: CONCERNS.c.submission_id,
    SubmissionType.AMENDMENT: AMENDMENTS.c.submission_id,
    SubmissionType.DRAFT: DRAFTS.c.submission_id,
    SubmissionType.VALIDATION: VALIDATIONS.c.validation_id,
    SubmissionType.FEEDBACK: FEEDBACK_CHANNEL.c.submission_id,
    SubmissionType.RATING: RATINGS.c.submission_id,
}
_TOLD: Final = 5


def agree(house: House, ledger: Ledger) -> Iterator[str]:
    """A held item stays listed for ever, so it may be in its table too; nothing else is in two places."""
    kept = ledger.kept
    in_tables: Counter[str] = Counter()
    for column in IDS.values():
        in_tables.update(_ids(house, column))
    staged, held = Counter(_ids(house, STAGED.c.id)), set(_ids(house, HELD.c.id))
    places = in_tables + staged
    yield from _few("lost", kept.keys() - places.keys() - held)
    yield from _few("twice", {each for each, times in places.items() if times > 1})
    yield from _few("cancelled, and there", ledger.cancelled & (places.keys() | held))
    yield from _few("never accepted", places.keys() - kept.keys() - _of_probes(house))
    events = house.store.read(
        lambda connection: len(connection.execute(select(ANALYTICS_EVENTS.c.row_id)).all())
    )
    if events != ledger.analytics:
        yield f"{events} events are kept of {ledger.analytics}"


def _ids(house: House, column: Column[str]) -> list[str]:
    def look(connection: Connection) -> list[str]:
        return list(connection.execute(select(column)).scalars())

    return house.store.read(look)


def _of_probes(house: House) -> set[str]:
    ours = VALIDATIONS.c.submitter_type == SubmitterType.CI_PROBE.value
    return set(
        house.store.read(
            lambda connection: list(
                connection.execute(select(VALIDATIONS.c.validation_id).where(ours)).scalars()
            )
        )
    )


def _few(what: str, found: set[str]) -> Iterator[str]:
    if found:
        yield f"{len(found)} {what}: {', '.join(sorted(found)[:_TOLD])}"
