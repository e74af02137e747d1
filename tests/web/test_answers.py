"""Prepared answers: one preparation, strong ETags, conditional requests, gzip when asked."""

from __future__ import annotations

import gzip

import httpx
import pytest
from starlette.types import Receive, Scope, Send

from becivic.web.answers import Prepared, accepts_gzip, matches_etag
from tests.factories.asking import ask

BODY = b"a long enough text to be worth packing\n" * 40


def asked(answer: Prepared, *, method: str = "GET", **headers: str) -> httpx.Response:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await answer(scope, send)

    return ask(
        app, "/", method=method, headers={name.replace("_", "-"): value for name, value in headers.items()}
    )


@pytest.fixture
def answer() -> Prepared:
    return Prepared(BODY, "text/plain", "abc", extra=[("x-extra", "yes")])


def test_a_plain_answer_says_everything_a_cache_needs(answer: Prepared) -> None:
    found = asked(answer)
    assert found.status_code == 200
    assert found.content == BODY
    assert dict(found.headers) == {
        "content-type": "text/plain",
        "x-extra": "yes",
        "etag": '"abc"',
        "cache-control": "public, max-age=60, s-maxage=60",
        "vary": "Accept-Encoding",
        "content-length": str(len(BODY)),
    }


def test_gzip_has_its_own_tag_and_holds_the_same_bytes(answer: Prepared) -> None:
    found = asked(answer, accept_encoding="gzip")
    assert found.headers["content-encoding"] == "gzip"
    assert found.headers["etag"] == '"abc-gzip"'
    assert int(found.headers["content-length"]) < len(BODY)
    assert found.content == BODY


def test_the_packed_bytes_do_not_depend_on_the_moment() -> None:
    first, second = (Prepared(BODY, "text/plain", "abc")._gzipped.body for _ in range(2))
    assert first == second
    assert gzip.decompress(first) == BODY


def test_a_small_answer_is_not_packed() -> None:
    found = asked(Prepared(b"small", "text/plain", "abc"), accept_encoding="gzip")
    assert "content-encoding" not in found.headers
    assert found.headers["etag"] == '"abc"'


def test_head_says_what_get_would_without_the_bytes(answer: Prepared) -> None:
    found = asked(answer, method="HEAD")
    assert found.content == b""
    assert found.headers == asked(answer).headers


@pytest.mark.parametrize("encoding", ["identity", "gzip"])
def test_what_the_caller_has_is_not_sent_again(answer: Prepared, encoding: str) -> None:
    etag = asked(answer, accept_encoding=encoding).headers["etag"]
    found = asked(answer, accept_encoding=encoding, if_none_match=etag)
    assert found.status_code == 304
    assert found.content == b""
    assert dict(found.headers) == {
        "etag": etag,
        "cache-control": "public, max-age=60, s-maxage=60",
        "vary": "Accept-Encoding",
    }


def test_an_answer_that_is_not_200_is_never_not_modified() -> None:
    gone = Prepared(b"gone", "text/plain", "abc", status=410)
    assert asked(gone, if_none_match='"abc"').status_code == 410


@pytest.mark.parametrize(
    ("header", "takes"),
    [
        ([], False),
        ([b""], False),
        ([b"gzip"], True),
        ([b"br, GZIP"], True),
        ([b"br", b"gzip"], True),
        ([b"gzip;q=0.5, br;q=1.0"], True),
        ([b"gzip ; Q=1"], True),
        ([b"gzip;q=0"], False),
        ([b"gzip;q=0.000"], False),
        ([b"*"], True),
        ([b"*;q=0"], False),
        ([b"*, gzip;q=0"], False),
        ([b"identity"], False),
        ([b"gzip;level=9"], False),
        ([b"gzip;q=nan"], False),
        ([b"gzip;q=" + b"1" * 5000], False),
        ([b";;,,=\xff"], False),
    ],
)
def test_who_takes_gzip(header: list[bytes], *, takes: bool) -> None:
    assert accepts_gzip(header) is takes


@pytest.mark.parametrize(
    ("header", "matches"),
    [
        ([], False),
        ([b"*"], True),
        ([b'"abc"'], True),
        ([b'W/"abc"'], True),
        ([b'"x", W/"abc"'], True),
        ([b'"x"', b'"abc"'], True),
        ([b'"x,abc"'], False),
        ([b"abc"], False),
        ([b'"abc'], False),
        ([b'"ABC"'], False),
        ([b'"' * 30_001], False),
    ],
)
def test_which_tags_match(header: list[bytes], *, matches: bool) -> None:
    assert matches_etag(header, b'"abc"') is matches
