"""Two hundred hostile texts and more in every field of every submission, through the real way in, onto every surface."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from typing import Final
from urllib.parse import urlsplit

import html5lib
import pytest

from tests.requirement import requirement
from tests.security.fences import read_fences
from tests.security.fields import DAYS, PRIVATE
from tests.security.hostile import TRIED, groups, hostile
from tests.security.structures import OF_KIND, elements
from tests.security.surfaces import Answer
from tests.security.worlds import World, harmless_world, hostile_world

ENOUGH: Final = 200
"""The bar."""
MOST_TAKEN: Final = 0.8
SCHEMES: Final = ("http", "https", "mailto", "")
_OURS: Final = re.compile("</?(?:VV|Ref|Risk|Path|Skill|Observations?|CohortStats)\\b", re.IGNORECASE)


@pytest.fixture(scope="module")
def world() -> World:
    return hostile_world()


@pytest.fixture(scope="module")
def plain() -> World:
    return harmless_world()


def pages(world: World, kind: str) -> dict[str, Answer]:
    """Of one media type, after every day."""
    return {
        f"{address} ({day})": answer
        for day, answers in enumerate(world.days)
        for address, answer in answers.items()
        if answer.kind == kind
    }


class _Quoted(HTMLParser):
    """The words of every quotation."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._is_open = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del attrs
        if tag == "blockquote":
            self._is_open = True
            self.found.append("")

    def handle_endtag(self, tag: str) -> None:
        self._is_open = self._is_open and tag != "blockquote"

    def handle_data(self, data: str) -> None:
        if self._is_open:
            self.found[-1] += data


def quoted(page: str) -> list[str]:
    reader = _Quoted()
    reader.feed(page)
    return reader.found


def assert_nothing_odd(address: str, page: str) -> None:
    read = elements(page)
    for tag, *names in (found for found in read.found if isinstance(found, tuple)):
        assert not any(name.startswith("on") for name in names), address
        assert tag != "script" or "src" in names or "type" in names, address
    odd = [each for each in read.addresses if urlsplit(each.strip()).scheme.lower() not in SCHEMES]
    assert odd == [], address


def test_there_are_enough_texts_of_every_sort() -> None:
    assert len(hostile()) == len(set(hostile())) >= ENOUGH
    assert min(len(texts) for texts in groups().values()) >= 8
    assert TRIED >= ENOUGH


@pytest.mark.parametrize(
    "form", [form for day in DAYS for form in day], ids=lambda form: "; ".join(form.names)
)
def test_most_texts_are_taken_and_the_rest_refused_for_a_reason(form: object, world: World) -> None:
    outcome = world.outcomes[form]  # type: ignore[index]
    assert len(outcome.taken) + outcome.refused.total() == TRIED
    assert len(outcome.taken) >= MOST_TAKEN * TRIED, outcome.refused


def test_what_was_taken_is_really_shown(world: World) -> None:
    """As it was written, but for blanks: nothing is cut out that a reader should see."""
    seen = " \n ".join(text for answer in pages(world, "text/html").values() for text in quoted(answer.text))
    shown = [text for text in hostile() if " ".join(text.split()) in seen]
    assert len(shown) >= ENOUGH


@requirement("R-OBSV-05")
def test_pages_are_built_as_if_the_words_were_plain(world: World, plain: World) -> None:
    for day, (hostile_day, plain_day) in enumerate(zip(world.days, plain.days, strict=True)):
        for address, answer in hostile_day.items():
            other = plain_day[address]
            assert (answer.status, answer.kind) == (other.status, other.kind) == (200, other.kind), address
            built = OF_KIND[answer.kind]
            assert built(answer.text) == built(other.text), f"{address}, day {day}"


def test_no_page_has_a_handler_an_inline_script_or_an_odd_address(world: World) -> None:
    everything = pages(world, "text/html") | {
        address: answer for address, answer in world.questions.items() if answer.kind == "text/html"
    }
    for address, answer in everything.items():
        assert_nothing_odd(address, answer.text)


def test_the_fullest_pages_are_sound_html(world: World) -> None:
    found = sorted(pages(world, "text/html").items(), key=lambda each: len(each[1].text), reverse=True)
    for _, answer in found[:6]:
        html5lib.HTMLParser(strict=True).parse(answer.text)


@requirement("R-OBSV-05")
def test_in_markdown_every_text_lies_in_a_fence_of_its_own(world: World, plain: World) -> None:
    for day, (hostile_day, plain_day) in enumerate(zip(world.days, plain.days, strict=True)):
        for address in (
            each for each in hostile_day if each.endswith(("/index.md", "format=md", "llms-full.txt"))
        ):
            own, other = read_fences(hostile_day[address].text), read_fences(plain_day[address].text)
            assert len(own.fenced) == len(other.fenced), f"{address}, day {day}"
            assert len(own.outside) == len(other.outside), f"{address}, day {day}"
            assert [text for text in own.fenced if _OURS.search(text)] == [], f"{address}, day {day}"


def test_a_skill_as_json_holds_texts_as_strings_and_its_body_keeps_the_fences(world: World) -> None:
    found = 0
    for address, answer in world.days[0].items():
        if re.fullmatch(r"/api/skills/[^/?]+", address):
            told = json.loads(answer.text)
            items = [item for group in told["observations_block"]["groups"] for item in group["items"]]
            assert len(read_fences(told["resolved_body"]).fenced) == len(items)
            found += len(items)
    assert found >= ENOUGH


@requirement("R-OBSV-14")
def test_what_is_the_operators_alone_is_read_nowhere(world: World) -> None:
    """Feedback, what would make five stars, and the reasons of votes."""
    for answers in (*world.days, world.questions):
        assert [address for address, answer in answers.items() if PRIVATE in answer.text] == []
