"""The revision is known without a question at every read, and never for longer than it may be."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import pytest

from becivic.reading.freshness import LOOK_EVERY, Freshness
from becivic.store import revision
from becivic.store.store import Job, Store, T, open_store


@dataclass
class Watched:
    """A store whose questions are counted, and a clock that a test moves."""

    store: Store
    now: float = 100.0
    asked: list[int] = field(default_factory=list)

    def freshness(self, every: float = LOOK_EVERY) -> Freshness:
        return Freshness(self.store, lambda: self.now, every)


@pytest.fixture
def watched(sqlite_store: Store, monkeypatch: pytest.MonkeyPatch) -> Watched:
    made, read = Watched(sqlite_store), sqlite_store.read

    def counted(job: Job[T]) -> T:
        made.asked.append(1)
        return read(job)

    monkeypatch.setattr(sqlite_store, "read", counted)
    return made


def number(freshness: Freshness) -> int | None:
    return asyncio.run(freshness.number())


def test_nothing_is_known_before_the_first_look(watched: Watched) -> None:
    freshness = watched.freshness()
    assert freshness.fresh() is None
    assert number(freshness) == 0
    assert freshness.fresh() == 0


def test_the_database_is_asked_once_in_a_while(watched: Watched) -> None:
    freshness = watched.freshness()
    for _ in range(5):
        number(freshness)
    assert len(watched.asked) == 1
    watched.now += LOOK_EVERY / 2
    assert (number(freshness), len(watched.asked)) == (0, 1)
    watched.now += LOOK_EVERY / 2
    assert freshness.fresh() is None
    assert (number(freshness), len(watched.asked)) == (0, 2)


def test_what_this_process_stored_is_known_at_once(watched: Watched) -> None:
    freshness = watched.freshness()
    number(freshness)
    watched.store.write(revision.bump)
    assert freshness.fresh() is None
    assert number(freshness) == 1
    assert freshness.fresh() == 1


def test_what_another_process_stored_is_known_with_the_next_look(watched: Watched, sqlite_url: str) -> None:
    freshness = watched.freshness()
    number(freshness)
    other = open_store(sqlite_url)
    other.write(revision.bump)
    other.close()
    assert freshness.fresh() == 0
    watched.now += LOOK_EVERY
    assert number(freshness) == 1


def test_with_no_pause_every_look_asks(watched: Watched) -> None:
    freshness = watched.freshness(every=0)
    assert (number(freshness), number(freshness), len(watched.asked)) == (0, 0, 2)
    assert freshness.fresh() is None


def test_what_was_known_stands_while_the_records_are_away(watched: Watched) -> None:
    freshness = watched.freshness()
    watched.store.write(revision.bump)
    number(freshness)
    watched.store.close()
    watched.now += LOOK_EVERY
    assert number(freshness) == 1
    assert freshness.fresh() == 1  # and they are not asked again at once


def test_nothing_is_known_of_records_that_were_never_reached(watched: Watched) -> None:
    watched.store.close()
    freshness = watched.freshness()
    assert number(freshness) is None
    assert freshness.fresh() is None


def test_of_two_looks_at_once_the_later_one_counts(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    freshness = watched.freshness()
    answers: list[asyncio.Future[int]] = []

    async def waiting(_: object) -> int:
        answers.append(asyncio.get_running_loop().create_future())
        return await answers[-1]

    async def meet() -> None:
        monkeypatch.setattr(watched.store, "reading", waiting)
        first = asyncio.create_task(freshness.number())
        await asyncio.sleep(0)
        watched.now += 1
        second = asyncio.create_task(freshness.number())
        await asyncio.sleep(0)
        answers[1].set_result(8)
        await second
        answers[0].set_result(7)
        await first

    asyncio.run(meet())
    assert freshness.fresh() == 8
