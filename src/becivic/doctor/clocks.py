"""Time: nothing in git, in the records or in the home may come from the future, and other clocks agree with ours."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from sqlalchemy import Column, Connection, func, select

from becivic.clock import rfc3339
from becivic.doctor.finding import Code, Finding, NotLookedAt, broken, look
from becivic.doctor.modes import touched_at
from becivic.doctor.patient import Patient
from becivic.publishing.repository import RepositoryRefused
from becivic.store.tables.keeping import AUDIT_LOG, CHANGE_REQUESTS, REVIEW_ITEMS
from becivic.store.tables.lifecycle import DECISIONS
from becivic.store.tables.signals import VALIDATIONS
from becivic.store.tables.submissions import COMMITTED, STAGED
from becivic.store.written import read_moment

_WRITTEN: Final[tuple[Column[str], ...]] = (
    STAGED.c.received_at,
    COMMITTED.c.committed_at,
    VALIDATIONS.c.validated_at,
    DECISIONS.c.decided_at,
    CHANGE_REQUESTS.c.opened_at,
    REVIEW_ITEMS.c.opened_at,
    AUDIT_LOG.c.at,
)
_TIMESYNC: Final = Path("systemd") / "timesync"

COMMIT: Final = broken(
    "TIME-01",
    "last commit",
    "The last commit of main is from the future: this clock is behind, or was ahead when it was made.",
    "date --utc",
)
RECORDS: Final = broken(
    "TIME-02",
    "last record",
    "A record is from the future: this clock is behind, or was ahead when it was written. Nothing counts before its time.",
    "date --utc",
)
FILES: Final = look(
    "TIME-03",
    "file system",
    "Files in the home are from the future: the clock was set back, or the disk is another machine's.",
    "date --utc",
)
SERVER: Final = look(
    "TIME-04",
    "database server",
    "The clock of the database server and that of this machine are apart.",
    "date --utc",
)
SYNCHRONISED: Final = look(
    "TIME-05",
    "synchronisation",
    "The clock of this machine is not synchronised, although something here is meant to see to it.",
    "timedatectl timesync-status",
)
CODES: Final[tuple[Code, ...]] = (COMMIT, RECORDS, FILES, SERVER, SYNCHRONISED)


def examine(patient: Patient) -> Iterator[Finding]:
    yield _synchronised(patient)
    latest, true_latest = patient.now + patient.limits.clock, patient.true_now + patient.limits.clock
    try:
        home, repository = patient.home, patient.repository()
        made = repository.made_at(repository.head())
    except (NotLookedAt, RepositoryRefused):
        return
    told = f"main was changed last on {rfc3339(made)}"
    yield COMMIT.bad(told, repository.path) if made > latest else COMMIT.fine(told)
    times = (touched_at(file) for file in home.iterdir())
    touched = datetime.fromtimestamp(max((time for time in times if time is not None), default=0.0), UTC)
    told = f"the newest file in the home is of {rfc3339(touched)}"
    yield FILES.bad(told, home) if touched > true_latest else FILES.fine(told)
    try:
        with patient.records() as connection:
            yield from _records(patient, connection)
    except NotLookedAt:
        return


def _records(patient: Patient, connection: Connection) -> Iterator[Finding]:
    limit = patient.limits.clock
    found = [(connection.execute(select(func.max(column))).scalar(), column) for column in _WRITTEN]
    newest = max(((at, str(column)) for at, column in found if at is not None), default=None)
    if newest is None:
        yield RECORDS.fine("nothing has been written yet")
    else:
        told = f"the newest is of {rfc3339(read_moment(newest[0]))}"
        late = read_moment(newest[0]) > patient.now + limit
        yield RECORDS.bad(f"{told} ({newest[1]})", newest[1]) if late else RECORDS.fine(told)
    if connection.dialect.name == "postgresql":
        theirs = connection.exec_driver_sql("SELECT clock_timestamp()").scalar_one()
        apart = abs((theirs - patient.true_now).total_seconds())
        told = f"{apart:.0f} s apart"
        yield SERVER.bad(told, "BECIVIC_DATABASE_URL") if apart > limit.total_seconds() else SERVER.fine(told)


def _synchronised(patient: Patient) -> Finding:
    """As systemd says it, without asking anybody: a file appears once the clock has been set."""
    folder = patient.machine.run / _TIMESYNC
    zone = f"works in UTC; {rfc3339(patient.now)} here"
    if folder.is_dir() and not (folder / "synchronized").exists():
        return SYNCHRONISED.bad("systemd-timesyncd has not set the clock yet", folder)
    return SYNCHRONISED.fine(f"{zone}, set by systemd-timesyncd" if folder.is_dir() else zone)
