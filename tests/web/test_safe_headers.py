"""Safe headers: on everything, and a page's own policy stands."""

from __future__ import annotations

from becivic.web.safe_headers import SAFE_HEADERS, missing_from


def test_an_answer_that_says_nothing_gets_them_all() -> None:
    assert missing_from([(b"content-type", b"text/plain")]) == list(SAFE_HEADERS)


def test_what_an_answer_says_itself_stands() -> None:
    own = [(b"content-security-policy", b"default-src 'self'")]
    assert [name for name, _ in missing_from(own)] == [b"x-content-type-options", b"referrer-policy"]
