from __future__ import annotations

from datetime import UTC, datetime, timedelta

from becivic.store import leases
from becivic.store.store import Store

NOW = datetime(2026, 11, 16, 12, 0, tzinfo=UTC)


def take(store: Store, holder: str, now: datetime = NOW) -> bool:
    return store.write(lambda connection: leases.take(connection, "commit", holder, now))


def test_one_holds_it_and_others_wait(store: Store) -> None:
    assert take(store, "one")
    assert not take(store, "other")
    assert take(store, "one")  # renewed


def test_what_was_let_go_is_free_and_nobody_lets_go_for_another(store: Store) -> None:
    assert take(store, "one")
    store.write(lambda connection: leases.let_go(connection, "commit", "other"))
    assert not take(store, "other")
    store.write(lambda connection: leases.let_go(connection, "commit", "one"))
    assert take(store, "other")


def test_whoever_died_keeps_it_for_a_while_only(store: Store) -> None:
    assert take(store, "one")
    assert not take(store, "other", NOW + leases.LASTS - timedelta(seconds=1))
    assert take(store, "other", NOW + leases.LASTS)
    assert not take(store, "one", NOW + leases.LASTS)
