"""Runs the jobs of a server by the clock, one at a time, each by one replica (design 3; R-JOB-01)."""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Final

from apscheduler.executors.pool import ThreadPoolExecutor
from apscheduler.schedulers.background import BackgroundScheduler
from apscheduler.triggers.interval import IntervalTrigger
from sqlalchemy import Connection

from becivic.clock import Clock, rfc3339
from becivic.frames import frames
from becivic.jobs import renewing
from becivic.jobs.table import JOBS, Job, did_all
from becivic.observing.tallies import RunOutcome, Tallies
from becivic.observing.tracing import running
from becivic.publishing.workshop import Workshop
from becivic.rules.errors import BeCivicError
from becivic.store import job_runs, leases
from becivic.store.store import Store, StoreUnavailable

_log: Final = logging.getLogger(__name__)

_FIRST_WITHIN: Final = timedelta(hours=1)
"""How long after its start a server looks at the latest whether a job is due, and how often: servers are restarted."""

_EARLY: Final = 10
"""The part of the time between two looks by which a look may come early: clocks tremble, and a due time is not missed."""


_INSIDE: Final = "default"
_OUTSIDE: Final = "outside"
"""Whoever waits for other people's servers keeps nobody of ours waiting: a thread and a workshop of its own."""


class _Stopping(Exception):
    """The server stops, and the job with it, between two pieces of its work: the next run goes on."""


class _Lost(Exception):
    """Another replica took the job for a dead one's, and does it by now."""


@dataclass(slots=True)
class Runner:
    """One replica's. The workshop is opened by the one thread that works in it, and kept: main is read once."""

    open: Callable[[], Workshop]
    store: Store
    clock: Clock
    holder: str
    calls_out: bool = False
    """Whether jobs may ask other people's servers (BECIVIC_PROBES)."""
    intervals: Mapping[str, timedelta] = field(default_factory=dict)
    """By job, how often an operator wants it, where that is not as often as usual (C-68)."""
    tallies: Tallies = field(default_factory=Tallies)
    """Where runs are counted."""
    new_id: Callable[[], str] = lambda: secrets.token_hex(4)
    """Names a run in the log."""
    pause: renewing.Pause = renewing.pause
    """How long a lease is left alone while a job works."""
    stopping: threading.Event = field(default_factory=threading.Event)
    _workshop: Workshop | None = None

    def jobs(self) -> list[tuple[Job, timedelta]]:
        """Those that run here, and how often each."""
        return [(job, self.every(job)) for job in JOBS.values() if self.calls_out or not job.calls_out]

    def run(self, job: Job) -> None:
        """Whatever goes wrong once, the next run comes."""
        started = time.perf_counter()
        with running(self.new_id()):
            outcome = self._run(job)
        self.tallies.run(job.name, outcome, time.perf_counter() - started)

    def _run(self, job: Job) -> RunOutcome:
        failed = _ended(job, RunOutcome.FAILED)
        try:
            return self._leased(job)
        except _Stopping:
            _log.info("The job %s stops with the server.", job.name, extra=_ended(job, RunOutcome.STOPPED))
            return RunOutcome.STOPPED
        except _Lost:
            elsewhere = _ended(job, RunOutcome.ELSEWHERE)
            _log.warning("The job %s stops: another replica runs it by now.", job.name, extra=elsewhere)
            return RunOutcome.ELSEWHERE
        except StoreUnavailable:
            _log.warning("The job %s could not reach the records; it is tried again.", job.name, extra=failed)
        except BeCivicError as error:
            _log.error("The job %s stopped: %s", job.name, error, extra=failed)
        except Exception as error:  # noqa: BLE001  a job that dies must not take the others along
            _log.error("The job %s stopped.\n%s", job.name, frames(error), extra=failed)
        return RunOutcome.FAILED

    def _leased(self, job: Job) -> RunOutcome:
        now, done = self.store.write(lambda connection: self._begins(connection, job)), False
        if now is None:
            return RunOutcome.ELSEWHERE

        def end(connection: Connection) -> None:
            if done:
                job_runs.note(connection, job.name, now)
            leases.let_go(connection, job.name, self.holder)

        try:
            with renewing.renewed(lambda: self._renew(job), self.pause) as lost:
                done = self._did(job, now, lost) is RunOutcome.DONE
        finally:
            self.store.write(end)
        return RunOutcome.DONE if done else RunOutcome.FAILED

    def every(self, job: Job) -> timedelta:
        return self.intervals.get(job.name, job.every)

    def looks_every(self, job: Job) -> timedelta:
        return min(self.every(job), _FIRST_WITHIN)

    def _begins(self, connection: Connection, job: Job) -> datetime | None:
        """When, if it is ours to run: nobody is at it, and no replica has done it for this due time."""
        if not leases.take(connection, job.name, self.holder, self.clock.now()):
            return None
        now = self.clock.now()  # only now: whoever had it while we waited for our turn began before
        if job_runs.is_due(connection, job.name, self.every(job), self.looks_every(job) / _EARLY, now):
            return now
        leases.let_go(connection, job.name, self.holder)
        return None

    def _renew(self, job: Job) -> bool:
        return self.store.write(
            lambda connection: leases.take(connection, job.name, self.holder, self.clock.now())
        )

    def _did(self, job: Job, now: datetime, lost: threading.Event) -> RunOutcome:
        def go_on(_: int) -> None:
            if self.stopping.is_set():
                raise _Stopping
            if lost.is_set():
                raise _Lost

        if self._workshop is None:
            self._workshop = self.open()
        started = time.perf_counter()
        report = job.run(self._workshop, now, go_on)
        outcome = RunOutcome.DONE if did_all(report) else RunOutcome.FAILED
        seconds = round(time.perf_counter() - started, 3)
        told = {name: value for name, value in report.items() if value}
        extra = {**_ended(job, outcome), "seconds": seconds, "report": told}
        _log.info("job %s at %s", job.name, rfc3339(now), extra=extra)
        return outcome


def _ended(job: Job, outcome: RunOutcome) -> dict[str, str]:
    """For the log: which job, and how its run ended."""
    return {"job": job.name, "outcome": outcome.value}


@contextmanager
def scheduled(runner: Runner) -> Iterator[None]:
    """The jobs run while this lasts. Leaving waits for the one under way."""
    scheduler = BackgroundScheduler(
        executors={lane: ThreadPoolExecutor(1) for lane in (_INSIDE, _OUTSIDE)},
        job_defaults={"coalesce": True, "max_instances": 1, "misfire_grace_time": None},
        timezone="UTC",
    )
    started = datetime.now(UTC)  # noqa: TID251  the scheduler's own clock, whatever the service pretends
    lanes = {_INSIDE: runner, _OUTSIDE: replace(runner, _workshop=None)}
    for job, _ in runner.jobs():
        lane = _OUTSIDE if job.calls_out else _INSIDE
        every = runner.looks_every(job)
        trigger = IntervalTrigger(seconds=int(every.total_seconds()), timezone="UTC")
        scheduler.add_job(
            lanes[lane].run, trigger, args=[job], id=job.name, next_run_time=started + every, executor=lane
        )
    scheduler.start()
    try:
        yield
    finally:
        runner.stopping.set()
        scheduler.shutdown(wait=True)
