"""All metrics at one moment: what was counted here, what the records say, what is served.

The records are asked at most once in a few seconds, beside the event loop and by one at a time: whoever scrapes, and
however often, nobody else waits for it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from sqlalchemy import Connection

from becivic.clock import SystemClock
from becivic.observing.exposition import exposed
from becivic.observing.families import FAMILIES, Family
from becivic.observing.queues import Waiting, waiting
from becivic.observing.samples import Said, counted, of_jobs, of_process, of_records, served
from becivic.observing.tallies import BOUNDS, Tallies
from becivic.reading.service import Standing
from becivic.store.job_runs import last_successes
from becivic.store.size import database_bytes
from becivic.store.store import Store, StoreUnavailable

ASKED_EVERY: Final = 5.0
"""Seconds for which what the records said is said again."""


class Records(NamedTuple):
    """What the records said at `at`."""

    at: datetime
    queues: Mapping[str, Waiting]
    successes: Mapping[str, datetime]
    size: int


@dataclass(slots=True)
class Metrics:
    """`jobs` are those that run here, by how often; `ticks` is a monotonic clock in seconds."""

    tallies: Tallies
    store: Store
    standing: Callable[[], Standing]
    behind_seconds: Callable[[], float]
    is_stopping: Callable[[], bool]
    jobs: Mapping[str, timedelta]
    now: Callable[[], datetime]
    started: datetime
    ticks: Callable[[], float] = time.monotonic
    born: datetime = field(default_factory=SystemClock().now)
    """When the process began, by the true clock: beside its other numbers, and whatever is rehearsed."""
    _records: Records | None = None
    _until: float = 0.0
    _asking: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def text(self) -> str:
        records = await self._asked()
        said = self._said(records)
        return exposed(((family, said.get(family, ())) for family in FAMILIES), BOUNDS)

    async def _asked(self) -> Records | None:
        """None where the records cannot be reached; that too holds for a while."""
        async with self._asking:
            if self.ticks() >= self._until:
                self._records = await asyncio.to_thread(self._ask)
                self._until = self.ticks() + ASKED_EVERY
            return self._records

    def _ask(self) -> Records | None:
        now = self.now()

        def job(connection: Connection) -> Records:
            found = waiting(connection, now)
            return Records(now, found, last_successes(connection), database_bytes(connection))

        try:
            return self.store.read(job)
        except StoreUnavailable:
            return None

    def _said(self, records: Records | None) -> dict[Family, Said]:
        now, standing = self.now(), self.standing()
        parts = {
            "records": records is not None,
            "writes": self.store.is_writable,
            "corpus": standing.is_current,
            "service": not self.is_stopping(),
        }
        from_records = (
            {}
            if records is None
            else of_records(records.queues, records.size, records.at)
            | of_jobs(self.jobs, records.successes, self.started, now)
        )
        return {
            **counted(self.tallies, self.jobs),
            **served(standing, self.behind_seconds(), parts, now),
            **from_records,
            **of_process(self.store.waiting, self.born),
        }
