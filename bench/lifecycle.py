"""The tick over many artefacts of which few have changed, on SQLite and on PostgreSQL, beside one over a tenth of them.

In the same rounds: a whole count of all votes, which a tick without marks would have to make.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from sqlalchemy import Connection, func, select
from tests.factories.databases import KINDS, Databases

from becivic.corpus.load import Loader
from becivic.corpus.tree import DirectoryTree
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
from becivic.store.written import document
from bench.corpora import write_corpus
from bench.lifecycle_records import VOTES, Records, fill, vote_on
from bench.measured import Bar, Benchmark, Measured, Told, Unit, at_most, ours_at_most
from bench.publishing_items import NOW
from bench.rounds import Run, seconds_of

FEWER: Final = 10_000
MANY: Final = 100_000
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
ROUNDS: Final = 7
RIPE: Final = 60
_BEGAN: Final = NOW - timedelta(days=10)


COUNTING: Final = "counting all votes anew"


def measure(run: Run) -> list[Measured]:
    with TemporaryDirectory(prefix="becivic-bench-") as parent, Databases(Path(parent)) as databases:
        corpus = write_corpus(Path(parent) / "corpus", SKILLS, PATHS)
        return [each for kind in KINDS for each in _on(run, databases, kind, corpus, Path(parent))]


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


def _on(run: Run, databases: Databases, kind: str, corpus: Path, parent: Path) -> list[Measured]:
    fewer, more = max(SKILLS + PATHS, run.size(FEWER)), run.size(MANY)
    run.tell(f"{kind}: writing {more:,} artefacts and {more * VOTES:,} votes")
    with (
        _house(databases, kind, corpus, parent / f"{kind}-few", fewer) as few,
        _house(databases, kind, corpus, parent / f"{kind}-many", more) as many,
    ):
        ticks = {f"{fewer:,}": _rounds(few), f"{more:,}": _rounds(many)}
        works = {name: partial(_ticked, house, turns) for name, (house, turns) in ticks.items()}
        counting = {COUNTING: lambda: seconds_of(lambda: many.workshop.store.read(_count_all)) * 1000}
        taken = run.turns(kind, ROUNDS, works) | run.turns(kind, 1, counting)  # once: it takes seconds
        many.change(0, {}, FILES)
        files = seconds_of(many.tick) * 1000
    tick = f"{kind}: a tick over {more:,} artefacts, {changed()} changed"

    def told(beside: str, bar: Bar, what: Told, theirs: str) -> Measured:
        return Measured(
            tick, beside, Unit.MILLISECONDS, tuple(taken[f"{more:,}"]), tuple(taken[theirs]), what, bar
        )

    moved = f"{kind}: a tick that moves {sum(FILES.values())} files on main besides"
    return [
        told(f"{COUNTING} ({more * VOTES:,})", ours_at_most(1000), Told.SPEED, COUNTING),
        told(f"one over {fewer:,}, as many changed", at_most(2), Told.TIME, f"{fewer:,}"),
        Measured(
            moved, "one that moves none", Unit.MILLISECONDS, (files,), tuple(taken[f"{more:,}"]), Told.TIME
        ),
    ]


def _rounds(house: House) -> tuple[House, Iterator[int]]:
    """Ready to be measured: everything has been looked at, and once what has changed."""
    _remember(house)
    house.tick()
    turns = count()
    _ticked(house, turns)
    return house, turns


def _remember(house: House) -> None:
    """As if everything had been looked at once."""
    digest = document(house.workshop.policy.as_json())
    house.workshop.store.write(lambda connection: watched.remember(connection, POLICY_SEEN, digest))


def _ticked(house: House, turns: Iterator[int]) -> float:
    """Milliseconds of a tick after others have changed."""
    house.change(next(turns))
    reports: list[TickReport] = []
    took = seconds_of(lambda: reports.append(house.tick()))
    assert reports[0].looked_at == changed(), reports[0].looked_at
    assert len(reports[0].decisions) == sum(MOVED.values()), reports[0].decisions
    return took * 1000


def _count_all(connection: Connection) -> int:
    """What a tick would do that knows nothing of what has changed, before it decides anything."""
    own = VALIDATIONS.c
    counted = select(
        own.target_type, own.target_id, own.verdict, func.count(func.distinct(own.voter_hash))
    ).group_by(own.target_type, own.target_id, own.verdict)
    return len(connection.execute(counted).all())


BENCHMARK: Final = Benchmark(
    title="The tick that weighs what people confirmed",
    about=(
        "Artefacts with ten votes each, of which few have one more: the tick looks at those alone, decides, and writes down why. Beside it one over a "
        "tenth of the artefacts, since cost must not grow with what has not changed; and a whole count of the votes, the first step of a tick that "
        "knows nothing of what has changed. PostgreSQL is the one of the tests, without fsync."
    ),
    packages=("SQLAlchemy", "psycopg"),
    measure=measure,
)
