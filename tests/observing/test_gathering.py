"""Metrics at one moment: what the records say, asked seldom, and what follows from it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from becivic.clock import SystemClock
from becivic.observing.gathering import ASKED_EVERY, Metrics
from becivic.observing.queues import QUEUES, REVIEWS
from becivic.observing.tallies import RunOutcome
from becivic.store import job_runs
from becivic.store.store import Store
from tests.factories.intake import MovedClock, fixture_library, state
from tests.factories.press import Press
from tests.factories.prometheus import read, value

CONCERN = "concerns/valid/skill-general"


class Ticks:
    """A monotonic clock that a test moves."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def metrics(store: Store, clock: MovedClock, ticks: Callable[[], float]) -> Metrics:
    made = replace(state(fixture_library(), store, clock), jobs={"commit": timedelta(minutes=5)}).metrics()
    made.ticks = ticks
    return made


def page(of: Metrics) -> str:
    return asyncio.run(of.text())


def test_queues_tell_how_much_waits_and_since_when(house: Press) -> None:
    """On both databases: the SQL is theirs."""
    clock, ticks = house.service.clock, Ticks()
    of = metrics(house.store, clock, ticks)
    house.sends(CONCERN)
    clock.move(hours=1)
    told = page(of)
    queues = {dict(labels)["queue"] for _, labels in read(told)["becivic_queue_items"].samples}
    assert queues == {*QUEUES, *REVIEWS, "due"}
    assert value(told, "becivic_queue_items", queue="staged") == 1
    assert value(told, "becivic_queue_oldest_seconds", queue="staged") == 3600
    assert value(told, "becivic_queue_oldest_seconds", queue="held") == 0
    assert value(told, "becivic_publishing_lag_seconds") == 0
    assert value(told, "becivic_database_bytes") > 1000
    clock.move(hours=25)
    ticks.now += ASKED_EVERY
    told = page(of)
    assert value(told, "becivic_queue_items", queue="due") == 1
    assert value(told, "becivic_publishing_lag_seconds") == 2 * 3600


def test_a_question_that_a_person_must_answer_is_counted_in_its_queue(house: Press) -> None:
    house.sends("feedback_channel/valid/bug")
    house.a_day_later()
    told = page(metrics(house.store, house.service.clock, Ticks()))
    assert value(told, "becivic_queue_items", queue="review_feedback") == 1


def test_the_records_are_asked_once_in_a_while_whoever_scrapes(sqlite_store: Store) -> None:
    clock, ticks = MovedClock(), Ticks()
    of = metrics(sqlite_store, clock, ticks)
    before = page(of)
    sqlite_store.close()
    ticks.now += ASKED_EVERY - 0.1
    assert value(page(of), "becivic_database_bytes") == value(before, "becivic_database_bytes")
    ticks.now += 0.1
    assert value(page(of), "becivic_up", part="records") == 0


def test_a_job_is_overdue_after_two_intervals_without_a_success(sqlite_store: Store) -> None:
    clock, ticks = MovedClock(), Ticks()
    of = metrics(sqlite_store, clock, ticks)
    assert value(page(of), "becivic_job_overdue", job="commit") == 0
    assert "becivic_job_last_success_seconds" not in read(page(of))
    clock.move(minutes=11)
    ticks.now += ASKED_EVERY
    assert value(page(of), "becivic_job_overdue", job="commit") == 1
    sqlite_store.write(lambda connection: job_runs.note(connection, "commit", clock.now()))
    clock.move(minutes=1)
    ticks.now += ASKED_EVERY
    assert value(page(of), "becivic_job_overdue", job="commit") == 0
    assert value(page(of), "becivic_job_last_success_seconds", job="commit") == 60


def test_nobody_is_late_for_what_was_due_while_the_service_was_not_there(sqlite_store: Store) -> None:
    clock = MovedClock()
    sqlite_store.write(
        lambda connection: job_runs.note(connection, "commit", clock.now() - timedelta(days=3))
    )
    assert value(page(metrics(sqlite_store, clock, Ticks())), "becivic_job_overdue", job="commit") == 0


def test_runs_are_told_by_outcome_with_the_last_that_took_time(sqlite_store: Store) -> None:
    of = metrics(sqlite_store, MovedClock(), Ticks())
    of.tallies.run("commit", RunOutcome.DONE, 1.5)
    of.tallies.run("commit", RunOutcome.ELSEWHERE, 0.001)
    of.tallies.run("index", RunOutcome.ELSEWHERE, 0.001)
    told = page(of)
    assert value(told, "becivic_job_runs_total", job="commit", outcome="done") == 1
    assert value(told, "becivic_job_runs_total", job="index", outcome="elsewhere") == 1
    assert value(told, "becivic_job_last_duration_seconds", job="commit") == 1.5
    assert len(read(told)["becivic_job_last_duration_seconds"].samples) == 1


def test_every_outcome_of_a_job_that_runs_here_is_told_before_its_first_run(sqlite_store: Store) -> None:
    """A counter that begins with its first event shows nobody a step."""
    told = read(page(metrics(sqlite_store, MovedClock(), Ticks())))["becivic_job_runs_total"].samples
    assert {dict(labels)["outcome"] for _, labels in told} == set(RunOutcome)
    assert set(told.values()) == {0}


def test_a_process_began_by_the_true_clock_whatever_is_rehearsed(sqlite_store: Store) -> None:
    before, clock = SystemClock().now(), MovedClock()
    clock.move(days=400)
    of = metrics(sqlite_store, clock, Ticks())
    assert before <= of.born <= SystemClock().now()
    assert of.started == clock.now()


def test_what_is_served_and_what_the_process_takes_are_told(sqlite_store: Store) -> None:
    of = metrics(sqlite_store, MovedClock(), Ticks())
    of.born = datetime(2026, 1, 1, tzinfo=UTC)
    told = page(of)
    corpus = fixture_library().edition.corpus
    skills = [
        number
        for (_, labels), number in read(told)["becivic_corpus_items"].samples.items()
        if ("kind", "skills") in labels
    ]
    assert 0 < sum(skills) <= len(corpus.skills)
    assert value(told, "process_start_time_seconds") == of.born.timestamp()
    assert value(told, "process_resident_memory_bytes") > 2**20
    assert value(told, "becivic_corpus_behind_seconds") == 0
    assert value(told, "becivic_up", part="service") == 1
