"""A name's addresses: all of them public, or none is used."""

from __future__ import annotations

import socket
from collections.abc import Sequence

import pytest

from becivic.fetching import NoAnswer, Trouble
from becivic.fetching.public_addresses import is_public
from becivic.fetching.resolving import addresses_of, resolve_by_system
from becivic.fetching.web_address import read_address

PAGE = read_address("https://page.example/")


def addresses(answer: Sequence[str] | Exception) -> list[str]:
    def resolve(host: str, port: int) -> Sequence[str]:
        assert (host, port) == ("page.example", 443)
        if isinstance(answer, Exception):
            raise answer
        return answer

    return addresses_of(PAGE, resolve, is_public)


def test_public_ones_are_used() -> None:
    assert addresses(["8.8.8.8", "2606:4700::1"]) == ["8.8.8.8", "2606:4700::1"]


@pytest.mark.parametrize("trap", ["127.0.0.1", "10.0.0.1", "::1", "::ffff:169.254.169.254"])
def test_one_that_is_not_public_spoils_the_others(trap: str) -> None:
    with pytest.raises(NoAnswer) as caught:
        addresses(["8.8.8.8", trap])
    assert caught.value.trouble is Trouble.NOT_PUBLIC


@pytest.mark.parametrize(
    ("answer", "trouble"),
    [
        ([], Trouble.NO_SUCH_NAME),
        (socket.gaierror(socket.EAI_NONAME, "no such name"), Trouble.NO_SUCH_NAME),
        (socket.gaierror(socket.EAI_AGAIN, "later"), Trouble.NAME_UNRESOLVED),
        (OSError("no network"), Trouble.NAME_UNRESOLVED),
        (UnicodeError("label too long"), Trouble.NAME_UNRESOLVED),
    ],
)
def test_a_name_that_is_not_there_is_told_apart_from_one_that_is_not_found_today(
    answer: Sequence[str] | Exception, trouble: Trouble
) -> None:
    with pytest.raises(NoAnswer) as caught:
        addresses(answer)
    assert caught.value.trouble is trouble


@pytest.mark.parametrize("spelled", ["127.0.0.1", "127.1", "2130706433", "0x7f.0.0.1"])
def test_however_an_address_is_spelled_the_system_says_what_it_is(spelled: str) -> None:
    assert resolve_by_system(spelled, 80) == ["127.0.0.1"]
