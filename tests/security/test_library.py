"""Skills and paths that strangers wrote, merged: their titles, summaries, notes and questions are words wherever they stand."""

from __future__ import annotations

import json

import html5lib
import pytest

from tests.security.hostile import hostile
from tests.security.library import Library, chunks, harmless_library, hostile_library
from tests.security.structures import OF_KIND
from tests.security.test_records import assert_nothing_odd


@pytest.fixture(scope="module")
def library() -> Library:
    return hostile_library()


def is_source(address: str) -> bool:
    """The file as it was written: its fields before its text."""
    return address.startswith("/skills/strange") and address.endswith(".md") and "index.md" not in address


def test_every_draft_is_taken_and_can_be_merged(library: Library) -> None:
    assert library.refused == []
    assert sum(len(chunk) for chunk in chunks(hostile())) >= 200


def test_pages_lists_feeds_and_forms_are_built_as_if_the_words_were_plain(library: Library) -> None:
    plain = harmless_library().answers
    for address, answer in library.answers.items():
        other = plain[address]
        assert (answer.status, answer.kind) == (200, other.kind), address
        text, words = answer.text, other.text
        if is_source(address):
            text, words = (each.partition("\n---\n")[2] for each in (text, words))
        built = OF_KIND[answer.kind]
        assert built(text) == built(words), address


def test_no_page_has_a_handler_an_inline_script_or_an_odd_address(library: Library) -> None:
    pages = {address: each for address, each in library.answers.items() if each.kind == "text/html"}
    for address, answer in pages.items():
        assert_nothing_odd(address, answer.text)
    fullest = sorted(pages.values(), key=lambda answer: len(answer.text))[-4:]
    for answer in fullest:
        html5lib.HTMLParser(strict=True).parse(answer.text)


def test_a_form_asks_in_a_strangers_words_and_stays_a_form(library: Library) -> None:
    """It is a document of its own, with its script inside: what that script reads is one JSON text."""
    plain = harmless_library().answers
    for address, answer in library.answers.items():
        if "onboarding-form" in address:
            form, other = (json.loads(each.text)["form_html"] for each in (answer, plain[address]))
            assert OF_KIND["text/html"](form) == OF_KIND["text/html"](other), address
