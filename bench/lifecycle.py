"""The tick over many artefacts of which few have changed, on SQLite and on PostgreSQL, beside one over a tenth of them.

In the same run: a whole count of all votes, which a tick without marks would have to make; the first tick over
everything; what marking costs a vote; and a tick that moves files on main.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from sqlalchemy import Connection, func, select
from tests.factories.databases import KINDS, Databases

from becivic.corpus.load import Loader
from becivic.corpus.tree import DirectoryTree
from becivic.jobs.table import promote
from becivic.names import PlainNameFinder
from becivic.publishing.consensus.tick import POLICY_SEEN, Tick, TickReport
from becivic.publishing.first_start import open_or_import
from becivic.publishing.forge.local import LocalForge
from becivic.publishing.records import fill_records
from becivic.publishing.screening.votes import look_through
from becivic.publishing.workshop import Workshop
from becivic.rules.targets import TargetType
from becivic.store import watched
from becivic.store.store import open_store
from becivic.store.tables.signals import VALIDATIONS
from becivic.store.written import document, moment
from bench.corpora import write_corpus
from bench.lifecycle_records import Records, fill, vote_on
from bench.publishing_items import NOW

MANY: Final = 100_000
FEWER: Final = 10_000
SKILLS: Final = 1000
PATHS: Final = 200
CHANGED: Final = {
    TargetType.SKILL: 12,
    TargetType.PATH: 8,
    TargetType.VOLATILE_VALUE: 10,
    TargetType.REFERENCE: 10,
}
"""Artefacts a round with a vote that decides nothing."""
MOVED: Final = {TargetType.VOLATILE_VALUE: 5, TargetType.REFERENCE: 5}
"""And with one that does."""
FILES: Final = {TargetType.SKILL: 8, TargetType.PATH: 2}
"""Of a tick that moves files."""
ROUNDS: Final = 9
MARKS: Final = 2000
RIPE: Final = 60
_BEGAN: Final = NOW - timedelta(days=10)


def run() -> dict[str, Any]:
    result: dict[str, Any] = {}
    bars: dict[str, bool] = {}
    with TemporaryDirectory(prefix="becivic-bench-") as parent, Databases(Path(parent)) as databases:
        corpus = write_corpus(Path(parent) / "corpus", SKILLS, PATHS)
        for kind in KINDS:
            result[kind] = found = _on(databases, kind, corpus, Path(parent))
            quick, ratio = found[f"{MANY:,}"]["tick_seconds"] < 1, found["ratio"]
            bars[f"{kind}: a tick over {MANY:,} with {changed()} changed takes less than a second"] = quick
            bars[f"{kind}: and at most twice one over {FEWER:,}"] = ratio <= 2
    return {**result, "bars": bars}


def changed() -> int:
    return sum(CHANGED.values()) + sum(MOVED.values())


@dataclass
class House:
    """A workshop that has worked before, as a server's, over records of some size."""

    workshop: Workshop
    records: Records

    def change(
        self, turn: int, steady: Mapping[TargetType, int] = CHANGED, ripe: Mapping[TargetType, int] = MOVED
    ) -> None:
        """One more vote on so many of each kind, others at each turn."""
        pairs = ((self.records.steady, steady), (self.records.ripe, ripe))
        targets = [
            (kind, name)
            for names, numbers in pairs
            for kind, number in numbers.items()
            for name in names[kind][turn * number : (turn + 1) * number]
        ]
        vote_on(self.workshop.store, self.workshop.corpus(), targets, NOW)

    def tick(self) -> TickReport:
        """As the job does it, but for the indexes."""
        look_through(self.workshop, NOW)
        return Tick(self.workshop, self.workshop.policy, NOW).run(lambda _: None)


@contextmanager
def _house(databases: Databases, kind: str, corpus: Path, home: Path, artefacts: int) -> Iterator[House]:
    home.mkdir()
    with databases.fresh(kind) as url:
        repository = open_or_import(home, DirectoryTree(corpus), _BEGAN, Loader())
        store = open_store(url)
        workshop = Workshop(
            store, repository, LocalForge(repository), home, "http://127.0.0.1", PlainNameFinder()
        )
        fill_records(store, workshop.corpus(), _BEGAN, repository)
        records = fill(store, workshop.corpus(), artefacts, RIPE, _BEGAN)
        try:
            yield House(workshop, records)
        finally:
            store.close()


def _on(databases: Databases, kind: str, corpus: Path, parent: Path) -> dict[str, Any]:
    """Both sizes take turns, so that a busy neighbour slows both alike."""
    with (
        _house(databases, kind, corpus, parent / f"{kind}-few", FEWER) as few,
        _house(databases, kind, corpus, parent / f"{kind}-many", MANY) as many,
    ):
        first = _timed(few.tick)
        _remember(many)
        many.tick()
        rounds = [(_round(few, turn), _round(many, turn)) for turn in range(ROUNDS + 1)][1:]
        by_few, by_many = zip(*rounds, strict=True)
        return {
            f"{FEWER:,}": _told(few, by_few) | {"first_tick_over_everything_seconds": round(first, 1)},
            f"{MANY:,}": _told(many, by_many),
            "ratio": round(statistics.median(by_many) / statistics.median(by_few), 2),
        }


def _told(house: House, rounds: Sequence[float]) -> dict[str, Any]:
    """And what else costs something at this size."""
    store = house.workshop.store
    house.change(0, {}, FILES)
    files = _timed(house.tick)
    house.change(ROUNDS + 1)
    job = _timed(lambda: promote(house.workshop, NOW, lambda _: None))
    return {
        "validations": store.read(_how_many),
        "tick_seconds": round(statistics.median(rounds), 4),
        "slowest_tick_seconds": round(max(rounds), 4),
        "counting_all_votes_seconds": round(_timed(lambda: store.read(_count_all)), 3),
        f"tick_with_{sum(FILES.values())}_changes_of_main_seconds": round(files, 3),
        "job_with_indexes_seconds": round(job, 3),
        "marking_costs_a_vote_us": _marking(house),
    }


def _remember(house: House) -> None:
    """As if everything had been looked at once."""
    digest = document(house.workshop.policy.as_json())
    house.workshop.store.write(lambda connection: watched.remember(connection, POLICY_SEEN, digest))


def _round(house: House, turn: int) -> float:
    house.change(turn)
    started = time.perf_counter()
    report = house.tick()
    took = time.perf_counter() - started
    assert report.looked_at == changed(), report.looked_at
    assert len(report.decisions) == sum(MOVED.values()), report.decisions
    return took


def _marking(house: House) -> float:
    """One more statement in the transaction of each vote."""
    names = house.records.steady[TargetType.VOLATILE_VALUE][:MARKS]

    def mark(connection: Connection) -> None:
        for name in names:
            watched.mark(connection, TargetType.VOLATILE_VALUE, name, moment(NOW))

    return round(_timed(lambda: house.workshop.store.write(mark)) / len(names) * 1e6, 1)


def _how_many(connection: Connection) -> int:
    return connection.execute(select(func.count()).select_from(VALIDATIONS)).scalar_one()


def _count_all(connection: Connection) -> int:
    """What a tick would do that knows nothing of what has changed, before it decides anything."""
    own = VALIDATIONS.c
    counted = select(
        own.target_type, own.target_id, own.verdict, func.count(func.distinct(own.voter_hash))
    ).group_by(own.target_type, own.target_id, own.verdict)
    return len(connection.execute(counted).all())


def _timed(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


if __name__ == "__main__":
    import json

    print(json.dumps(run(), indent=2))
