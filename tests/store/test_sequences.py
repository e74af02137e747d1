"""Uids come from one sequence per type that only grows, whoever asks at the same moment."""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import Connection

from becivic.rules.identifiers import UidPrefix
from becivic.store.sequences import UidsExhausted, hold, next_uid, raise_to
from becivic.store.store import Store
from tests.factories.catalogue import meeting
from tests.requirement import requirement

VALUE = UidPrefix.VOLATILE_VALUE


def _next_value(connection: Connection) -> str:
    return next_uid(connection, VALUE)


@requirement("R-UID-01", "R-UID-02")
@pytest.mark.parametrize("prefix", UidPrefix)
def test_the_first_uid_of_a_type_is_number_one_in_five_digits_and_the_next_follows(
    store: Store, prefix: UidPrefix
) -> None:
    given = [store.write(lambda connection: next_uid(connection, prefix)) for _ in range(3)]
    assert given == [f"{prefix.value}-00001", f"{prefix.value}-00002", f"{prefix.value}-00003"]


@requirement("R-UID-02")
def test_each_type_counts_for_itself(store: Store) -> None:
    def job(connection: Connection) -> list[str]:
        return [next_uid(connection, prefix) for prefix in UidPrefix]

    assert store.write(job) == ["val-00001", "ref-00001", "con-00001", "pth-00001"]


@requirement("R-UID-02")
def test_a_sequence_is_raised_but_never_lowered(store: Store) -> None:
    def job(connection: Connection) -> str:
        raise_to(connection, VALUE, 40)
        raise_to(connection, VALUE, 7)
        raise_to(connection, VALUE, 40)
        return next_uid(connection, VALUE)

    assert store.write(job) == "val-00041"


@requirement("R-UID-01")
def test_whoever_runs_the_service_is_told_once_that_uids_will_widen(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    def job(connection: Connection) -> list[str]:
        raise_to(connection, VALUE, 98_999)
        return [next_uid(connection, VALUE) for _ in range(4)]

    with caplog.at_level(logging.WARNING):
        assert store.write(job)[-1] == "val-99003"
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert caplog.messages[0].startswith("`val-` uids have passed 99,000;")


@requirement("R-UID-01")
def test_a_jump_past_the_mark_is_told_too(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    def job(connection: Connection) -> list[str]:
        raise_to(connection, VALUE, 99_998)
        return [next_uid(connection, VALUE) for _ in range(2)]

    with caplog.at_level(logging.WARNING):
        assert store.write(job) == ["val-99999", "val-100000"]
    assert len(caplog.messages) == 1


@requirement("R-UID-01")
def test_no_uid_is_wider_than_six_digits(store: Store) -> None:
    store.write(lambda connection: raise_to(connection, VALUE, 999_998))
    assert store.write(_next_value) == "val-999999"
    with pytest.raises(UidsExhausted, match=r"^Every `val-` uid was given out\. Widen "):
        store.write(_next_value)


@requirement("R-UID-02")
def test_two_connections_at_once_never_get_the_same_uid_and_leave_no_gap(store: Store) -> None:
    def take(_worker: int) -> list[str]:
        given = []
        for _ in range(20):
            with store.engine.begin() as connection:
                given.append(next_uid(connection, VALUE))
        return given

    with ThreadPoolExecutor(2) as threads:
        first, second = threads.map(take, range(2))
    assert first == sorted(first)
    assert second == sorted(second)
    assert sorted(first + second) == [VALUE.mint(number) for number in range(1, 41)]


@requirement("R-UID-02")
def test_numbers_follow_the_order_of_commits(store: Store) -> None:
    with meeting(store.engine, _next_value) as (mine, other):
        assert next_uid(mine, VALUE) == "val-00001"
    assert other.result() == "val-00002"


@requirement("R-UID-02")
def test_a_number_that_was_rolled_back_is_given_to_the_one_who_waited(store: Store) -> None:
    with meeting(store.engine, _next_value, Connection.rollback) as (mine, other):
        assert next_uid(mine, VALUE) == "val-00001"
    assert other.result() == "val-00001"


def test_a_held_sequence_gives_nothing_to_others_until_its_holder_is_done(store: Store) -> None:
    with meeting(store.engine, _next_value) as (mine, other):
        hold(mine, *UidPrefix)
        assert not other.done()
        raise_to(mine, VALUE, 10)
    assert other.result() == "val-00011"
