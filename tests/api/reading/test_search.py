"""GET /api/search, over HTTP: what is found is what the site finds, and what was asked stays with whoever asked."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import httpx
import pytest

from becivic.api.reading.search import ADDRESS
from becivic.rules.reading import FOUND, FOUND_MOST, PART_BYTES, QUESTION
from becivic.rules.skills import FALLBACK_SKILL
from becivic.search.searcher import Searcher
from becivic.site import book
from becivic.store.store import open_store
from tests.factories.databases import Databases
from tests.factories.documented import assert_documented
from tests.factories.intake import Service, service

QUESTIONS = Path(__file__).parents[2] / "fixtures" / "search-questions.json"


@pytest.fixture(scope="module")
def asked(databases: Databases) -> Iterator[Service]:
    """One for all: a search changes nothing."""
    with databases.fresh("sqlite") as url:
        store = open_store(url)
        yield service(store)
        store.close()


def search(asked: Service, *query: tuple[str, str], status: int = 200) -> httpx.Response:
    answer = asked.ask("GET", f"{ADDRESS}?{urlencode(query)}")
    assert_documented(answer)
    assert answer.status_code == status, answer.text
    return answer


def found(asked: Service, *query: tuple[str, str]) -> Any:
    return search(asked, *query).json()


def test_the_best_comes_first_with_the_commit_it_was_read_at(asked: Service) -> None:
    told = found(asked, ("q", "verblijfskaart verlengn"), ("language", "nl"))
    first = told["items"][0]
    assert (told["fits"], told["corrected"]) == (True, "verblijfskaart verlengen")
    assert (first["kind"], first["id"]) == ("skill", "residence-card-renewal")
    assert first["canonical_url"] == "http://becivic.test/skills/residence-card-renewal"
    assert told["commit"] == asked.library.edition.commit
    assert len(told["items"]) <= FOUND


def test_titles_are_in_the_language_that_is_asked_for_where_there_is_one(asked: Service) -> None:
    (path,) = found(
        asked, ("q", "composition de ménage"), ("language", "fr"), ("kind", "path"), ("limit", "1")
    )["items"]
    entry = asked.library.edition.corpus.paths.entries[path["id"]]
    assert (path["language"], path["title"]) == ("fr", entry.fields.child("title").text("fr"))


def test_kinds_narrow_and_may_be_repeated(asked: Service) -> None:
    every = {"skill", "path", "doc"}
    for kinds in (["skill"], ["path"], ["doc"], ["skill", "path"]):
        query = [("q", "residence privacy certificate"), ("limit", "20"), *(("kind", kind) for kind in kinds)]
        assert {item["kind"] for item in found(asked, *query)["items"]} == set(kinds)
    assert {item["kind"] for item in found(asked, *query[:2])["items"]} == every


def test_when_nothing_fits_the_answer_says_so_and_what_to_read(asked: Service) -> None:
    told = found(asked, ("q", "how do i bake a sourdough bread"))
    assert (told["fits"], told["fallback"]["id"]) == (False, FALLBACK_SKILL)


def test_only_the_beginning_of_a_very_long_question_counts(asked: Service) -> None:
    beginning = "residence card ".ljust(QUESTION, ".")
    told = found(asked, ("q", beginning + " nationality" * 1000))
    assert told == found(asked, ("q", beginning))


@pytest.mark.parametrize(
    ("query", "pointer", "keyword"),
    [
        ([], "/q", "required"),
        ([("q", "")], "/q", "pattern"),
        ([("q", " \t\n")], "/q", "pattern"),
        ([("q", "nationality"), ("q", "Martine")], "/q", "maxItems"),
        ([("q", "Martine"), ("language", "uk")], "/language", "enum"),
        ([("q", "Martine"), ("kind", "Martine")], "/kind", "enum"),
        ([("q", "Martine"), ("limit", "0")], "/limit", "type"),
        ([("q", "Martine"), ("limit", str(FOUND_MOST + 1))], "/limit", "type"),
    ],
)
def test_what_is_wrong_is_told_by_its_place_and_never_repeated(
    asked: Service, query: list[tuple[str, str]], pointer: str, keyword: str
) -> None:
    answer = search(asked, *query, status=400)
    told = answer.json()
    assert (told["schema_pointer"], told["keyword"]) == (pointer, keyword)
    assert "Martine" not in answer.text


def test_everything_wrong_is_told_at_once(asked: Service) -> None:
    told = search(asked, ("language", "x"), ("kind", "y"), ("limit", "z"), status=400).json()
    assert [each["schema_pointer"] for each in told["faults"]] == ["/q", "/language", "/kind", "/limit"]


@pytest.mark.parametrize(
    "query", [[("q", "Martine Dupont residence card")], [("q", "Martine"), ("limit", "x")]]
)
def test_what_was_asked_is_kept_by_nobody_and_logged_nowhere(
    asked: Service, query: list[tuple[str, str]], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    answer = asked.ask("GET", f"{ADDRESS}?{urlencode(query)}")
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert "etag" not in answer.headers
    logged = [record.getMessage() for record in caplog.records if record.name.startswith("becivic")]
    assert not [line for line in logged if "Martine" in line]


@pytest.mark.unmeasured
def test_no_answer_is_longer_than_an_agent_takes_in(asked: Service) -> None:
    told = [each["question"] for each in json.loads(QUESTIONS.read_text(encoding="utf-8"))]
    several = [" ".join(told[first : first + 6]) for first in range(0, len(told), 18)]
    for question in several:
        answer = search(asked, ("q", question), ("limit", str(FOUND_MOST)), ("language", "de"))
        assert len(answer.content) <= PART_BYTES
        assert answer.json()["items"]
    many = search(asked, ("q", "birth certificate"), ("limit", str(FOUND_MOST)), ("language", "de"))
    assert len(many.json()["items"]) == FOUND_MOST


def test_the_site_and_the_api_ask_one_index(databases: Databases, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    class Counted(Searcher):
        def __init__(self, *given: Any) -> None:
            made.append(given)
            super().__init__(*given)

    monkeypatch.setattr(book, "Searcher", Counted)
    with databases.fresh("sqlite") as url:
        store = open_store(url)
        asked = service(store)
        for address in (f"{ADDRESS}?q=nationality", "/search?q=nationality", f"{ADDRESS}?q=card"):
            assert asked.ask("GET", address).status_code == 200
        store.close()
    assert len(made) == 1
