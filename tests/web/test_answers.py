"""Prepared answers: one preparation, strong ETags, conditional requests, packed when asked."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import httpx
import pytest
from starlette.types import Receive, Scope, Send

from becivic.web.answers import NEGOTIATED, Prepared, last_modified, matches_etag
from becivic.web.safe_headers import SAFE_HEADERS
from tests.factories.asking import ask
from tests.requirement import requirement

SAFE = {name.decode(): value.decode() for name, value in SAFE_HEADERS}
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
        **SAFE,
    }


@requirement("R-READ-05")
@pytest.mark.parametrize("coding", ["gzip", "br"])
def test_a_packed_form_has_its_own_tag_and_holds_the_same_bytes(answer: Prepared, coding: str) -> None:
    for _ in range(2):  # made, then kept
        found = asked(answer, accept_encoding=coding)
        assert found.headers["content-encoding"] == coding
        assert found.headers["etag"] == f'"abc-{coding}"'
        assert int(found.headers["content-length"]) < len(BODY)
        assert found.content == BODY


def test_a_form_is_packed_once(answer: Prepared) -> None:
    asked(answer, accept_encoding="br")
    kept = answer._forms["br"]
    asked(answer, accept_encoding="br")
    assert answer._forms["br"] is kept
    assert set(answer._forms) == {"identity", "br"}


def test_several_lines_of_a_header_are_one_list(answer: Prepared) -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        lines = [(b"accept-encoding", b"x"), (b"accept-encoding", b"gzip"), (b"if-none-match", b'"a"')]
        await answer({**scope, "headers": [*lines, (b"if-none-match", b'"abc-gzip"')]}, send)

    assert ask(app, "/").status_code == 304


def test_a_small_answer_is_not_packed() -> None:
    found = asked(Prepared(b"small", "text/plain", "abc"), accept_encoding="gzip")
    assert "content-encoding" not in found.headers
    assert found.headers["etag"] == '"abc"'


def test_head_says_what_get_would_without_the_bytes(answer: Prepared) -> None:
    found = asked(answer, method="HEAD")
    assert found.content == b""
    assert found.headers == asked(answer).headers


@pytest.mark.parametrize("encoding", ["identity", "gzip", "br"])
def test_what_the_caller_has_is_not_sent_again(answer: Prepared, encoding: str) -> None:
    etag = asked(answer, accept_encoding=encoding).headers["etag"]
    found = asked(answer, accept_encoding=encoding, if_none_match=etag)
    assert found.status_code == 304
    assert found.content == b""
    assert dict(found.headers) == {
        "etag": etag,
        "cache-control": "public, max-age=60, s-maxage=60",
        "vary": "Accept-Encoding",
        **SAFE,
    }


def test_an_answer_that_is_not_200_is_never_not_modified() -> None:
    gone = Prepared(b"gone", "text/plain", "abc", status=410)
    assert asked(gone, if_none_match='"abc"').status_code == 410


# --- pages: chosen by what the caller reads, and dated ------------------------------------------------------------

CHANGED = datetime(2026, 11, 15, 12, 0, 0, 999, tzinfo=UTC)
OWN = "default-src 'self'"


@pytest.fixture
def page() -> Prepared:
    said = [
        NEGOTIATED,
        last_modified(CHANGED),
        ("content-language", "fr"),
        ("content-location", "/fr/skills/x"),
        ("content-security-policy", OWN),
    ]
    return Prepared(BODY, "text/html", "abc", extra=said)


def test_a_page_says_what_it_was_chosen_by(page: Prepared) -> None:
    found = asked(page)
    assert found.headers.get_list("vary") == ["Accept-Encoding, Accept, Accept-Language"]
    assert found.headers["last-modified"] == "Sun, 15 Nov 2026 12:00:00 GMT"
    assert found.headers["content-language"] == "fr"


def test_a_page_keeps_its_own_policy_also_when_it_is_not_sent_again(page: Prepared) -> None:
    found, again = asked(page), asked(page, if_none_match='"abc"')
    assert found.headers.get_list("content-security-policy") == [OWN]
    assert dict(again.headers) == {
        "etag": '"abc"',
        "cache-control": "public, max-age=60, s-maxage=60",
        "vary": "Accept-Encoding, Accept, Accept-Language",
        "content-location": "/fr/skills/x",
        **SAFE,
        "content-security-policy": OWN,
    }


@pytest.mark.parametrize(
    ("since", "status"),
    [
        ("Sun, 15 Nov 2026 12:00:00 GMT", 304),
        ("Mon, 16 Nov 2026 12:00:00 GMT", 304),
        ("Sun, 15 Nov 2026 11:59:59 GMT", 200),
        ("Sunday, 15-Nov-26 12:00:00 GMT", 304),
        ("Sun Nov 15 12:00:00 2026", 304),
        ("yesterday", 200),
        ("", 200),
        ("Sun, 99 Nov 2026 12:00:00 GMT", 200),
        ("Sun, 15 Nov 2026 12:00:00 GMT" + " " * 100 + "x", 200),
        ("Mon, 16 Nov 99999999999999999999 12:00:00 GMT", 200),
        ("Mon, 16 Nov 2026 99999999999999999999:00:00 GMT", 200),
    ],
)
def test_a_date_is_held_against_the_last_change(page: Prepared, since: str, status: int) -> None:
    assert asked(page, if_modified_since=since).status_code == status


def test_where_tags_are_named_no_date_is_looked_at(page: Prepared) -> None:
    later = "Mon, 16 Nov 2026 12:00:00 GMT"
    assert asked(page, if_modified_since=later, if_none_match='"other"').status_code == 200


def test_an_answer_without_a_date_is_sent_whatever_date_is_named(answer: Prepared) -> None:
    assert asked(answer, if_modified_since="Mon, 16 Nov 2026 12:00:00 GMT").status_code == 200


def test_a_date_is_said_in_universal_time() -> None:
    brussels = timezone(timedelta(hours=1))
    assert last_modified(datetime(2026, 11, 15, 13, tzinfo=brussels))[1] == "Sun, 15 Nov 2026 12:00:00 GMT"


def test_the_weight_of_an_answer_covers_its_forms(answer: Prepared) -> None:
    for coding in ("br", "gzip"):
        asked(answer, accept_encoding=coding)
    assert sum(len(form.body) for form in answer._forms.values()) <= answer.weight


@pytest.mark.parametrize(
    ("header", "matches"),
    [
        (b"", False),
        (b"*", True),
        (b'"abc"', True),
        (b'W/"abc"', True),
        (b'"x", W/"abc"', True),
        (b'"x","abc"', True),
        (b'"x,abc"', False),
        (b"abc", False),
        (b'"abc', False),
        (b'"ABC"', False),
        (b'"' * 30_001, False),
    ],
)
def test_which_tags_match(header: bytes, *, matches: bool) -> None:
    assert matches_etag(header, b'"abc"') is matches
