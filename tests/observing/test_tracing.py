"""Ids: unlike one another, guessed by nobody from the last one, and of a shape that no address has."""

from __future__ import annotations

import pytest

from becivic.observing.tracing import RUN, is_request_id, request_ids, running


def test_ids_are_sixteen_digits_and_none_comes_twice() -> None:
    new_id = request_ids(b"seed")
    made = [new_id() for _ in range(1000)]
    assert len(set(made)) == 1000
    assert all(len(each) == 16 and is_request_id(each.encode()) for each in made)


def test_two_processes_have_ids_of_their_own() -> None:
    assert request_ids(b"one")() != request_ids(b"two")()


@pytest.mark.parametrize("given", [b"0123456789abcdef", b"01J-A_b2c3d4", b"a" * 64])
def test_what_a_proxy_may_call_a_request(given: bytes) -> None:
    assert is_request_id(given)


@pytest.mark.parametrize(
    "given",
    [
        b"",
        b"short",
        b"a" * 65,
        b"192.0.2.99",
        b"2001:db8::1",
        b"-leading-dash",
        b"with space",
        b"two\nlines9",
        b"caf\xc3\xa9-cafe",
    ],
)
def test_what_stands_in_no_log(given: bytes) -> None:
    assert not is_request_id(given)


def test_a_run_has_its_id_until_it_ends() -> None:
    with running("run-1"):
        assert RUN.get() == "run-1"
    assert RUN.get() == ""
