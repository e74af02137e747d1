"""What is said about a page comes first; the page itself only where that is not enough."""

from __future__ import annotations

import pytest

from becivic.fetching import Answer, NoAnswer, Trouble
from becivic.publishing.rot.asking import ask, host_of, in_turns
from tests.factories.outside import Told, page, pretend

HERE = "https://page.example/"


def asked(web: dict[str, Told], *, enough: bool) -> tuple[Answer, list[str]]:
    fetcher, heard = pretend(web)
    answer = ask(fetcher, HERE, lambda _: enough)
    return answer, heard[1:]  # without the house rules


def test_the_page_is_loaded_only_where_what_is_said_about_it_is_not_enough() -> None:
    web: dict[str, Told] = {HERE: page("fine")}
    assert asked(web, enough=True) == (Answer(200, page().headers, b"", chain=(HERE,)), [f"HEAD {HERE}"])
    answer, heard = asked(web, enough=False)
    assert (answer.body, heard) == (b"fine", [f"HEAD {HERE}", f"GET {HERE}"])


@pytest.mark.parametrize("trouble", [Trouble.UNREACHABLE, Trouble.TOO_SLOW, Trouble.NOT_HTTP])
def test_a_server_that_does_not_know_the_short_way_is_asked_the_long_way(trouble: Trouble) -> None:
    answer, _ = asked({f"HEAD {HERE}": trouble, HERE: page("fine")}, enough=True)
    assert answer.body == b"fine"


def test_any_other_trouble_is_not_asked_for_twice() -> None:
    fetcher, heard = pretend({f"HEAD {HERE}": Trouble.TLS})
    with pytest.raises(NoAnswer):
        ask(fetcher, HERE, lambda _: True)
    assert heard[1:] == [f"HEAD {HERE}"]


def test_hosts_take_turns_and_an_address_is_asked_once() -> None:
    urls = [
        "https://a.example/1",
        "https://a.example/2",
        "https://A.example/3",
        "https://b.example/1",
        "https://a.example/1",
    ]
    assert in_turns(urls) == [
        "https://a.example/1",
        "https://b.example/1",
        "https://a.example/2",
        "https://A.example/3",
    ]


def test_a_host_is_known_by_one_name() -> None:
    assert host_of("https://BÜRO.example.:443/") == host_of("https://xn--bro-hoa.example/")
    assert host_of("no address") == ""
