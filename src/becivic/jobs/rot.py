"""The jobs that look for rot, as a server runs them and as people do (lifecycle 11)."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any, Final

from becivic.jobs import outside
from becivic.publishing.rot import auditing, probing
from becivic.publishing.rot.linkchecking import LinkCheck
from becivic.publishing.workshop import Workshop
from becivic.store import job_runs

OnProgress = Callable[[int], None]
Report = dict[str, Any]

PROBE: Final = "probe"


def probe(workshop: Workshop, now: datetime, on_progress: OnProgress) -> Report:
    fetcher = outside.open_fetcher(workshop.public_url)
    return probing.probe(workshop, fetcher, now, secrets.token_bytes, on_progress).as_json()


def probe_by_hand(workshop: Workshop, now: datetime, on_progress: OnProgress) -> Report:
    """Counts as a server's own run: nobody is asked again before the day is over."""
    report = probe(workshop, now, on_progress)
    workshop.store.write(partial(job_runs.note, job=PROBE, began=now))
    return report


def plan_probe(workshop: Workshop, _: datetime, __: OnProgress) -> Report:
    return probing.plan(workshop)


def linkcheck(
    workshop: Workshop, now: datetime, on_progress: OnProgress, *, everything: bool = False
) -> Report:
    fetcher = outside.open_fetcher(workshop.public_url)
    return LinkCheck(workshop, now, everything).run(fetcher, secrets.token_bytes, on_progress).as_json()


def plan_linkcheck(workshop: Workshop, now: datetime, _: OnProgress, *, everything: bool = False) -> Report:
    return LinkCheck(workshop, now, everything).plan()


def audit(workshop: Workshop, now: datetime, on_progress: OnProgress) -> Report:
    return auditing.audit(workshop, now, on_progress).as_json()
