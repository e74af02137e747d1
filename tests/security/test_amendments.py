"""Amendments that strangers wrote, through the real way in and the real commit: what they change is words wherever it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

import html5lib
import pytest

from becivic.rules.submissions import SubmissionType
from becivic.store.store import Store
from tests.factories.press import Press
from tests.security.amendments import (
    Amendment,
    of_body,
    of_path_fields,
    of_skill_fields,
    of_sources,
    young,
)
from tests.security.hostile import harmless, hostile
from tests.security.library import SHARED, Library, chunks, house_of_its_own, let_through, open_house
from tests.security.orders import broken_rules
from tests.security.structures import OF_KIND, elements
from tests.security.surfaces import Answer, read
from tests.security.test_records import assert_nothing_odd
from tests.security.test_words import PROSE

ENOUGH: Final = 200
_BINDS: Final = re.compile(r"<(?:VV|Ref) [^>]*uid=")
"""A tag of ours that says which row it means; in a diff only main may."""

# --- fields ---------------------------------------------------------------------------------------------------


@cache
def mended(is_hostile: bool) -> Library:
    """A library after them all, and what became of those that were not taken."""
    with house_of_its_own() as house:
        return _mended(house, _may_be_sent(hostile() if is_hostile else harmless()))


def _may_be_sent(texts: tuple[str, ...]) -> list[str]:
    return [text for chunk in chunks(texts) for text in chunk]


def _mended(house: Press, texts: list[str]) -> Library:
    made = (of_skill_fields, of_path_fields, of_sources)
    amendments = [each for make in made for each in make(house.corpus, texts)]
    answers = [_sent(house, each, number) for number, each in enumerate(amendments)]
    _published(house)
    left = [_left(house, each, number) for number, each in enumerate(amendments) if not answers[number]]
    refused = [why for why in (*answers, *left) if why]
    pages = sorted({_page(each) for each in amendments})
    return Library(refused, read(house, _addresses(pages)))


def _sent(house: Press, amendment: Amendment, number: int, query: str = "") -> str:
    answer = house.service.post(SubmissionType.AMENDMENT, amendment.payload(number), query=query)
    return "" if answer.status_code == HTTPStatus.OK else f"{amendment}: {answer.text}"


def _published(house: Press) -> None:
    house.a_day_later()
    let_through(house.store, house)
    house.runs()


def _left(house: Press, amendment: Amendment, number: int) -> str:
    state = _state(house, amendment, number)
    return "" if state.get("change_request") == "merged" else f"{amendment}: {state}"


def _state(house: Press, amendment: Amendment, number: int) -> dict[str, Any]:
    return house.status(SubmissionType.AMENDMENT, amendment.payload(number)["amendment_id"])


def _page(amendment: Amendment) -> str:
    return f"/{'skills' if amendment.kind == 'skill' else 'paths'}/{amendment.target.partition(':')[0]}"


def _addresses(pages: list[str]) -> Iterator[str]:
    yield from SHARED
    for page in pages:
        yield from (page, f"{page}/index.md", f"/api{page}", f"/nl{page}")
        if page.startswith("/skills/"):
            name = page.removeprefix("/skills/")
            yield from (f"{page}/feed.atom", f"/api/onboarding-form?skill_id={name}&locale=fr")


@pytest.fixture(scope="module")
def library() -> Library:
    return mended(is_hostile=True)


def test_every_amendment_of_a_field_is_taken_and_merged(library: Library) -> None:
    assert library.refused == []


def test_enough_texts_are_really_shown(library: Library) -> None:
    seen = " ".join(
        " ".join(_words(answer)) for answer in library.answers.values() if answer.kind == "text/html"
    )
    shown = [text for text in hostile() if " ".join(text.split()) in seen]
    assert len(shown) >= ENOUGH


def _words(answer: Answer) -> list[str]:
    return " ".join(html5lib.parse(answer.text, namespaceHTMLElements=False).itertext()).split()


def test_what_they_change_is_built_as_if_the_words_were_plain(library: Library) -> None:
    plain = mended(is_hostile=False)
    assert plain.refused == []
    for address, answer in library.answers.items():
        other = plain.answers[address]
        assert (answer.status, answer.kind) == (200, other.kind), address
        built = OF_KIND[answer.kind]
        assert built(_without_length(answer.text)) == built(_without_length(other.text)), address


def _without_length(text: str) -> str:
    """Whether a page has room for its cases in print depends on how long its texts are, plain or not."""
    return re.sub('<p class="print-only cases-elsewhere">[^<]*</p>', "", text)


def test_no_page_has_a_handler_an_inline_script_or_an_odd_address(library: Library) -> None:
    for address, answer in library.answers.items():
        if answer.kind == "text/html":
            assert_nothing_odd(address, answer.text)


# --- bodies ---------------------------------------------------------------------------------------------------


def test_a_diff_of_a_body_makes_prose_or_does_not_get_to_main(sqlite_store: Store, tmp_path: Path) -> None:
    """What would take hold of the text around it is refused, or waits with a warning; the rest is prose on every face."""
    house = open_house(sqlite_store, tmp_path)
    skills = dict(zip((skill.id for skill in young(house.corpus)), chunks(hostile()), strict=False))
    known = {tag for name in skills for tag in _tags(house, name)}
    judged = {name: [_judged(house, name, text) for text in texts] for name, texts in skills.items()}
    kept = {
        name: [text for text, verdict in zip(texts, judged[name], strict=True) if verdict == "fine"]
        for name, texts in skills.items()
    }
    assert sum(len(texts) for texts in kept.values()) >= ENOUGH
    for number, (name, texts) in enumerate(kept.items()):
        assert _sent(house, of_body(house.corpus.skills[name], texts), number) == ""
    _published(house)
    for name, texts in kept.items():
        assert all(text in house.corpus.skills[name].body.text for text in texts), name
        assert _tags(house, name) <= known | PROSE, name
        _is_sound(house, f"/skills/{name}")


def test_what_breaks_a_rule_waits_for_a_maintainer(sqlite_store: Store, tmp_path: Path) -> None:
    house = open_house(sqlite_store, tmp_path)
    skill = young(house.corpus)[0]
    text = next(text for text in hostile() if _judged(house, skill.id, text) == "warned")
    assert _sent(house, of_body(skill, [text]), 0) == ""
    _published(house)
    assert house.corpus.skills[skill.id].body.text == skill.body.text
    assert _state(house, of_body(skill, [text]), 0).get("change_request") != "merged"


def test_a_diff_that_gives_out_a_uid_is_refused(sqlite_store: Store, tmp_path: Path) -> None:
    house = open_house(sqlite_store, tmp_path)
    skill = young(house.corpus)[0]
    binding = [text for text in hostile() if _BINDS.search(text)]
    assert binding
    for number, text in enumerate(binding):
        assert "uids are given out here alone" in _sent(house, of_body(skill, [text]), number)


def _judged(house: Press, name: str, text: str) -> str:
    """What becomes of a diff with this text alone: `refused`, `warned` or `fine`."""
    amendment = of_body(house.corpus.skills[name], [text])
    answer = house.service.post(SubmissionType.AMENDMENT, amendment.payload(0), query="?dry_run=true")
    if answer.status_code != HTTPStatus.OK:
        assert answer.status_code < HTTPStatus.INTERNAL_SERVER_ERROR, text
        return "refused"
    return "warned" if broken_rules(answer.json()) else "fine"


def _tags(house: Press, name: str) -> set[str]:
    page = elements(house.get(f"/skills/{name}").text)
    return {found[0] for found in page.found if isinstance(found, tuple)}


def _is_sound(house: Press, page: str) -> None:
    text = house.get(page).text
    assert_nothing_odd(page, text)
    html5lib.HTMLParser(strict=True).parse(text)
    for other, kind in ((f"/api{page}", "application/json"), (f"{page}/feed.atom", "application/atom+xml")):
        assert OF_KIND[kind](house.get(other).text)
    assert house.get(f"{page}/index.md").status_code == HTTPStatus.OK
