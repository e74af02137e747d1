"""The fetcher that the jobs are given: on the real network, by its real rules."""

from __future__ import annotations

import time

import pytest

from becivic import __version__
from becivic.fetching import NoAnswer, Trouble
from becivic.fetching.public_addresses import is_public
from becivic.jobs.outside import open_fetcher
from becivic.rules.rot import MANNERS


@pytest.mark.parametrize(
    ("public_url", "told"),
    [("https://becivic.example", " (+https://becivic.example)"), ("http://127.0.0.1:8000", "")],
)
def test_it_says_who_asks_and_where_to_read_about_it(public_url: str, told: str) -> None:
    assert open_fetcher(public_url).wire.user_agent == f"BeCivic/{__version__}{told}"


def test_it_is_as_careful_and_as_slow_as_the_rules_say() -> None:
    fetcher = open_fetcher("https://becivic.example")
    assert fetcher.is_allowed is is_public
    assert fetcher.wire.manners == fetcher.pace.manners == MANNERS
    assert fetcher.pace.sleep is time.sleep
    assert fetcher.wire.tls.check_hostname
    with pytest.raises(NoAnswer) as caught:
        fetcher.get("http://127.0.0.1/")
    assert caught.value.trouble is Trouble.NOT_PUBLIC
