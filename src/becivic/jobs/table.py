"""Which jobs there are, how often a running server does each, and what each reports (design 3)."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar

from becivic.clock import rfc3339
from becivic.jobs import rot
from becivic.publishing.commit.job import commit, plan, wait
from becivic.publishing.commit.merging import follow
from becivic.publishing.commit.watching import leave, watch
from becivic.publishing.consensus.tick import Tick
from becivic.publishing.forge.forge import ForgeUnavailable
from becivic.publishing.indexes.regenerate import regenerate
from becivic.publishing.packing import pack
from becivic.publishing.repository import RepositoryRefused
from becivic.publishing.screening.rescan import rescan
from becivic.publishing.screening.screen import screen_for
from becivic.publishing.screening.votes import look_through, scan_votes, unread_votes
from becivic.publishing.servable import CorpusBroken
from becivic.publishing.snapshots.take import take
from becivic.publishing.workshop import Workshop
from becivic.rules.consensus import TICK_EVERY
from becivic.rules.publishing import COMMIT_EVERY, Failure
from becivic.rules.rot import AUDIT_EVERY, LINKCHECK_EVERY, PROBE_EVERY

T = TypeVar("T")

_log = logging.getLogger(__name__)

OnProgress = Callable[[int], None]
Report = dict[str, Any]
Run = Callable[[Workshop, datetime, OnProgress], Report]


@dataclass(frozen=True, slots=True)
class Job:
    """`every` is how often a server runs it; `plan` says what it would do, and does nothing."""

    name: str
    every: timedelta
    run: Run
    plan: Run | None = None
    calls_out: bool = False
    """Whether it asks other people's servers: only where an operator says so, and where nothing waits for it."""


def _commit(workshop: Workshop, now: datetime, on_progress: OnProgress) -> Report:
    """And what follows from it: indexes are made once a run, not once a change (R-IDX-05).

    Between two pieces of the work it tells of progress: whoever wants it to stop is heard there.
    """
    workshop.repository.remove_stale_locks()
    undone = _Undone()
    try:
        screen = screen_for(workshop)
    except (CorpusBroken, RepositoryRefused) as broken:
        _log.error("%s", broken)
        undone.work.append(str(broken))
        return {**wait(workshop, Failure.MAIN_UNREADABLE, now, on_progress).as_json(), **undone.as_json()}
    found = undone.unless_away(lambda: watch(workshop, now)) or []
    on_progress(0)
    followed = undone.unless_away(lambda: follow(workshop, now))
    on_progress(0)
    votes = scan_votes(workshop, screen, now, on_progress)
    report = commit(workshop, screen, now, on_progress=on_progress)
    index = undone.unless_away(lambda: regenerate(workshop, now, on_progress))
    undone.unless_away(lambda: leave(workshop))
    return {
        **report.as_json(),
        "votes": votes.as_json(),
        "followed": followed,
        "broken_on_main": [f"{finding.rule} {finding.place}" for finding in found],
        "index": None if index is None else index.commit,
        **undone.as_json(),
    }


def promote(
    workshop: Workshop, now: datetime, on_progress: OnProgress, *, everything: bool = False
) -> Report:
    """The words of new votes are looked through first, so that none waits for another job; indexes follow (R-SM-12)."""
    workshop.repository.remove_stale_locks()
    undone = _Undone()
    votes = undone.unless_away(lambda: look_through(workshop, now, on_progress))
    report = Tick(workshop, workshop.policy, now).run(on_progress, everything=everything)
    index = undone.unless_away(lambda: regenerate(workshop, now, on_progress)) if report.decisions else None
    undone.work.extend(report.unresumed)
    return {
        **report.as_json(),
        "votes": None if votes is None else votes.as_json(),
        "index": None if index is None else index.commit,
        **undone.as_json(),
    }


def plan_promote(
    workshop: Workshop, now: datetime, on_progress: OnProgress, *, everything: bool = False
) -> Report:
    """Votes that nobody has read yet are not counted here, and a run would read them first: it says how many."""
    report = Tick(workshop, workshop.policy, now).plan(on_progress, everything=everything)
    return {**report.as_json(), "unread_votes": workshop.store.read(unread_votes)}


@dataclass(frozen=True, slots=True)
class _Undone:
    """What the forge or main kept from being done: the next run does it, and rows do not wait for it."""

    work: list[str] = field(default_factory=list)
    """Why, a sentence each."""

    def unless_away(self, work: Callable[[], T]) -> T | None:
        try:
            return work()
        except (ForgeUnavailable, RepositoryRefused, CorpusBroken) as trouble:
            _log.warning("%s", trouble)
            self.work.append(str(trouble))
            return None

    def as_json(self) -> Report:
        return {"not_done": list(dict.fromkeys(self.work))}


def _plan_commit(workshop: Workshop, now: datetime, on_progress: OnProgress) -> Report:
    return plan(workshop, screen_for(workshop), now, on_progress).as_json()


def _name_scan(workshop: Workshop, now: datetime, on_progress: OnProgress) -> Report:
    return rescan(workshop, now, on_progress).as_json()


def _index(workshop: Workshop, now: datetime, on_progress: OnProgress) -> Report:
    return regenerate(workshop, now, on_progress).as_json()


def _snapshot(workshop: Workshop, now: datetime, on_progress: OnProgress) -> Report:
    """And once a day the repository is packed, where that is worth it: snapshots fill it most."""
    workshop.repository.remove_stale_locks()
    report, undone = take(workshop, now, on_progress), _Undone()
    packed = undone.unless_away(lambda: pack(workshop.repository, on_progress))
    return {**report.as_json(), "packed": packed, **undone.as_json()}


JOBS: Final = {
    job.name: job
    for job in (
        Job("commit", COMMIT_EVERY, _commit, _plan_commit),
        Job("promote", TICK_EVERY, promote, plan_promote),
        Job("name-scan", timedelta(hours=1), _name_scan),
        Job("index", timedelta(hours=1), _index),
        Job("snapshot", timedelta(hours=24), _snapshot),
        Job(rot.PROBE, PROBE_EVERY, rot.probe, rot.plan_probe, calls_out=True),
        Job("linkcheck", LINKCHECK_EVERY, rot.linkcheck, rot.plan_linkcheck, calls_out=True),
        Job("audit", AUDIT_EVERY, rot.audit),
    )
}


_AWAY: Final = frozenset((Failure.MAIN_UNREADABLE, Failure.FORGE_UNAVAILABLE))


def did_all(report: Report) -> bool:
    """Whether main and the forge could be read and written. What else waits, waits for its own reasons."""
    waiting: dict[str, str] = report.get("waiting") or {}
    return not report.get("not_done") and _AWAY.isdisjoint(waiting.values())


def reported(job: Job, now: datetime, report: Report) -> Report:
    return {"job": job.name, "now": rfc3339(now), **report}
