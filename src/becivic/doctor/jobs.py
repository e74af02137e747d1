"""The jobs: when each was run to its end the last time, and what they leave waiting.

A job that is run by hand leaves no note of its own, but for the probe: it shows in what waits, or does not wait any more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import ColumnElement, Connection, Table, func, or_, select

from becivic.clock import rfc3339
from becivic.doctor.finding import Code, Finding, look
from becivic.doctor.patient import Patient
from becivic.doctor.waiting import together, waiting
from becivic.jobs import rot
from becivic.jobs.table import JOBS, Job
from becivic.rules.consensus import TRANSITIONS
from becivic.rules.rot import LINKCHECK_EVERY, PROBE_EVERY
from becivic.rules.submissions import Verdict
from becivic.rules.targets import TargetType
from becivic.setting_values import is_loopback
from becivic.store import job_runs
from becivic.store.tables.keeping import ARTEFACTS
from becivic.store.tables.lifecycle import LINK_CHECKS, WATCHED
from becivic.store.tables.signals import LOOKED_THROUGH, VALIDATIONS
from becivic.store.tables.submissions import HELD, RELEASED_AND_DUE, STAGED
from becivic.store.written import moment, read_moment

COMMIT: Final = look(
    "JOB-01",
    "commit",
    "Contributions are due and no run has tried to publish them: no server has run, or its jobs do not.",
    "becivic run commit",
)
PROMOTE: Final = look(
    "JOB-02",
    "promote",
    "The time has come to decide about something, and no run has looked at it.",
    "becivic run promote",
)
READING: Final = look(
    "JOB-03",
    "votes read",
    "Votes with words wait to be looked through for names. They do not count before.",
    "becivic run promote",
)
PROBE: Final = look(
    "JOB-04",
    "probe",
    "Probes are on, and sources of paths have not been probed for more than twice as long as they should be.",
    "becivic run probe",
)
LINKCHECK: Final = look(
    "JOB-05",
    "linkcheck",
    "Probes are on, and references have not been looked at for more than twice as long as they should be.",
    "becivic run linkcheck",
)
LAST: Final = look(
    "JOB-06",
    "last run",
    "A job has not been run to its end for more than twice as long as it should: no server has run, or it fails each time."
    " By hand it says why.",
    "becivic run NAME",
)
SILENT: Final = look(
    "JOB-07",
    "probes off",
    "Probes are off, so that only votes confirm the sources of paths. A path that is not confirmed goes stale, says so and stays"
    " offered; silence deprecates none.",
    "export BECIVIC_PROBES=on",
)
CODES: Final[tuple[Code, ...]] = (COMMIT, PROMOTE, READING, PROBE, LINKCHECK, LAST, SILENT)


def examine(patient: Patient) -> Iterator[Finding]:
    with patient.records() as connection:
        yield _commit(patient, connection)
        yield _promote(patient, connection)
        yield _reading(patient, connection)
        yield from _outside(patient, connection)
        yield from _last_runs(patient, job_runs.last_successes(connection))
        yield _silent(patient, connection)


def _commit(patient: Patient, connection: Connection) -> Finding:
    before = patient.now - patient.limits.job_late
    found = together(
        [
            waiting(
                connection,
                STAGED.c.commit_eta,
                before,
                STAGED.c.stopped_at.is_(None),
                _untried(STAGED, before),
            ),
            waiting(connection, HELD.c.commit_eta, before, RELEASED_AND_DUE, _untried(HELD, before)),
        ]
    )
    if found:
        return COMMIT.bad(f"{found.told('due and untried', patient.now)}")
    return COMMIT.fine("nothing is due that was not tried")


def _untried(table: Table, before: datetime) -> ColumnElement[bool]:
    tried = table.c.last_commit_attempt
    return or_(tried.is_(None), tried <= moment(before))


def _promote(patient: Patient, connection: Connection) -> Finding:
    before = patient.now - 3 * patient.known.consensus_every
    found = waiting(connection, WATCHED.c.due_at, before)
    return PROMOTE.bad(found.told("undecided", patient.now)) if found else PROMOTE.fine("nothing is overdue")


def _reading(patient: Patient, connection: Connection) -> Finding:
    before = patient.now - patient.limits.names_late
    found = waiting(
        connection, VALIDATIONS.c.validated_at, before, VALIDATIONS.c.names_scanned.is_(None), ~LOOKED_THROUGH
    )
    return READING.bad(found.told("unread", patient.now)) if found else READING.fine("all of them")


def _outside(patient: Patient, connection: Connection) -> Iterator[Finding]:
    """Only where a server sends requests out; run by hand they need no reminder. What never ran is late when the first of
    the other jobs was run so long ago."""
    if not patient.known.probes:
        return
    successes = job_runs.last_successes(connection)
    began = min(successes.values(), default=patient.now)
    looked = connection.execute(select(func.max(LINK_CHECKS.c.checked_at))).scalar()
    for code, last, every in (
        (PROBE, successes.get(rot.PROBE), PROBE_EVERY),
        (LINKCHECK, looked and read_moment(looked), LINKCHECK_EVERY),
    ):
        told = f"ran last on {rfc3339(last)}" if last else "has never run"
        is_late = patient.now - (last or began) > 2 * every
        yield code.bad(told) if is_late else code.fine(told)


def _last_runs(patient: Patient, successes: Mapping[str, datetime]) -> Iterator[Finding]:
    """A job that was never run is late when the first of the others was run so long ago."""
    began = min(successes.values(), default=patient.now)
    for job in JOBS.values():
        if job.calls_out and not patient.known.probes:
            continue
        last = successes.get(job.name)
        told = f"{job.name} on {rfc3339(last)}" if last else f"{job.name} has not been run to its end yet"
        if patient.now - (last or began) > 2 * _every(patient, job):
            yield LAST.bad(told, NAME=job.name)
        else:
            yield LAST.fine(told)


def _every(patient: Patient, job: Job) -> timedelta:
    return patient.known.consensus_every if job.name == "promote" else job.every


def _silent(patient: Patient, connection: Connection) -> Finding:
    if patient.known.probes:
        return SILENT.fine("probes are on")
    stale = _stale_paths(connection, patient.now - patient.known.policy.stale_after)
    if stale or not is_loopback(patient.known.public_url):
        return SILENT.bad(f"probes are off; paths not confirmed lately: {stale:,}", "BECIVIC_PROBES")
    return SILENT.fine("probes are off, and no path is stale")


def _stale_paths(connection: Connection, before: datetime) -> int:
    """Published paths of which no source was confirmed since then."""
    own, vote = ARTEFACTS.c, VALIDATIONS.c
    old = select(own.target_id).where(
        own.target_type == TargetType.PATH.value,
        own.status.in_([status.value for status in TRANSITIONS]),
        own.cohort_started_at < moment(before),
    )
    confirmed = select(vote.target_id).where(
        vote.target_type.in_([TargetType.PATH.value, TargetType.PATH_SOURCE.value]),
        vote.verdict == Verdict.CONFIRM.value,
        vote.held == 0,
        LOOKED_THROUGH,
        vote.validated_at >= moment(before),
    )
    fresh = {target.partition(":")[0] for target in connection.execute(confirmed).scalars()}
    return len(set(connection.execute(old).scalars()) - fresh)
