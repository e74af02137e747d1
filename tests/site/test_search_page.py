"""The search page over the real searcher: what was understood, what was found, and honest words when nothing was."""

from __future__ import annotations

import pytest

from becivic.rules.reading import QUESTION
from becivic.search.entries import Field, Kind
from becivic.search.evidence import Reason
from becivic.search.searcher import Hit, SearchAnswer, Searcher
from becivic.site.page import Page
from becivic.site.pages.filtering import Pairs
from becivic.site.pages.search_page import Finder, Question, search_page
from becivic.words import LANGUAGES
from tests.factories.corpora import Files
from tests.factories.site_pages import Shown, markdown_of
from tests.requirement import requirement

SEARCHER = Searcher(Files.valid().with_file("index.mdx", "---\ntitle: Home\n---\n\nHome.\n").load())


class Answering:
    """Finds what it is told to, and remembers what it was asked."""

    def __init__(self, answer: SearchAnswer) -> None:
        self.answer = answer
        self.asked: list[tuple[str, str, object]] = []

    def find(self, query: str, language: str = "en", limit: int = 10, kinds: object = None) -> SearchAnswer:
        self.asked.append((query, language, kinds))
        return self.answer


def searched(finder: Finder, asked: Pairs, language: str = "en") -> Page:
    """The page with what the finder has for it."""
    return search_page(asked, Question.of(asked).answer(finder, language))


def hit(kind: Kind = Kind.SKILL, **fields: object) -> Hit:
    told: dict[str, object] = {
        "kind": kind,
        "id": "x",
        "title": "A <b>title</b>",
        "summary": "What it is.",
        "language": "en",
        "address": "/skills/x",
        "status": "alpha",
        "why": (Reason("carte", "residence card", (Field.TITLE,)), Reason("x", "", ())),
        "score": 1.0,
    }
    return Hit(**{**told, **fields})  # type: ignore[arg-type]


@requirement("R-SITE-12")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_finds_pages_in_every_language(language: str) -> None:
    shown = Shown(
        searched(SEARCHER, [("q", "demonstration certificate")], language), language, is_chosen=True
    )
    assert f"/{language}/paths/demo-certificate" in shown.links()
    assert [each.attrib["value"] for each in shown.all("input")] == ["demonstration certificate"]


def test_without_a_question_there_are_examples() -> None:
    asked = [("q", "   ")]
    assert Question.of(asked).words == ""
    assert "/search?q=Belg%20worden" in Shown(search_page(asked), "nl").links()
    assert markdown_of(search_page()) == "# Search\n\n"


def test_a_hit_says_what_it_is_how_sure_and_why() -> None:
    finder = Answering(SearchAnswer((hit(),), "carte", ("residence card",), fits=True, fallback=None))
    shown = Shown(searched(finder, [("q", "crate")], "fr"), "fr")
    assert shown.links()["/skills/x"] == "A <b>title</b>"
    words = shown.text()
    assert "Démarche alpha · Trouvé grâce à : residence card" in words
    assert "Résultats pour « carte »." in words
    assert "Compris comme : residence card" in words
    assert shown.all("a", lang="en")


def test_a_document_without_summary_or_seal_is_a_hit_too() -> None:
    bare = hit(Kind.DOC, summary="", status="", why=(), address="/")
    shown = Shown(
        searched(Answering(SearchAnswer((bare,), "", (), fits=True, fallback=None)), [("q", "home")])
    )
    assert shown.text("li", class_="hit") == "A <b>title</b> Documentation"


