"""What a search found, as it is told: every part of it, and never more than an agent can take in."""

from __future__ import annotations

from typing import Any

import pytest

from becivic.corpus.load import Corpus
from becivic.reading.found import found_json, shortened
from becivic.rules.reading import FOUND_MOST, FOUND_REASONS, FOUND_SUMMARY, PART_BYTES
from becivic.rules.skills import FALLBACK_SKILL
from becivic.search.entries import Field, Kind
from becivic.search.evidence import Reason
from becivic.search.searcher import Hit, SearchAnswer, Searcher
from becivic.web.json_bytes import json_bytes
from tests.factories.corpora import APPLICATION, Files

URL = "https://library.example"


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return Files.valid().load()


def hit(**told: Any) -> Hit:
    usual: dict[str, Any] = {
        "kind": Kind.DOC,
        "id": "docs/privacy",
        "title": "Privacy",
        "summary": "What is kept.",
        "language": "en",
        "address": "/docs/privacy",
        "status": "",
        "why": (Reason("private", "privacy", (Field.TITLE, Field.BODY)),),
        "score": 0.5,
    }
    return Hit(**(usual | told))


def answer(*hits: Hit, **told: Any) -> SearchAnswer:
    usual: dict[str, Any] = {"corrected": "", "understood": ("privacy",), "fits": True, "fallback": None}
    return SearchAnswer(hits=hits, **(usual | told))


def test_everything_that_was_found_is_told_with_its_reasons_and_where_it_is_read(corpus: Corpus) -> None:
    assert found_json(answer(hit()), corpus, URL) == {
        "fits": True,
        "understood": ["privacy"],
        "items": [
            {
                "kind": "doc",
                "id": "docs/privacy",
                "title": "Privacy",
                "summary": "What is kept.",
                "language": "en",
                "score": 0.5,
                "why": [{"asked": "private", "found": "privacy", "fields": ["title", "body"]}],
                "canonical_url": f"{URL}/docs/privacy",
            }
        ],
        "commit": corpus.commit,
        "license": "CC-BY-4.0",
    }


def test_a_question_that_was_read_otherwise_is_told_as_it_was_read(corpus: Corpus) -> None:
    assert found_json(answer(corrected="privacy"), corpus, URL)["corrected"] == "privacy"


def test_skills_and_paths_say_how_they_stand_and_when_they_were_verified(corpus: Corpus) -> None:
    searcher = Searcher(corpus)
    (skill,) = found_json(
        searcher.find("apply for a demonstration", limit=1, kinds=[Kind.SKILL]), corpus, URL
    )["items"]
    told = corpus.skills[skill["id"]].fields
    assert (skill["status"], skill["last_verified"]) == (told.text("status"), told.text("last_verified"))
    path = found_json(searcher.find("demonstration certificate", kinds=[Kind.PATH]), corpus, URL)["items"][0]
    entry = corpus.paths.entries[path["id"]].fields
    assert (path["status"], path["last_verified"]) == (entry.text("status"), entry.text("last_verified"))
    assert path["canonical_url"] == f"{URL}/paths/{path['id']}"


def test_a_day_that_is_none_is_left_out() -> None:
    changed = Files.valid().replaced(APPLICATION, "\nlast_verified: ", "\nlast_verified: about ").load()
    (skill,) = found_json(
        Searcher(changed).find("apply for a demonstration", limit=1, kinds=[Kind.SKILL]), changed, URL
    )["items"]
    assert "last_verified" not in skill


def test_the_fallback_is_told_exactly_when_nothing_fits(corpus: Corpus) -> None:
    searcher = Searcher(corpus)
    nothing = found_json(searcher.find("sourdough starter"), corpus, URL)
    assert (nothing["fits"], nothing["fallback"]["id"]) == (False, FALLBACK_SKILL)
    assert nothing["fallback"].keys() >= {"kind", "title", "summary", "status", "why", "canonical_url"}
    assert "fallback" not in found_json(searcher.find("apply for a demonstration"), corpus, URL)


def test_a_long_summary_ends_where_it_says_that_there_is_more() -> None:
    assert shortened("a" * FOUND_SUMMARY) == "a" * FOUND_SUMMARY
    assert shortened("a" * (FOUND_SUMMARY + 1)) == "a" * (FOUND_SUMMARY - 1) + "…"
    assert shortened("two words", 5) == "two…"


def test_so_many_reasons_and_no_more(corpus: Corpus) -> None:
    many = hit(why=hit().why * (FOUND_REASONS + 1))
    (told,) = found_json(answer(many), corpus, URL)["items"]
    assert len(told["why"]) == FOUND_REASONS


@pytest.mark.parametrize("letter", ["a", "é", "漢", "😀", '"'])
def test_whatever_entries_say_an_agent_can_take_the_answer_in(corpus: Corpus, letter: str) -> None:
    long = hit(title=letter * 900, summary=letter * 900, why=hit().why * 9)
    told = found_json(answer(*[long] * FOUND_MOST, fallback=long), corpus, URL)
    assert len(json_bytes(told)) <= PART_BYTES
    assert 0 < len(told["items"]) <= FOUND_MOST
