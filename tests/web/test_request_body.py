"""Reading a body: what is taken, what is refused before it is held, and what a slow or leaving caller meets."""

from __future__ import annotations

import asyncio

import pytest
from starlette.requests import ClientDisconnect
from starlette.types import Message, Receive, Scope

from becivic.rules import caps
from becivic.web import request_body
from becivic.web.request_body import DISCARDED, BodyRefused, check_media_type, read_body
from tests.web.scopes import pieces, scope

JSON = ("content-type", "application/json")


def body(receive: Receive, *headers: tuple[str, str], most: int = 10) -> bytes:
    return asyncio.run(read_body(receive, scope(*headers), most=most))


def refusal(receive: Receive, *headers: tuple[str, str], most: int = 10) -> tuple[int, str]:
    with pytest.raises(BodyRefused) as caught:
        body(receive, *headers, most=most)
    assert caught.value.remedy
    return caught.value.status, caught.value.detail


class Counted:
    """Hands out a body of so many kilobytes, and knows how much was taken."""

    def __init__(self, kilobytes: int) -> None:
        self.left = kilobytes
        self.taken = 0

    async def __call__(self) -> Message:
        self.left -= 1
        self.taken += 1024
        return {"type": "http.request", "body": b"x" * 1024, "more_body": self.left > 0}


def test_a_body_comes_whole_from_its_pieces() -> None:
    assert body(pieces(b"{}")) == b"{}"
    assert body(pieces(b"{", b"", b"}")) == b"{}"
    assert body(pieces(b"0123456789"), ("content-length", "10")) == b"0123456789"


def test_no_body_is_an_empty_one() -> None:
    async def receive() -> Message:
        return {"type": "http.request"}

    assert body(receive) == b""


def test_the_cap_is_that_of_the_design() -> None:
    exactly = pieces(b"x" * caps.BODY_BYTES)
    assert len(asyncio.run(read_body(exactly, scope()))) == caps.BODY_BYTES
    with pytest.raises(BodyRefused, match=r"^The body is larger than 256 KiB\. Send fewer items"):
        asyncio.run(read_body(pieces(b"x" * caps.BODY_BYTES, b"x"), scope()))


@pytest.mark.parametrize("headers", [[], [("content-length", "2")]])
def test_a_body_that_grows_too_large_is_refused_whatever_it_announced(headers: list[tuple[str, str]]) -> None:
    assert refusal(pieces(b"01234", b"56789", b"x"), *headers)[0] == 413


def test_the_rest_of_a_body_too_large_is_thrown_away_so_that_the_caller_reads_why() -> None:
    rest = Counted(200)
    assert refusal(rest, ("content-length", str(200 * 1024)), most=1024)[0] == 413
    assert rest.taken == 200 * 1024
    rest = Counted(200)
    assert refusal(rest, most=1024)[0] == 413
    assert rest.taken == 200 * 1024


def test_there_is_an_end_to_what_is_thrown_away() -> None:
    endless = Counted(1_000_000)
    assert refusal(endless, most=1024)[0] == 413
    assert endless.taken == DISCARDED + 2 * 1024


@pytest.mark.parametrize(
    "headers",
    [
        [("content-length", str(DISCARDED + 1))],
        [("content-length", "9" * 18)],
        [("content-length", "11"), ("expect", "100-continue")],
    ],
)
def test_a_caller_who_announced_far_too_much_or_asks_first_is_told_at_once(
    headers: list[tuple[str, str]],
) -> None:
    assert refusal(unasked, *headers)[0] == 413


async def unasked() -> Message:
    raise AssertionError("nothing may be read")


@pytest.mark.parametrize(
    "length", ["", "-1", "1.5", "ten", "+1", "٣".encode().decode("latin-1"), "9" * 5000, "1, 1"]
)
def test_a_length_that_is_none_is_refused(length: str) -> None:
    status, detail = refusal(unasked, ("content-length", length))
    assert (status, detail) == (400, "Content-Length is not a whole number, said once.")


def test_two_lengths_are_refused() -> None:
    assert refusal(unasked, ("content-length", "1"), ("content-length", "1"))[0] == 400


@pytest.mark.parametrize("before", [[], [b"01234"], [b"0" * 11]])
def test_a_caller_who_leaves_is_no_refusal(before: list[bytes]) -> None:
    with pytest.raises(ClientDisconnect):
        body(pieces(*before, then="http.disconnect"))


async def silent() -> Message:
    await asyncio.Event().wait()
    raise AssertionError("it never comes")


def test_a_body_that_does_not_come_is_refused_in_time() -> None:
    with pytest.raises(BodyRefused) as caught:
        asyncio.run(read_body(silent, scope(), timeout_seconds=0))
    assert (caught.value.status, caught.value.detail) == (408, "The body did not arrive in time.")


def test_a_body_too_large_is_called_that_even_when_its_rest_does_not_come(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(request_body, "DISCARDED_WITHIN", 0)
    assert refusal(silent, ("content-length", "11"))[0] == 413


@pytest.mark.parametrize(
    "media_type",
    [
        "application/json",
        "Application/JSON",
        "application/json; charset=utf-8",
        " application/json ;charset=utf-8",
        "application/problem+json",
        'application/vnd.be-civic.v1+json; profile="x"',
    ],
)
def test_json_is_taken(media_type: str) -> None:
    check_media_type(scope(("content-type", media_type)))


def test_a_body_without_a_media_type_is_refused() -> None:
    """A page of another site can send one without asking first."""
    assert refused_type(scope()) == (415, "The body is not declared as JSON.")


@pytest.mark.parametrize(
    "media_type",
    ["", "text/plain", "text/json", "application/jsonx", "application/json+xml", "+json", "/+json", "a/+json", "json",
     "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/json, text/plain",
     "application/json\n", "\xff/+json"],
)  # fmt: skip
def test_anything_else_is_refused_without_repeating_it(media_type: str) -> None:
    assert refused_type(scope(("content-type", media_type))) == (415, "The body is not declared as JSON.")


def test_two_media_types_are_refused() -> None:
    twice = scope(("content-type", "application/json"), ("content-type", "application/json"))
    assert refused_type(twice)[0] == 415


@pytest.mark.parametrize("coding", ["gzip", "br", "identity, gzip", "x"])
def test_a_packed_body_is_refused(coding: str) -> None:
    assert refused_type(scope(JSON, ("content-encoding", coding))) == (415, "The body is packed.")


@pytest.mark.parametrize("coding", ["identity", "Identity", "", "identity, identity"])
def test_a_body_said_to_be_plain_is_taken(coding: str) -> None:
    check_media_type(scope(JSON, ("content-encoding", coding)))


def refused_type(asked: Scope) -> tuple[int, str]:
    with pytest.raises(BodyRefused) as caught:
        check_media_type(asked)
    return caught.value.status, caught.value.detail