def test_nothing_found_is_said_with_ways_on() -> None:
    fallback = hit(title="When no skill fits", address="/skills/meta-no-skill-fallback")
    finder = Answering(SearchAnswer((), "", (), fits=False, fallback=fallback))
    shown = Shown(searched(finder, [("q", "zebra")], "de"), "de")
    assert "Nichts dazu gefunden." in shown.text()
    assert {"/skills/meta-no-skill-fallback", "/skills/", "/paths/"} <= set(shown.links())
    assert "Ihre Gemeinde kann Ihnen immer sagen" in shown.text()
    assert shown.all("nav", class_="kinds") == [], "there is nothing to narrow"
    chosen = Shown(searched(finder, [("q", "zebra"), ("kind", "path")]))
    assert "/search?q=zebra" in chosen.links()
    text = markdown_of(searched(finder, [("q", "zebra")]))
    assert "Nothing found for that." in text
    assert "[When no skill fits](/skills/meta-no-skill-fallback/index.md)" in text


def test_of_what_does_not_fit_only_the_nearest_are_shown() -> None:
    hits = tuple(hit(id=str(number), address=f"/skills/{number}") for number in range(9))
    finder = Answering(SearchAnswer(hits, "", (), fits=False, fallback=None))
    page = searched(finder, [("q", "zebra")])
    shown = Shown(page)
    assert len(shown.all("li", class_="hit")) == 5
    assert "Nothing here answers that well." in shown.text()
    assert "Nothing here answers that well." in markdown_of(page)


def test_one_kind_can_be_asked_for_and_an_unknown_one_is_passed_over() -> None:
    finder = Answering(SearchAnswer((hit(),), "", (), fits=True, fallback=None))
    shown = Shown(searched(finder, [("q", "x"), ("kind", "path")]))
    assert [each.text for each in shown.all("a") if "aria-current" in each.attrib] == ["Get a document"]
    Shown(searched(finder, [("q", "x"), ("kind", "person")]))
    assert [kinds for _, _, kinds in finder.asked] == [(Kind.PATH,), None]
    searched(finder, [("q", "x")], "fr")
    assert finder.asked[-1] == ("x", "fr", None)


def test_a_question_is_bounded_and_stays_text() -> None:
    written = '"><script>alert(1)</script>' + "x" * 5000
    shown = Shown(searched(SEARCHER, [("q", written)]))
    assert "<script>alert" not in shown.source
    assert [len(each.attrib["value"]) for each in shown.all("input")] == [QUESTION]


def test_a_page_of_answers_is_not_for_search_engines() -> None:
    assert search_page().is_indexed
    assert not search_page([("q", "x")]).is_indexed


def test_markdown_lists_what_was_found() -> None:
    text = markdown_of(searched(SEARCHER, [("q", "demonstration certificate")]))
    assert (
        "- [Demonstration certificate](/paths/demo-certificate/index.md) path (`alpha`): A certificate"
        in text
    )


@pytest.mark.parametrize(
    ("language", "word"), [("en", "Everything"), ("fr", "Tout"), ("nl", "Alles"), ("de", "Alles")]
)
def test_the_kinds_begin_with_everything(language: str, word: str) -> None:
    finder = Answering(SearchAnswer((hit(),), "", (), fits=True, fallback=None))
    assert (
        Shown(searched(finder, [("q", "card")], language), language)
        .text("ul", class_="tags")
        .startswith(f"{word} ")
    )


def test_how_it_was_understood_is_said_only_where_that_helped_and_is_not_what_was_written() -> None:
    def said(*, fits: bool, words: str) -> bool:
        answer = SearchAnswer((hit(),), "", ("residence card",), fits=fits, fallback=None)
        return "Understood as:" in Shown(searched(Answering(answer), [("q", words)])).text()

    assert said(fits=True, words="carte")
    assert not said(fits=False, words="carte")
    assert not said(fits=True, words="My Residence Card")


def test_what_does_not_fit_is_said_before_the_nearest_pages_and_nothing_is_counted() -> None:
    finder = Answering(SearchAnswer((hit(),), "", (), fits=False, fallback=hit(title="What to do then")))
    shown = Shown(searched(finder, [("q", "cpas")]))
    assert shown.text("p", class_="found") == "Nothing here answers that well. These pages come closest."
    assert "What to do then" in shown.text()
    assert "1 page found" not in shown.text()
