"""A guest in other people's houses: only in public ones, by their rules, and led nowhere else."""

from __future__ import annotations

import socket
from collections.abc import Callable

import pytest

from becivic.fetching import Answer, Fetcher, NoAnswer, Trouble
from becivic.fetching.public_addresses import is_public
from becivic.fetching.resolving import resolve_by_system
from becivic.rules.rot import Manners
from tests.factories.outside import (
    QUICK,
    Clock,
    fetcher,
    loopback_server,
    page,
    pretend,
    said,
    sent_to,
)


def trouble(ask: Callable[[], Answer]) -> Trouble:
    with pytest.raises(NoAnswer) as caught:
        ask()
    return caught.value.trouble


def test_a_page_is_asked_for_once_its_house_rules_are_known() -> None:
    with loopback_server({"/": said(b"fine"), "/other": said(b"too")}) as server:
        guest = fetcher()
        assert guest.get(server.url()).body == b"fine"
        assert guest.head(server.url("/other")).status == 200
    assert server.asked == ["GET /robots.txt", "GET /", "HEAD /other"]


def test_loopback_is_refused_by_the_rule_that_holds_outside_tests() -> None:
    with loopback_server({"/": said(b"secret")}) as server:
        guest = fetcher(is_allowed=is_public)
        for host in ("page.example", "127.0.0.1", "localhost"):
            assert trouble(lambda host=host: guest.get(server.url(host=host))) is Trouble.NOT_PUBLIC  # type: ignore[misc]
    assert server.requests == []


def test_the_address_that_was_checked_is_the_one_connected_to() -> None:
    """A name that says another address a moment later gains nothing."""
    answers = iter([["127.0.0.1"], ["127.0.0.1"]])
    with loopback_server({"/": said(b"fine")}) as server:
        guest = fetcher(resolve=lambda _, __: next(answers))
        assert guest.get(server.url(host="rebinding.example")).body == b"fine"
    with pytest.raises(StopIteration):
        next(answers)


def named(**names: str) -> Callable[[str, int], list[str]]:
    """A resolver that knows hosts by the first part of their name."""
    return lambda host, _: [names[host.partition(".")[0]]]


@pytest.mark.parametrize(
    "inside",
    ["10.0.0.1", "169.254.169.254", "::1", "::ffff:127.0.0.1"],
    ids=["lan", "metadata", "self", "wrapped"],
)
def test_a_redirect_into_the_inside_is_not_followed(inside: str) -> None:
    with loopback_server({"/": sent_to("http://inside.example/latest/meta-data")}) as server:
        guest = fetcher(
            resolve=named(page="127.0.0.1", inside=inside),
            is_allowed=lambda ip, port: ip == "127.0.0.1" or is_public(ip, port),
        )
        assert trouble(lambda: guest.get(server.url())) is Trouble.NOT_PUBLIC


@pytest.mark.parametrize(
    "to", ["file:///etc/passwd", "ftp://page.example/", "http://a:b@page.example/", "http://["]
)
def test_a_redirect_to_what_is_no_web_address_is_not_followed(to: str) -> None:
    with loopback_server({"/": sent_to(to)}) as server:
        assert trouble(lambda: fetcher().get(server.url())) is Trouble.NOT_AN_ADDRESS


def test_redirects_are_followed_and_told() -> None:
    with loopback_server(
        {"/": sent_to("/b c", "301 Moved"), "/b%20c": sent_to("d", "308 There"), "/d": said(b"fine")}
    ) as server:
        answer = fetcher().get(server.url())
        assert answer.body == b"fine"
        assert answer.chain == (server.url(), server.url("/b%20c"), server.url("/d"))


def test_a_redirect_says_utf8_where_it_says_more_than_ascii() -> None:
    with loopback_server({"/": sent_to("/é"), "/%C3%A9": said(b"fine")}) as server:
        assert fetcher().get(server.url()).body == b"fine"


