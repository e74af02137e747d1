"""The landing page: one sentence, one question, the procedures by area, and how to begin."""

from __future__ import annotations

import json

import pytest

from becivic.site.pages import landing
from becivic.site.pages.landing import landing_page
from becivic.words import LANGUAGES, words
from tests.factories.corpora import CLOCK, Files
from tests.factories.site_pages import PUBLIC_URL, Shown, markdown_of
from tests.requirement import requirement

INDEX = "---\ntitle: Be Civic\ndescription: A library of *demonstrations*.\n---\n\nMore in [privacy](/docs/privacy).\n"
FILES = Files.valid().with_file("index.mdx", INDEX)
CORPUS = FILES.load()


@requirement("R-SITE-01")
def test_the_landing_page_is_made_of_what_the_corpus_says_of_itself() -> None:
    shown = Shown(landing_page(CORPUS))
    assert "<title>Be Civic: Your paperwork in Belgium" in shown.source
    assert shown.text("h1") == "Your paperwork in Belgium, step by step, with sources"
    assert shown.text("p", class_="lead") == "A library of *demonstrations*."
    assert shown.links()["/docs/privacy"] == "privacy"
    assert landing_page(CORPUS).address == "/"


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_speaks_the_readers_language_and_says_what_is_english(language: str) -> None:
    shown = Shown(landing_page(CORPUS), language, is_chosen=True)
    assert f"/{language}/skills/demo-clock" in shown.links()
    assert shown.all("form")[0].attrib["action"] == f"/{language}/search"
    assert f"{PUBLIC_URL}/agents" in shown.text("pre")
    assert bool(shown.all("div", lang="en")) == (language != "en")
    said = words(language)("list.english_bodies")
    assert (said in shown.text("section", **{"aria-labelledby": "home-procedures"})) == (language != "en")


def test_the_question_comes_before_everything_but_the_title() -> None:
    shown = Shown(landing_page(CORPUS))
    main = next(iter(shown.all("main")))
    assert [each.tag for each in list(main)[:3]] == ["h1", "section", "p"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_an_assistant_is_stands_once_on_the_page(language: str) -> None:
    text = Shown(landing_page(CORPUS), language).text()
    assert text.count("ChatGPT") == 1
    assert text.index("ChatGPT") < text.index(f"{PUBLIC_URL}/agents")


def test_a_seal_that_all_have_is_said_once_above_them() -> None:
    alike = FILES.replaced(CLOCK, "status: beta", "status: alpha").load()
    shown = Shown(landing_page(alike))
    procedures = shown.all("section", **{"aria-labelledby": "home-procedures"})[0]
    assert [each.text for each in procedures.iter("span")] == ["alpha"]
    assert "Everything listed here is alpha" in shown.text()
    assert "Everything listed here" not in Shown(landing_page(CORPUS)).text()


def test_procedures_stand_by_area_with_their_seals() -> None:
    shown = Shown(landing_page(CORPUS))
    areas = [shown_area.text for shown_area in shown.all("h3")]
    assert areas == ["Nationality", "Residence"]
    assert [each.text for each in shown.all("span", class_="seal")] == [
        "alpha",
        "beta",
        "alpha",
        "beta",
        "stable",
    ]
    assert "When no skill fits" not in shown.text()


def test_an_area_with_many_procedures_leads_to_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(landing, "_SHOWN", 0)
    assert Shown(landing_page(CORPUS)).links()["/skills/?domain=nationality"] == "1 procedure"


def test_without_a_text_of_its_own_it_is_still_a_page() -> None:
    shown = Shown(landing_page(Files.valid().load()))
    assert "<title>Be Civic: Your paperwork in Belgium" in shown.source
    assert "what tends to go wrong" in shown.text("p", class_="lead")
    assert shown.all("details") == []


@requirement("R-SITE-06", "R-SITE-07")
def test_its_markdown_sends_agents_to_their_page_first() -> None:
    text = markdown_of(landing_page(CORPUS))
    assert text.startswith(
        "# Be Civic\n\nA library of \\*demonstrations\\*.\n\nFor AI assistants: read this before"
    )
    assert "[/agents](/agents/index.md)" in text
    assert "](/skills/demo-application/index.md)" in text
    assert text.index("## Procedures") > text.index("More in [privacy]")


def test_search_engines_are_told_of_the_question() -> None:
    shown = Shown(landing_page(CORPUS))
    (block,) = (each for each in shown.root.iter("script") if each.attrib["type"] == "application/ld+json")
    (site,) = json.loads(block.text or "")["@graph"]
    assert site["@type"] == "WebSite"
    assert site["potentialAction"]["target"]["urlTemplate"] == f"{PUBLIC_URL}/search?q={{search_term_string}}"
