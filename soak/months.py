"""Months of traffic in minutes: the whole service in this process, its clock moved a day at a time."""

from __future__ import annotations

import gc
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import psutil
from bench.corpora import write_corpus
from tests.factories.outside import PretendWire, pretend

from becivic import heap
from becivic.corpus.findings import Severity
from becivic.fetching import Trouble
from becivic.names import PlainNameFinder
from becivic.publishing.rot import probing
from becivic.publishing.rot.linkchecking import LinkCheck
from soak import invariants
from soak.court import Court
from soak.house import House, MovedClock
from soak.ledger import Ledger
from soak.model import Predicted, predicted
from soak.traffic import READ, Crowd

BEGINS: Final = datetime(2027, 1, 1, tzinfo=UTC)
PATHS: Final = 20
DAILY: Final = ("commit", "promote", "snapshot")
"""A server does the first two more often, and finds less to do each time."""
WEEKLY: Final = ("name-scan", "index")
"""Every hour on a server. Indexes are made anew with every commit too, and new text is looked through before it is one."""
_HOURS: Final = (6, 8, 10)
"""Between night and the morning's crowd, to the evening's, and to the jobs."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """How long, how large, how busy, and by which chance."""

    months: int = 24
    month_days: int = 30
    skills: int = 500
    seed: int = 1
    sent_a_day: int = 12
    read_a_day: int = 4

    @property
    def days(self) -> int:
        return self.months * self.month_days


@dataclass
class Run:
    """One run over a folder of its own."""

    folder: Path
    wanted: Wanted
    on_day: Callable[[int], None] = lambda _: None
    on_month: Callable[[dict[str, Any]], None] = lambda _: None
    house: House = field(init=False)
    crowd: Crowd = field(init=False)
    court: Court = field(init=False)
    predicted: Predicted = field(init=False)
    by_month: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        home = self.folder / "home"
        self.house = House(home, f"sqlite:///{home / 'becivic.db'}", MovedClock(BEGINS), PlainNameFinder())
        self.crowd = Crowd(self.house, self.wanted.seed)
        self.court = Court(self.house, self.crowd.ledger, self.wanted.seed + 1)

    async def lives(self) -> dict[str, Any]:
        """From the first start to the last look, with one restart at the end."""
        began = time.monotonic()
        self.house.fill(write_corpus(self.folder / "corpus", self.wanted.skills, PATHS))
        async with self.house.opened():
            self.predicted = predicted(self._database_size(), self.wanted.sent_a_day, self.wanted.days)
            await self.crowd.crawls()
            for day in range(self.wanted.days):
                await self.day(day)
                self.on_day(day)
            before = await self._read()
            lived = await self.settled_mib()
        async with self.house.opened():
            after = await self._read()
            found = await invariants.broken(self.house, self.crowd.ledger)
        if before != after:
            found.append("a restart changed what is read")
        found += [f"unexpected: {each}" for each in self.crowd.ledger.unexpected]
        return {**self._told(found, time.monotonic() - began), "lived_mib": lived}

    async def day(self, day: int) -> None:
        if day % 7 == 0:
            self.crowd.new_week()
        half = self.wanted.sent_a_day // 2
        for hours, sent in zip(_HOURS, (half, self.wanted.sent_a_day - half, 0), strict=True):
            self.house.later(timedelta(hours=hours))
            await self.crowd.sends(sent)
        await self.crowd.reads(self.wanted.read_a_day)
        self.house.tidy()
        for job in DAILY:
            self.house.run(job)
        if day % 7 == 6:
            for job in WEEKLY:
                self.house.run(job)
            self._probes()
        await self.court.sits()
        if (day + 1) % self.wanted.month_days == 0:
            self._month()

    def _probes(self) -> None:
        """Nobody answers: what is asked for stays what it is."""
        fetcher = unreachable()
        probing.probe(self.house.workshop, fetcher, self.house.clock.now(), secrets.token_bytes, _quietly)

    def _month(self) -> None:
        LinkCheck(self.house.workshop, self.house.clock.now(), False).run(
            unreachable(), secrets.token_bytes, _quietly
        )
        report = self.house.run("audit")
        ledger = self.crowd.ledger
        for finding in report["findings"]:
            ledger.expects(finding["severity"] != Severity.ERROR.value, f"audit {finding}")
        gc.collect()
        self.by_month.append(
            {
                "resident_mib": _resident_mib(),
                "database_kib": self._database_size() // 1024,
                "sent": ledger.total,
                "reads": ledger.reads,
                "spent": self.house.timings.month(),
            }
        )
        self.on_month(self.by_month[-1])

    async def settled_mib(self) -> float:
        """What is held once everything has been read, so that nothing is merely not there yet."""
        await self.crowd.crawls()
        gc.collect()
        heap.give_back()
        return _resident_mib()

    def _database_size(self) -> int:
        """Once the log is empty."""
        self.house.store.checkpoint()
        return (self.house.home / "becivic.db").stat().st_size

    async def _read(self) -> dict[str, str]:
        """Every kind of page, and every page of some skills."""
        skills = sorted(self.house.library.edition.corpus.skills)[:5]
        paths = sorted({path.format(skill=skill) for path in READ for skill in skills})
        return {path: (await self.house.ask("GET", path, address="192.0.2.9")).text for path in paths}

    def _told(self, broken: list[str], seconds: float) -> dict[str, Any]:
        ledger, wanted = self.crowd.ledger, self.wanted
        return {
            "wanted": {name: getattr(wanted, name) for name in Wanted.__dataclass_fields__},
            "took_seconds": round(seconds),
            "predicted": {
                "at_start_kib": self.predicted.at_start // 1024,
                "a_day_bytes": self.predicted.a_day,
                "at_end_kib": self.predicted.at_end // 1024,
            },
            "ledger": told(ledger),
            "months": self.by_month,
            "git_kib": sum(file.stat().st_size for file in self.house.home.rglob("corpus.git/**/*")) // 1024,
            "checked": list(invariants.CHECKS),
            "broken": broken,
        }


def _resident_mib() -> float:
    return round(psutil.Process().memory_info().rss / 2**20, 1)


def told(ledger: Ledger) -> dict[str, Any]:
    kinds: dict[str, int] = {}
    for kind in ledger.accepted.values():
        kinds[kind.value] = kinds.get(kind.value, 0) + 1
    return {
        "sent": ledger.total,
        "accepted": dict(sorted(kinds.items())),
        "analytics": ledger.analytics,
        "refused": dict(sorted(ledger.refused.items())),
        "duplicates": ledger.duplicates,
        "cancelled": len(ledger.cancelled),
        "reads": ledger.reads,
        "court": dict(sorted(ledger.counts.items())),
    }


class _Everywhere(dict[str, Any]):
    """The same at every address."""

    def get(self, _: str, __: Any = None) -> Any:
        return Trouble.UNREACHABLE


def unreachable() -> Any:
    fetcher, _ = pretend(_Everywhere())
    assert isinstance(fetcher.wire, PretendWire)
    return fetcher


def _quietly(_: int) -> None:
    """Whoever wants to see how far it is looks at the days."""
