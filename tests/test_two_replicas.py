"""Two servers on one PostgreSQL, two hundred clients, and one server killed in the middle."""

from __future__ import annotations

from collections import Counter

import pytest
from soak.replicas import AFTERWARDS, READ, SCHEDULED, Outcome, bars, run, timed_bars
from soak.storm import KINDS, Books

from tests.factories.databases import Databases
from tests.requirement import requirement

CLIENTS = 200


@pytest.fixture(scope="module")
def outcome(databases: Databases, tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    with databases.fresh("postgresql") as url:
        return run(tmp_path_factory.mktemp("replicas"), url, CLIENTS, rounds=1)


@requirement("R-STAGE-04", "R-JOB-01")
def test_nothing_is_lost_doubled_or_run_twice_when_one_of_two_servers_is_killed(outcome: Outcome) -> None:
    assert {bar: held for bar, held in bars(outcome).items() if not held} == {}
    assert len(outcome.books.acknowledged) == CLIENTS * (len(KINDS) + len(AFTERWARDS))


def test_both_servers_together_did_every_job_twice_and_answered_every_reading(outcome: Outcome) -> None:
    """Or what they agree about would be nothing."""
    assert set(outcome.runs) == SCHEDULED
    assert min(len(runs) for runs in outcome.runs.values()) > 1
    for reading in outcome.readings:
        assert {path: status for path, (status, _) in reading.items()} == dict.fromkeys(READ, 200)
    assert {client for _, client in outcome.books.versions} == set(range(CLIENTS))


@pytest.mark.parametrize(("seconds", "held"), [(0.9, True), (1.1, False)])
def test_a_run_by_hand_holds_both_servers_to_the_stated_second(seconds: float, held: bool) -> None:
    outcome = Outcome(Books(), Counter(), Counter(), seconds=seconds)
    assert list(timed_bars(outcome).values()) == [held]
