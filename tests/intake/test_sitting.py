from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Connection, func, select

from becivic.intake import salts
from becivic.intake.sitting import Sitting
from becivic.store.store import Store
from becivic.store.tables.keeping import SALTS
from tests.requirement import requirement

EVENING = datetime(2026, 11, 15, 23, 59, 59, tzinfo=UTC)
MORNING = EVENING + timedelta(seconds=2)


class Undone(Exception):
    pass


@pytest.fixture
def sitting() -> Sitting:
    fresh = iter(f"{number:064x}" for number in range(100))
    return Sitting(lambda: next(fresh))


def kept(store: Store) -> int:
    return store.read(
        lambda connection: connection.execute(select(func.count()).select_from(SALTS)).scalar_one()
    )


def test_requests_of_one_transaction_look_once(
    store: Store, sitting: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[datetime] = []
    look = salts.daily_salt

    def counted(connection: Connection, now: datetime, new_salt: salts.NewSalt) -> str:
        looks.append(now)
        return look(connection, now, new_salt)

    monkeypatch.setattr(salts, "daily_salt", counted)

    def twice(connection: Connection) -> set[str]:
        return {sitting.daily_salt(connection, EVENING), sitting.daily_salt(connection, EVENING)}

    assert store.write(twice) == store.write(twice)
    assert looks == [EVENING, EVENING]


@requirement("R-SALT-01")
def test_a_day_that_ends_within_a_transaction_ends_its_salt(store: Store, sitting: Sitting) -> None:
    def over_midnight(connection: Connection) -> tuple[str, str]:
        return sitting.daily_salt(connection, EVENING), sitting.daily_salt(connection, MORNING)

    before, after = store.write(over_midnight)
    assert before != after
    assert kept(store) == 1


def test_a_transaction_that_is_undone_leaves_no_salt_behind(store: Store, sitting: Sitting) -> None:
    seen: list[str] = []

    def undone(connection: Connection) -> None:
        seen.append(sitting.daily_salt(connection, EVENING))
        raise Undone

    with pytest.raises(Undone):
        store.write(undone)
    assert kept(store) == 0
    assert store.write(lambda connection: sitting.daily_salt(connection, EVENING)) not in seen
    assert kept(store) == 1


def test_the_first_look_may_begin_the_transaction(store: Store, sitting: Sitting) -> None:
    with store.engine.connect() as connection:
        first = sitting.daily_salt(connection, EVENING)
        assert connection.in_transaction()
        assert sitting.daily_salt(connection, EVENING) == first
