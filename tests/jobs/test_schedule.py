"""A server's jobs: each by one replica, none taking another down, and an end when the server ends."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from becivic.jobs import renewing, schedule
from becivic.jobs.schedule import Runner, scheduled
from becivic.jobs.table import Job, OnProgress
from becivic.observing.tracing import RUN
from becivic.publishing.workshop import Workshop
from becivic.rules.errors import BeCivicError
from becivic.rules.moments import rfc3339
from becivic.rules.publishing import Failure
from becivic.store import job_runs, leases
from becivic.store.store import StoreUnavailable
from becivic.store.tables.keeping import LEASES
from tests.factories.press import Press
from tests.requirement import requirement

Work = Callable[[Workshop, datetime, OnProgress], dict[str, Any]]


def runner(house: Press, holder: str = "one") -> Runner:
    return Runner(lambda: house.workshop, house.store, house.service.clock, holder)


def job(work: Work) -> Job:
    return Job("work", timedelta(minutes=5), work)


def counted(house: Press) -> tuple[list[datetime], Job]:
    """A job that notes when it was run."""
    ran: list[datetime] = []

    def work(_: Workshop, now: datetime, __: OnProgress) -> dict[str, Any]:
        ran.append(now)
        return {}

    return ran, job(work)


@requirement("R-JOB-01")
def test_two_replicas_run_a_job_once_for_each_due_time(house: Press) -> None:
    """Their looks are some seconds apart, and tremble."""
    ran, work = counted(house)
    replicas = [runner(house, "one"), runner(house, "other")]
    for apart in (7, 8, 6, 7):
        replicas[0].run(work)
        house.service.clock.move(seconds=apart)
        replicas[1].run(work)
        house.service.clock.move(seconds=299 - apart)
    assert len(ran) == 4


class _Crowded:
    """Records where somebody else is served before the first who asks."""

    def __init__(self, house: Press, before: Callable[[], None]) -> None:
        self._store, self._before = house.store, [before]

    def write(self, work: Callable[[Any], Any]) -> Any:
        if self._before:
            self._before.pop()()
        return self._store.write(work)


@requirement("R-JOB-01")
def test_whoever_waits_for_its_turn_finds_what_another_has_done_meanwhile(house: Press) -> None:
    """The other began after it had asked, and was done before it was answered."""
    ran, work = counted(house)

    def other() -> None:
        house.service.clock.move(seconds=2)
        runner(house, "other").run(work)

    store: Any = _Crowded(house, other)
    one = replace(runner(house, "one"), store=store)
    one.run(work)
    assert ran == [house.now]
    assert one.tallies.runs["work"].outcomes == {"elsewhere": 1}


@requirement("R-JOB-01")
def test_a_clock_that_is_a_little_behind_runs_nothing_again(house: Press) -> None:
    ran, work = counted(house)
    runner(house, "one").run(work)
    house.service.clock.move(seconds=-20)
    runner(house, "other").run(work)
    assert len(ran) == 1


def test_a_job_that_went_wrong_is_due_still_for_whoever_looks_next(house: Press) -> None:
    def work(*_: object) -> dict[str, Any]:
        raise ZeroDivisionError

    runner(house, "one").run(job(work))
    ran, well = counted(house)
    runner(house, "other").run(well)
    assert len(ran) == 1


def test_a_run_that_could_not_read_main_has_failed_and_is_due_still(
    house: Press, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    waiting = {"path path-1": Failure.MAIN_UNREADABLE.value, "skill demo-clock": Failure.MAIN_MOVED.value}
    one = runner(house, "one")
    one.run(job(lambda *_: {"waiting": waiting}))
    assert one.tallies.runs["work"].outcomes == {"failed": 1}
    assert house.store.read(job_runs.last_successes) == {}
    assert [vars(record)["outcome"] for record in caplog.records] == ["failed"]
    ran, well = counted(house)
    runner(house, "other").run(well)
    assert len(ran) == 1


def test_what_waits_for_reasons_of_its_own_fails_no_run(house: Press) -> None:
    one = runner(house, "one")
    one.run(job(lambda *_: {"waiting": {"skill demo-clock": Failure.MAIN_MOVED.value}}))
    assert one.tallies.runs["work"].outcomes == {"done": 1}


def test_a_clock_that_was_set_back_puts_no_job_off(house: Press) -> None:
    ran, work = counted(house)
    runner(house).run(work)
    house.service.clock.move(days=-1)
    runner(house).run(work)
    assert len(ran) == 2


def test_what_is_due_seldom_is_looked_at_every_hour(house: Press) -> None:
    """So that a server that was away when it was due does it soon after."""
    ran, work = counted(house)
    daily = replace(work, every=timedelta(days=1))
    one = runner(house)
    assert one.looks_every(daily) == timedelta(hours=1)
    for _ in range(49):
        one.run(daily)
        house.service.clock.move(hours=1)
    assert len(ran) == 3


def test_a_job_runs_under_a_lease_and_lets_go_of_it(house: Press) -> None:
    seen: list[tuple[str, str]] = []

    def work(workshop: Workshop, now: datetime, on_progress: OnProgress) -> dict[str, Any]:
        on_progress(1)
        seen.extend((row.name, row.holder) for row in house.rows(LEASES))
        assert workshop is house.workshop
        assert now == house.now
        return {}

    runner(house).run(job(work))
    assert seen == [("work", "one")]
    assert house.rows(LEASES) == []


def test_what_another_replica_runs_is_left_to_it(house: Press) -> None:
    house.store.write(lambda connection: leases.take(connection, "work", "other", house.now))
    runner(house).run(job(lambda *_: pytest.fail("not ours")))


class Beat:
    """The pauses between renewals: the first is over when a test says so, the second with the work."""

    def __init__(self) -> None:
        self.due, self.over = threading.Event(), threading.Event()

    def __call__(self, ended: threading.Event) -> bool:
        if not self.due.is_set():
            assert self.due.wait(30)
            return False
        self.over.set()
        return ended.wait(30)

    def comes(self) -> None:
        """And has been heeded when this returns."""
        self.due.set()
        assert self.over.wait(30)


@requirement("R-JOB-01")
def test_a_job_that_tells_of_no_progress_stays_with_whoever_began_it(house: Press) -> None:
    beat, other = Beat(), runner(house, "other")
    ran_too, same = counted(house)

    def work(*_: object) -> dict[str, Any]:
        house.service.clock.move(seconds=100)
        beat.comes()
        house.service.clock.move(seconds=100)
        other.run(same)
        return {}

    one = replace(runner(house), pause=beat)
    one.run(job(work))
    assert one.tallies.runs["work"].outcomes == {"done": 1}
    assert ran_too == []
    assert other.tallies.runs["work"].outcomes == {"elsewhere": 1}
    assert house.rows(LEASES) == []


def test_whoever_has_lost_a_job_stops_and_lets_the_other_go_on(
    house: Press, caplog: pytest.LogCaptureFixture
) -> None:
    """It stood still for longer than a lease lasts, as a machine that slept."""
    beat = Beat()

    def work(_: Workshop, __: datetime, on_progress: OnProgress) -> dict[str, Any]:
        house.service.clock.move(seconds=121)
        assert house.store.write(lambda connection: leases.take(connection, "work", "other", house.now))
        beat.due.set()
        for thread in threading.enumerate():
            if thread.name == "becivic-lease":
                thread.join(30)
        on_progress(1)
        pytest.fail("it went on")

    one = replace(runner(house), pause=beat)
    one.run(job(work))
    assert one.tallies.runs["work"].outcomes == {"elsewhere": 1}
    assert "another replica runs it by now" in caplog.text
    assert [row.holder for row in house.rows(LEASES)] == ["other"]
    assert house.store.read(job_runs.last_successes) == {}


def test_a_job_goes_on_where_its_lease_could_not_be_renewed_once(
    house: Press, caplog: pytest.LogCaptureFixture
) -> None:
    beat, failing = Beat(), list[Exception]()

    class Trembling:
        def write(self, work: Callable[[Any], Any]) -> Any:
            if failing:
                raise failing.pop()
            return house.store.write(work)

    def work(_: Workshop, __: datetime, on_progress: OnProgress) -> dict[str, Any]:
        failing.append(StoreUnavailable("gone."))
        beat.comes()
        on_progress(1)
        return {}

    store: Any = Trembling()
    one = replace(runner(house), store=store, pause=beat)
    one.run(job(work))
    assert one.tallies.runs["work"].outcomes == {"done": 1}
    assert "could not be renewed (StoreUnavailable)" in caplog.text


def test_a_pause_between_renewals_is_over_with_the_work() -> None:
    ended = threading.Event()
    ended.set()
    assert renewing.pause(ended)


def test_a_run_is_counted_remembered_and_named_in_the_log(
    house: Press, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    names: list[str] = []

    def work(*_: object) -> dict[str, Any]:
        names.append(RUN.get())
        return {"did": 1, "held": []}

    def fail(*_: object) -> dict[str, Any]:
        raise BeCivicError("is damaged.")

    one = replace(runner(house), new_id=lambda: "run-1")
    one.run(job(work))
    assert names == ["run-1"]
    (line,) = caplog.records
    assert line.getMessage() == f"job work at {rfc3339(house.now)}"
    assert (vars(line)["job"], vars(line)["outcome"], vars(line)["report"]) == ("work", "done", {"did": 1})
    assert house.store.read(job_runs.last_successes) == {"work": house.now}
    house.service.clock.move(minutes=5)
    one.run(job(fail))
    house.store.write(lambda connection: leases.take(connection, "work", "other", house.now))
    one.run(job(work))
    assert one.tallies.runs["work"].outcomes == {"done": 1, "failed": 1, "elsewhere": 1}
    assert house.store.read(job_runs.last_successes)["work"] < house.now


def test_the_workshop_is_opened_once(house: Press) -> None:
    opened: list[int] = []

    def opening() -> Workshop:
        opened.append(1)
        return house.workshop

    one = Runner(opening, house.store, house.service.clock, "one")
    ran, work = counted(house)
    for _ in range(2):
        one.run(work)
        house.service.clock.move(minutes=5)
    assert (len(opened), len(ran)) == (1, 2)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (StoreUnavailable("gone."), "could not reach the records"),
        (BeCivicError("is damaged.", where="corpus.git"), "corpus.git: is damaged."),
        (ZeroDivisionError("somebody's words"), "in work\n    raise error\nZeroDivisionError"),
    ],
)
def test_whatever_goes_wrong_is_told_and_the_next_run_comes(
    house: Press, caplog: pytest.LogCaptureFixture, error: Exception, said: str
) -> None:
    def work(*_: object) -> dict[str, Any]:
        raise error

    runner(house).run(job(work))
    assert said in caplog.text
    assert [(vars(line)["job"], vars(line)["outcome"]) for line in caplog.records] == [("work", "failed")]
    assert "somebody's words" not in caplog.text
    assert house.rows(LEASES) == []


def test_a_server_that_stops_takes_its_job_along_between_two_batches(
    house: Press, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    one = runner(house)
    one.stopping.set()

    def work(_: Workshop, __: datetime, on_progress: OnProgress) -> dict[str, Any]:
        on_progress(1)
        pytest.fail("it went on")

    one.run(job(work))
    assert "stops with the server" in caplog.text
    assert [(vars(line)["job"], vars(line)["outcome"]) for line in caplog.records] == [("work", "stopped")]


def test_jobs_are_run_by_the_clock_while_it_lasts(house: Press, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = threading.Event()

    def work(*_: object) -> dict[str, Any]:
        ran.set()
        return {}

    soon = Job("soon", timedelta(seconds=1), work)
    monkeypatch.setattr(schedule, "JOBS", {"soon": soon})
    one = runner(house)
    with scheduled(one):
        assert ran.wait(30)
    assert one.stopping.is_set()


def test_who_asks_other_peoples_servers_keeps_nobody_waiting(
    house: Press, monkeypatch: pytest.MonkeyPatch
) -> None:
    began, ran = threading.Event(), threading.Event()
    workshops: dict[str, Workshop] = {}

    def outside(workshop: Workshop, *_: object) -> dict[str, Any]:
        workshops["out"] = workshop
        began.set()
        assert ran.wait(30)
        return {}

    def inside(workshop: Workshop, *_: object) -> dict[str, Any]:
        assert began.wait(30)  # the other one is at it, and waits for us
        workshops["in"] = workshop
        ran.set()
        return {}

    second = timedelta(seconds=1)
    jobs = (Job("out", second, outside, calls_out=True), Job("in", second, inside))
    monkeypatch.setattr(schedule, "JOBS", {job.name: job for job in jobs})
    opened = iter(replace(house.workshop) for _ in jobs)
    with scheduled(Runner(lambda: next(opened), house.store, house.service.clock, "one", calls_out=True)):
        assert ran.wait(30)
    assert workshops["in"] is not workshops["out"]


def test_nobody_is_called_where_an_operator_did_not_say_so(
    house: Press, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = threading.Event()
    called: list[object] = []

    def outside(*_: object) -> dict[str, Any]:
        called.append(1)
        return {}

    def inside(*_: object) -> dict[str, Any]:
        ran.set()
        return {}

    second = timedelta(seconds=1)
    jobs = (Job("out", second, outside, calls_out=True), Job("in", second, inside))
    monkeypatch.setattr(schedule, "JOBS", {job.name: job for job in jobs})
    with scheduled(runner(house)):
        assert ran.wait(30)
    assert called == []