def test_a_redirect_without_a_place_is_an_answer() -> None:
    with loopback_server({"/": said(status="302 Found")}) as server:
        assert fetcher().get(server.url()).status == 302


def test_a_loop_ends() -> None:
    with loopback_server({"/a": sent_to("/b"), "/b": sent_to("/a")}) as server:
        assert trouble(lambda: fetcher().get(server.url("/a"))) is Trouble.TOO_MANY_REDIRECTS
    assert len(server.requests) == 1 + 1 + QUICK.redirects


def test_five_redirects_are_enough_to_get_somewhere() -> None:
    steps = {f"/{number}": sent_to(f"/{number + 1}") for number in range(5)}
    with loopback_server({**steps, "/5": said(b"fine")}) as server:
        assert fetcher().get(server.url("/0")).body == b"fine"


def test_what_robots_txt_forbids_is_not_asked_for_by_a_detour_either() -> None:
    rules = said(b"User-agent: becivic\nDisallow: /private")
    with loopback_server(
        {"/robots.txt": rules, "/": sent_to("/private"), "/private": said(b"secret")}
    ) as server:
        guest = fetcher()
        assert trouble(lambda: guest.get(server.url("/private"))) is Trouble.ROBOTS
        assert trouble(lambda: guest.get(server.url("/"))) is Trouble.ROBOTS
    assert server.asked == ["GET /robots.txt", "GET /"]


@pytest.mark.parametrize("status", ["400 Bad", "401 Who", "403 No", "404 None", "410 Gone"])
def test_no_rules_allow_everything(status: str) -> None:
    with loopback_server({"/robots.txt": said(status=status), "/": said(b"fine")}) as server:
        assert fetcher().get(server.url()).body == b"fine"


@pytest.mark.parametrize(
    "answer",
    [said(status="500 Oh"), said(status="503 Later"), said(status="429 Many"), sent_to("/robots.txt")],
)
def test_a_host_that_cannot_say_its_rules_is_not_asked(answer: bytes) -> None:
    with loopback_server({"/robots.txt": answer, "/": said(b"fine")}) as server:
        guest = fetcher()
        for _ in range(2):
            assert trouble(lambda: guest.get(server.url())) is Trouble.ROBOTS_UNKNOWN
    assert "GET /" not in server.asked


def test_that_the_rules_were_moved_to_a_dead_name_says_nothing_about_the_page() -> None:
    def resolve(host: str, _: int) -> list[str]:
        if host == "dead.example":
            raise socket.gaierror(socket.EAI_NONAME, "no such name")
        return ["127.0.0.1"]

    with loopback_server({"/robots.txt": sent_to("http://dead.example/robots.txt")}) as server:
        assert trouble(lambda: fetcher(resolve=resolve).get(server.url())) is Trouble.ROBOTS_UNKNOWN
        assert trouble(lambda: fetcher(resolve=resolve).get("http://dead.example/")) is Trouble.NO_SUCH_NAME


def test_a_name_that_turns_inside_between_the_rules_and_the_page_is_not_connected_to() -> None:
    """DNS rebinding: each connection goes to an address that was checked for that very connection."""
    answers = iter([["127.0.0.1"], ["169.254.169.254"]])
    with loopback_server({"/": said(b"secret")}) as server:
        guest = fetcher(
            resolve=lambda _, __: next(answers),
            is_allowed=lambda ip, port: ip == "127.0.0.1" or is_public(ip, port),
        )
        assert trouble(lambda: guest.get(server.url(host="rebinding.example"))) is Trouble.NOT_PUBLIC
    assert server.asked == ["GET /robots.txt"]


