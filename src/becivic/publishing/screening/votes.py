"""Votes take effect at once, and their words are looked at afterwards: before that they are shown to nobody (C-22)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from functools import partial
from typing import Final

from sqlalchemy import Connection, RowMapping, func, select, update

from becivic.publishing.review.holding import hold
from becivic.publishing.screening.review_log import Hold, note_holds
from becivic.publishing.screening.screen import Reason, Screen, screen_for
from becivic.publishing.workshop import Workshop
from becivic.rules.publishing import held_address
from becivic.rules.submissions import SubmissionType
from becivic.store import revision, watched
from becivic.store.tables.signals import LOOKED_THROUGH, VALIDATIONS
from becivic.store.tables.words import read_words, words_of

BATCH: Final = 200
ACTOR: Final = "name-scan"

OnProgress = Callable[[int], None]
"""Told how many were looked at so far; from within, a run can be stopped between two pages."""


@dataclass(frozen=True, slots=True)
class VotesScanned:
    looked: int
    held: int

    def as_json(self) -> dict[str, int]:
        return asdict(self)


def scan_votes(
    workshop: Workshop, screen: Screen, now: datetime, on_progress: OnProgress = lambda _: None
) -> VotesScanned:
    """Every vote that nobody has looked at. One that is held does not count until a person releases it."""
    looked = held = after = 0
    while page := workshop.store.read(partial(_page, after)):
        reasons = screen.look([(SubmissionType.VALIDATION, read_words(VALIDATIONS, row)) for row in page])
        found = list(zip((row["validation_id"] for row in page), reasons, strict=True))
        holds = workshop.store.write(partial(_settle, found, screen.digest, now))
        note_holds(workshop.home, holds, now)
        looked, held, after = looked + len(page), held + len(holds), page[-1]["row_id"]
        on_progress(looked)
    return VotesScanned(looked, held)


def look_through(workshop: Workshop, now: datetime, on_progress: OnProgress = lambda _: None) -> VotesScanned:
    """The same where there is something to read: whoever finds names takes seconds to load."""
    if not workshop.store.read(unread_votes):
        return VotesScanned(0, 0)
    return scan_votes(workshop, screen_for(workshop), now, on_progress)


def unread_votes(connection: Connection) -> int:
    """How many have words that nobody has looked at."""
    waits = select(func.count()).select_from(VALIDATIONS)
    return connection.execute(
        waits.where(VALIDATIONS.c.names_scanned.is_(None), ~LOOKED_THROUGH)
    ).scalar_one()


def _page(after: int, connection: Connection) -> Sequence[RowMapping]:
    own = VALIDATIONS.c
    query = (
        select(own.row_id, own.validation_id, *(own[name] for name in words_of(VALIDATIONS)))
        .where(own.names_scanned.is_(None), own.row_id > after)
        .order_by(own.row_id)
        .limit(BATCH)
    )
    return connection.execute(query).mappings().all()


def _settle(
    found: Sequence[tuple[str, Sequence[Reason]]], digest: str, now: datetime, connection: Connection
) -> list[Hold]:
    """They were looked at, all of them; a released one is shown, since a person has seen it."""
    own = VALIDATIONS.c
    ids = [each for each, _ in found]
    connection.execute(update(VALIDATIONS).where(own.validation_id.in_(ids)).values(names_scanned=digest))
    watched.mark_voted_on(connection, ids, f"looked through {ids[-1]}")
    revision.bump(connection)
    kind = SubmissionType.VALIDATION
    return [
        Hold(held_address(kind, each), reasons)
        for each, reasons in found
        if reasons and hold(connection, kind, each, reasons, now, ACTOR)
    ]
