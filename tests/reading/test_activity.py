"""The activity of the library: counted by week, by status and by age, and of nothing that only operators see."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import Connection

from becivic.publishing.records import fill_records
from becivic.reading.activity import WEEKS, Activity
from becivic.reading.activity_records import _months_before, read_activity
from becivic.rules.consensus import DecisionKind
from becivic.rules.identifiers import UidPrefix
from becivic.rules.statuses import Status
from becivic.rules.targets import TargetType
from becivic.store.sequences import next_uid
from becivic.store.store import Store
from becivic.store.tables.catalogue import REFERENCES, VOLATILE_VALUES
from becivic.store.tables.keeping import CHANGE_REQUESTS
from becivic.store.tables.lifecycle import DECISIONS
from becivic.store.tables.signals import AMENDMENTS
from becivic.store.written import moment
from tests.factories.corpora import Files
from tests.factories.homes import NOON
from tests.factories.records import record
from tests.factories.signals import REJECT, concern, vote

APPLY = (TargetType.SKILL, "demo-application")


def activity(store: Store, now: datetime = NOON) -> Activity:
    corpus = Files.valid().load()
    return store.read(lambda connection: read_activity(connection, corpus, now))


def decided(store: Store, number: int, **given: Any) -> None:
    told = {"artefact": "{}", "tally": "{}", "policy": "{}", "decided_at": moment(NOON), "source": None}
    row = record(DECISIONS, number, **{**told, "change_request_id": None, **given})
    store.write(lambda connection: connection.execute(DECISIONS.insert(), [row]).rowcount)


def value(store: Store, **given: Any) -> None:
    def write(connection: Connection) -> int:
        uid = next_uid(connection, UidPrefix.VOLATILE_VALUE)
        row = {**record(VOLATILE_VALUES, UidPrefix.VOLATILE_VALUE.number(uid), **given), "uid": uid}
        return connection.execute(VOLATILE_VALUES.insert(), [row]).rowcount

    store.write(write)


def reference(store: Store, **given: Any) -> str:
    def write(connection: Connection) -> str:
        uid = next_uid(connection, UidPrefix.REFERENCE)
        row = {**record(REFERENCES, UidPrefix.REFERENCE.number(uid), held=0), **given, "uid": uid}
        connection.execute(REFERENCES.insert(), [row])
        return uid

    return store.write(write)


def test_what_there_is_is_counted_by_status(store: Store) -> None:
    corpus = Files.valid().load()
    fill_records(store, corpus, NOON)
    found = activity(store)
    assert sum(found.holdings[TargetType.SKILL].values()) == len(corpus.skills)
    assert sum(found.holdings[TargetType.PATH].values()) == len(corpus.paths.entries)
    values = found.holdings[TargetType.VOLATILE_VALUE]
    assert sum(values.values()) == sum(found.ages) > 0
    assert list(values) == [status for status in Status if status in values]


def test_what_came_in_is_counted_by_week_from_monday_and_nothing_held(store: Store) -> None:
    vote(store, APPLY, at=NOON)
    vote(store, APPLY, REJECT, voter="two", at=NOON - timedelta(weeks=1))
    vote(store, APPLY, voter="three", at=NOON, held=1)
    vote(store, APPLY, voter="four", at=NOON - timedelta(weeks=WEEKS + 1))
    concern(store, APPLY, at=NOON)
    concern(store, APPLY, at=NOON, held=1)
    row = record(AMENDMENTS, 1, committed_at=moment(NOON))
    store.write(lambda connection: connection.execute(AMENDMENTS.insert(), [row]).rowcount)
    found = activity(store)
    assert len(found.weeks) == WEEKS
    assert all(week.start.weekday() == 0 for week in found.weeks)
    now, before = found.weeks[-1], found.weeks[-2]
    assert now.start <= NOON.date() < now.start + timedelta(days=7)
    assert (now.confirms, now.rejects, now.concerns, now.amendments) == (1, 0, 1, 1)
    assert (before.confirms, before.rejects) == (0, 1)
    assert sum(week.confirms for week in found.weeks) == 1


def test_values_are_counted_by_how_long_ago_their_source_was_read(sqlite_store: Store) -> None:
    """By the day of the reading of their source; what a value says of itself does not count."""
    days = ["2026-11-01", "2026-11-02", "2026-07-01", "2026-01-15", "2020-01-01", None]
    for day in days:
        value(sqlite_store, last_verified="2026-11-01", source=reference(sqlite_store, last_verified=day))
    value(sqlite_store, source=reference(sqlite_store, last_verified="2026-11-01"), held=1)
    assert activity(sqlite_store).ages == (2, 1, 1, 1, 1)
    assert activity(sqlite_store).as_json()["values_by_age_in_months"] == {
        "under_3": 2,
        "under_6": 1,
        "under_12": 1,
        "older": 1,
        "never": 1,
    }


@pytest.mark.parametrize(
    ("day", "months", "before"),
    [
        (date(2026, 11, 16), 3, date(2026, 8, 16)),
        (date(2026, 5, 31), 3, date(2026, 2, 28)),
        (date(2026, 1, 31), 12, date(2025, 1, 31)),
        (date(2026, 12, 1), 12, date(2025, 12, 1)),
    ],
)
def test_a_day_some_months_ago_is_the_same_day_or_the_last_there_was(
    day: date, months: int, before: date
) -> None:
    assert _months_before(day, months) == before


def test_decisions_are_told_newest_first_and_only_those_that_hold(store: Store) -> None:
    request = record(CHANGE_REQUESTS, 1, id="open", state="open")
    store.write(lambda connection: connection.execute(CHANGE_REQUESTS.insert(), [request]).rowcount)
    decided(store, 1, target_id="first")
    decided(store, 2, target_id="second", decided_at=moment(NOON + timedelta(days=1)))
    decided(store, 3, target_id="pending", change_request_id="open")
    found = activity(store).decided
    assert [each.target_id for each in found] == ["second", "first"]
    assert found[0].kind is DecisionKind.PROMOTE
    assert (found[0].from_status, found[0].to_status) == (Status.ALPHA, Status.BETA)


def test_where_most_was_reported_lately_comes_first(store: Store) -> None:
    for _ in range(2):
        concern(store, (TargetType.PATH, "demo-certificate"), at=NOON)
    concern(store, APPLY, at=NOON)
    concern(store, APPLY, at=NOON - timedelta(days=60))
    found = activity(store)
    assert [(each.target_id, each.concerns) for each in found.reported] == [
        ("demo-certificate", 2),
        ("demo-application", 1),
    ]
    told = found.as_json()
    assert told["most_reported"][0] == {
        "target_type": "path",
        "target_id": "demo-certificate",
        "concerns_30d": 2,
    }
    assert set(told) == {
        "as_of",
        "holdings",
        "weeks",
        "values_by_age_in_months",
        "decisions",
        "most_reported",
    }
    assert len(told["weeks"]) == WEEKS


def test_a_value_is_named_unless_it_is_held_or_withheld(store: Store) -> None:
    value(store, name="card-fee-eur", status="alpha", held=0)
    value(store, name="hidden-fee-eur", status="quarantined", held=0)
    value(store, name="waiting-fee-eur", status="alpha", held=1)
    for number in range(1, 4):
        decided(
            store,
            number,
            target_type="volatile_value",
            target_id=f"val-0000{number}",
            kind="promote",
            rule="alpha-to-beta",
            from_status="alpha",
            to_status="beta",
        )
    assert {each.target_id: each.name for each in activity(store).decided} == {
        "val-00001": "card-fee-eur",
        "val-00002": "",
        "val-00003": "",
    }