@pytest.mark.parametrize(
    ("to", "why"),
    [
        ("http://127.0.0.2/", Trouble.NOT_PUBLIC),
        ("http://[::ffff:10.0.0.1]/", Trouble.NOT_PUBLIC),
        ("http://[64:ff9b::a00:1]/", Trouble.NOT_PUBLIC),
        ("http://[2002:a00:1::1]/", Trouble.NOT_PUBLIC),
        ("http://[::127.0.0.1]/", Trouble.NOT_PUBLIC),
        ("http://2130706434/", Trouble.NOT_PUBLIC),
        ("http://8.8.8.8:22/", Trouble.NOT_PUBLIC),
        ("https://somebody:secret@page.example/", Trouble.NOT_AN_ADDRESS),
        ("ftp://page.example/", Trouble.NOT_AN_ADDRESS),
        ("file:///etc/passwd", Trouble.NOT_AN_ADDRESS),
    ],
)
def test_a_redirect_to_a_literal_another_port_or_credentials_connects_to_nothing(
    to: str, why: Trouble
) -> None:
    def resolve(host: str, port: int) -> list[str]:
        return ["127.0.0.1"] if host == "page.example" else resolve_by_system(host, port)

    with loopback_server({"/": sent_to(to)}) as server:
        guest = fetcher(
            resolve=resolve,
            is_allowed=lambda ip, port: ip == "127.0.0.1" or is_public(ip, port),
        )
        assert trouble(lambda: guest.get(server.url(host="page.example"))) is why
    assert server.asked == ["GET /robots.txt", "GET /"]


def test_a_host_that_must_never_be_asked_is_asked_by_no_redirect_either() -> None:
    with loopback_server({"/": sent_to("http://audited.example/document")}) as server:
        guest = fetcher()
        never = {"audited.example"}
        assert trouble(lambda: guest.get(server.url(), never)) is Trouble.NEVER_ASKED
        assert trouble(lambda: guest.head("https://AUDITED.example./", never)) is Trouble.NEVER_ASKED
    assert server.asked == ["GET /robots.txt", "GET /"]


def test_names_beyond_ascii_are_resolved_as_resolvers_know_them() -> None:
    hosts: list[str] = []

    def resolve(host: str, _: int) -> list[str]:
        hosts.append(host)
        return ["127.0.0.1"]

    with loopback_server({"/": said(b"fine")}) as server:
        assert fetcher(resolve=resolve).get(server.url(host="gemeente-ën.example")).body == b"fine"
    assert set(hosts) == {"gemeente-ën.example".encode("idna").decode()}


def test_time_is_counted_over_all_redirects() -> None:
    clock = Clock()

    def slowly(host: str, _: int) -> list[str]:
        clock.now += 0.9
        return ["127.0.0.1"]

    with loopback_server({"/": sent_to("/b"), "/b": sent_to("/c"), "/c": said(b"fine")}) as server:
        guest = fetcher(resolve=slowly, clock=clock)
        assert trouble(lambda: guest.get(server.url())) is Trouble.TOO_SLOW
    assert server.asked == ["GET /robots.txt", "GET /", "GET /b"]


def test_a_pause_that_a_host_wishes_for_is_kept() -> None:
    rules = page("User-agent: *\nCrawl-delay: 7")
    guest, asked = pretend({"https://page.example/robots.txt": rules, "https://page.example/": page("fine")})
    guest.get("https://page.example/")
    guest.get("https://page.example/")
    assert _slept(guest) == [7, 7]
    assert len(asked) == 3


def test_there_is_an_end_to_asking() -> None:
    guest, asked = pretend({"https://page.example/": page("fine")}, Manners(pause_seconds=0, requests=2))
    guest.get("https://page.example/")
    assert trouble(lambda: guest.get("https://page.example/")) is Trouble.ENOUGH_ASKED
    assert len(asked) == 2


def _slept(guest: Fetcher) -> list[float]:
    clock = guest.pace.clock
    assert isinstance(clock, Clock)
    return clock.slept


def test_that_something_is_not_there_is_an_answer() -> None:
    with loopback_server({}) as server:
        assert fetcher().get(server.url()).status == 404
