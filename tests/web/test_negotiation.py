"""What a caller would rather read: weights, wildcards, and how agents and browsers really ask."""

from __future__ import annotations

import pytest

from becivic.web.negotiation import (
    HEADER_MOST,
    HTML,
    JSON,
    MARKDOWN,
    _ranked,
    language,
    preferred,
    ranked,
    said,
)
from tests.requirement import requirement
from tests.web.scopes import scope

OFFERS = (HTML, MARKDOWN, JSON)
LANGUAGES = ("en", "fr", "nl", "de")


@requirement("R-READ-10")
@pytest.mark.parametrize(
    ("accept", "chosen"),
    [
        ("", HTML),
        ("*/*", HTML),
        ("text/*", HTML),
        ("application/*", JSON),
        ("text/markdown", MARKDOWN),
        ("text/x-markdown", MARKDOWN),
        ("TEXT/Markdown; charset=utf-8", MARKDOWN),
        ("text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8", HTML),
        ("text/markdown, text/html, */*", MARKDOWN),
        ("text/markdown, */*", MARKDOWN),
        ("application/json, text/plain, */*", JSON),
        ("text/html, text/markdown", HTML),
        ("text/markdown;q=0.5, text/html;q=0.4", MARKDOWN),
        ("text/markdown;q=0.4, text/html ; q=0.5", HTML),
        ("text/markdown;q=0.5, */*;q=0.6", HTML),
        ("text/html;q=0, */*", MARKDOWN),
        ("text/html;q=0, text/*;q=0, */*;q=0.1", JSON),
        ("text/html;q=0.1, text/html;q=0.9, text/markdown;q=0.5", HTML),
        ("text/html;q=0.9, text/html;q=0.1, text/markdown;q=0.5", HTML),
        ("text/html;q=2, text/markdown;q=0.1", MARKDOWN),
        ("text/html;q=nan, text/markdown;q=0.1", MARKDOWN),
        ("text/markdown;q=", HTML),
        ("image/png", None),
        ("*/*;q=0", None),
        (";;,,=\xff", None),
        (",,", HTML),
        ("text/markdown," * HEADER_MOST, HTML),
    ],
)
def test_the_media_type_that_is_liked_best(accept: str, chosen: str | None) -> None:
    assert preferred(accept.encode("latin-1"), OFFERS) == chosen


@pytest.mark.parametrize(
    ("accept", "chosen"),
    [
        ("", "en"),
        ("fr", "fr"),
        ("fr-BE", "fr"),
        ("nl-BE,nl;q=0.9,en-US;q=0.8,en;q=0.7", "nl"),
        ("de-AT;q=0.5, fr;q=0.6", "fr"),
        ("es, pt;q=0.9, de;q=0.1", "de"),
        ("es", "en"),
        ("FR", "fr"),
        ("en;q=0.8, fr;q=0.8", "en"),
        ("fr, nl", "fr"),
        ("*", "en"),
        ("es, *;q=0.5", "en"),
        ("en;q=0.1, *;q=0.5", "fr"),
        ("en;q=0, *", "fr"),
        ("en;q=0", "en"),
        ("fr-FR, fr;q=0, de;q=0.3", "de"),
        ("en;q=0.1, fr;q=0.1, nl;q=0.1, de;q=0.1, *", "en"),
        ("fr;q=1.5", "en"),
        ("fr;;q=", "en"),
        ("i-klingon, zh-Hant-TW", "en"),
        ("fr," * HEADER_MOST, "en"),
    ],
)
def test_the_language_that_is_read_best(accept: str, chosen: str) -> None:
    assert language(accept.encode("latin-1"), LANGUAGES, "en") == chosen


def test_several_lines_of_a_header_are_one_list() -> None:
    asked = scope(("accept", "text/html;q=0.1"), ("host", "x"), ("accept", "text/markdown"))
    assert said(asked, b"accept") == b"text/html;q=0.1,text/markdown"
    assert said(asked, b"accept-language") == b""


def test_a_header_is_read_once() -> None:
    preferred(b"text/markdown;q=0.123", OFFERS)
    before = _ranked.cache_info().hits
    preferred(b"text/markdown;q=0.123", OFFERS)
    assert _ranked.cache_info().hits == before + 1


@pytest.mark.parametrize(
    "accept", ["", "*/*", "application/json, */*;q=0.1", "text/markdown;q=0.2, text/*", "image/*"]
)
def test_of_fewer_offers_is_chosen_what_is_first_among_them_all(accept: str) -> None:
    everything = ranked(accept.encode(), OFFERS)
    for fewer in ((HTML,), (HTML, MARKDOWN), (HTML, JSON), (MARKDOWN, JSON)):
        assert preferred(accept.encode(), fewer) == next((each for each in everything if each in fewer), None)
