"""Turns what is known into the samples of each family. Pure: counts, moments and a corpus in, numbers out."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from becivic import __version__
from becivic.observing import families as of
from becivic.observing.exposition import Distribution, Sample
from becivic.observing.families import Family
from becivic.observing.process import resident_bytes
from becivic.observing.queues import DUE, Waiting
from becivic.observing.tallies import RunOutcome, Runs, Tallies
from becivic.reading.service import Standing, by_status

Said = Sequence[Sample | Distribution]


def counted(tallies: Tallies, jobs: Iterable[str]) -> dict[Family, Said]:
    """Copied first: others go on counting. Of `jobs` every outcome is told, also before the first run."""
    runs = sorted({**{job: Runs() for job in jobs}, **tallies.runs}.items())
    return {
        of.REQUESTS: [
            Sample((group, str(status)), count)
            for (group, status), count in sorted(tallies.requests.copy().items())
        ],
        of.DURATIONS: [
            Distribution((group,), list(each.buckets), each.seconds)
            for group, each in sorted(tallies.durations.copy().items())
        ],
        of.SUBMISSIONS: _counts(tallies.submissions.copy()),
        of.CALLS: _counts(tallies.calls.copy()),
        of.JOB_RUNS: [
            Sample((job, outcome.value), each.outcomes[outcome])
            for job, each in runs
            for outcome in RunOutcome
        ],
        of.JOB_DURATION: [
            Sample((job,), each.last_seconds) for job, each in runs if each.last_seconds is not None
        ],
    }


def served(
    standing: Standing, behind_seconds: float, parts: Mapping[str, bool], now: datetime
) -> dict[Family, Said]:
    return {
        of.UP: [Sample((part,), int(works)) for part, works in parts.items()],
        of.CORPUS: [
            Sample((kind, status), count)
            for kind, statuses in by_status(standing.corpus).items()
            for status, count in statuses.items()
        ],
        of.CORPUS_ERRORS: [Sample((), len(standing.corpus.findings))],
        of.CORPUS_AGE: [Sample((), max(0.0, (now - standing.made_at).total_seconds()))],
        of.CORPUS_BEHIND: [Sample((), behind_seconds)],
    }


def of_records(queues: Mapping[str, Waiting], size: int, at: datetime) -> dict[Family, Said]:
    """`at` is when the records said so."""
    return {
        of.QUEUE: [Sample((name,), each.number) for name, each in queues.items()],
        of.QUEUE_AGE: [Sample((name,), each.seconds(at)) for name, each in queues.items()],
        of.LAG: [Sample((), queues[DUE].seconds(at))],
        of.DATABASE: [Sample((), size)],
    }


def of_jobs(
    jobs: Mapping[str, timedelta], successes: Mapping[str, datetime], started: datetime, now: datetime
) -> dict[Family, Said]:
    """Of the jobs that run here. Nobody is late for what was due while the service was not there."""
    ages = {job: now - successes[job] for job in jobs if job in successes}
    late = {job: now - max(successes.get(job, started), started) > 2 * every for job, every in jobs.items()}
    return {
        of.JOB_AGE: [Sample((job,), max(0.0, age.total_seconds())) for job, age in ages.items()],
        of.JOB_OVERDUE: [Sample((job,), int(is_late)) for job, is_late in late.items()],
    }


def of_process(writes_waiting: int, started: datetime) -> dict[Family, Said]:
    memory = resident_bytes()
    return {
        of.WRITES_WAITING: [Sample((), writes_waiting)],
        of.BUILD: [Sample((__version__,), 1)],
        of.STARTED: [Sample((), started.timestamp())],
        of.CPU: [Sample((), time.process_time())],
        of.MEMORY: [] if memory is None else [Sample((), memory)],
    }


def _counts(found: Mapping[tuple[str, str], int]) -> Said:
    return [Sample(labels, count) for labels, count in sorted(found.items())]
