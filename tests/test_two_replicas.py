"""Two servers on one PostgreSQL, two hundred clients, and one server killed in the middle."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise

import pytest
from soak.replicas import AFTERWARDS, OFTEN, READ, Outcome, acknowledged, run
from soak.storm import KINDS

from becivic.rules.submissions import SubmissionType
from tests.factories.databases import Databases
from tests.requirement import requirement

CLIENTS = 200
VALIDATION = SubmissionType.VALIDATION
STAGED = (SubmissionType.CONCERN, SubmissionType.FEEDBACK)


@pytest.fixture(scope="module")
def outcome(databases: Databases, tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    with databases.fresh("postgresql") as url:
        return run(tmp_path_factory.mktemp("replicas"), url, CLIENTS, rounds=1)


@requirement("R-STAGE-04")
def test_nothing_that_was_acknowledged_is_lost_or_doubled(outcome: Outcome) -> None:
    books = outcome.books
    assert books.unexpected == []
    assert len(books.acknowledged) == CLIENTS * (len(KINDS) + len(AFTERWARDS))
    assert books.lost_connections  # or nobody was there when the server was killed
    assert outcome.staged == dict.fromkeys(acknowledged(books, *STAGED), 1)
    assert outcome.votes == dict.fromkeys(acknowledged(books, VALIDATION), 1)


@requirement("R-JOB-01")
def test_what_two_replicas_publish_at_once_is_published_once(outcome: Outcome) -> None:
    assert outcome.published == dict.fromkeys(acknowledged(outcome.books, *STAGED), 1)
    assert outcome.left_staged == 0


@requirement("R-JOB-01")
def test_each_job_is_run_once_for_each_due_time_by_the_two_together(outcome: Outcome) -> None:
    assert {"commit", "promote", "index", "name-scan", "snapshot", "audit"} <= set(outcome.runs)
    nearest = min(later - earlier for runs in outcome.runs.values() for earlier, later in pairwise(runs))
    assert nearest >= timedelta(seconds=OFTEN - 1)  # the log tells whole seconds


def test_both_say_the_same_soon_after_the_last_change(outcome: Outcome) -> None:
    first, second = outcome.readings
    assert first == second
    assert {status for status, _ in first.values()} == {200}
    assert set(first) == set(READ)


def test_no_client_ever_saw_a_version_go_back(outcome: Outcome) -> None:
    seen = outcome.books.versions
    assert {client for _, client in seen} == set(range(CLIENTS))
    assert all(versions == sorted(versions) for versions in seen.values())
