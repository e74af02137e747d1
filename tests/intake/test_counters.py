from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Connection

from becivic.intake.addresses import AddressHashes
from becivic.intake.counters import Counted, count, counted
from becivic.rules.limits import Limit, Width
from becivic.store.store import Store
from tests.requirement import requirement

NOON = datetime(2026, 11, 15, 12, 0, 30, tzinfo=UTC)


def add(store: Store, now: datetime, *limits: Limit, address: str = "hash") -> Counted:
    def job(connection: Connection) -> Counted:
        before = counted(connection, AddressHashes(address, address, address), now)
        count(connection, before, limits)
        return before

    return store.write(job)


@requirement("R-RATE-01", "R-RATE-02")
def test_a_day_counts_whole_and_an_hour_rolls(store: Store) -> None:
    both = (Limit.COMBINED, Limit.BURST)
    for minutes in (0, 0, 30, 59):
        add(store, NOON + timedelta(minutes=minutes), *both)
    later = add(store, NOON + timedelta(minutes=59, seconds=10))
    assert (later.of(Limit.COMBINED), later.of(Limit.BURST), later.of(Limit.VALIDATION)) == (4, 4, 0)
    rolled = add(store, NOON + timedelta(minutes=60))
    assert (rolled.of(Limit.COMBINED), rolled.of(Limit.BURST)) == (4, 2)
    assert add(store, NOON, address="another").of(Limit.COMBINED) == 0
    assert add(store, NOON + timedelta(days=1)).of(Limit.COMBINED) == 0


@pytest.mark.parametrize(
    ("limit", "now", "oldest", "wait"),
    [
        (Limit.COMBINED, NOON, 0, 12 * 3600 - 30 + 1),
        (Limit.COMBINED, datetime(2026, 11, 15, 23, 59, 59, 999_999, tzinfo=UTC), 0, 1),
        (Limit.BURST, NOON, 12 * 60 + 1 - 10, 50 * 60 - 30),
        (Limit.BURST, datetime(2026, 11, 15, 23, 59, 30, tzinfo=UTC), 24 * 60, 31),
    ],
)
def test_the_wait_ends_at_midnight_or_when_the_oldest_minute_has_passed(
    limit: Limit, now: datetime, oldest: int, wait: int
) -> None:
    minute = now.hour * 60 + now.minute + 1
    sums = {("hash", limit.name): (oldest, 99)}
    assert Counted("day", {Width.ADDRESS: "hash"}, minute, sums).wait(limit, now) == wait


def test_nothing_counted_yet_waits_an_hour_at_most() -> None:
    nothing = Counted("day", {Width.ADDRESS: "hash"}, 1, {})
    assert nothing.wait(Limit.BURST, datetime(2026, 11, 15, tzinfo=UTC)) == 3600
