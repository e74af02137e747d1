"""What must not outlive its day: salts, the counters under them, and ids of what is long public (R-SALT-01)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sqlalchemy import func, select

from becivic.doctor.finding import Code, Finding, broken, look
from becivic.doctor.patient import Patient
from becivic.doctor.waiting import waiting
from becivic.store.tables.keeping import RATE_COUNTERS, SALTS
from becivic.store.tables.submissions import COMMITTED

ROTATED: Final = broken(
    "SALT-01",
    "daily salt",
    "The salt of a day gone by was not destroyed: with it, that day's counters could be tried against addresses."
    " A running server destroys it within minutes.",
    "becivic serve",
)
COUNTERS: Final = broken(
    "SALT-02",
    "counters",
    "Counters of a day gone by are still there. A running server destroys them with their salt.",
    "becivic serve",
)
FORGOTTEN: Final = look(
    "SALT-03",
    "ids",
    "Ids of what is long public are remembered for longer than 48 hours. A running server forgets them.",
    "becivic serve",
)
CODES: Final[tuple[Code, ...]] = (ROTATED, COUNTERS, FORGOTTEN)


def examine(patient: Patient) -> Iterator[Finding]:
    over = patient.now - patient.limits.salt
    with patient.records() as connection:
        old = waiting(connection, SALTS.c.expires_at, over)
        kept = connection.execute(select(func.count()).select_from(SALTS)).scalar_one()
        if old:
            yield ROTATED.bad(old.told("not destroyed", patient.now))
        else:
            yield ROTATED.fine(f"{kept:,} salts, none past its time")
        days = select(func.count(func.distinct(RATE_COUNTERS.c.day))).where(
            RATE_COUNTERS.c.day < over.date().isoformat()
        )
        left = connection.execute(days).scalar_one()
        yield COUNTERS.bad(f"counters of {left} days gone by") if left else COUNTERS.fine("today's alone")
        known = waiting(connection, COMMITTED.c.expires_at, over)
        yield (
            FORGOTTEN.bad(known.told("not forgotten", patient.now))
            if known
            else FORGOTTEN.fine("none too old")
        )
