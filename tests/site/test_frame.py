"""What a page stands in: its addresses in every language, its canonical one, and the query it was asked with."""

from __future__ import annotations

import re

import pytest

from becivic.rendering.voice import ENGLISH, Voice
from becivic.rules.reading import QUESTION
from becivic.site.frame import Frame
from becivic.site.pages.landing import landing_page
from becivic.store.store import Store
from becivic.words import LANGUAGES, sayings, words
from tests.factories.corpora import Files
from tests.factories.intake import service
from tests.factories.site_pages import PUBLIC_URL, Shown
from tests.requirement import requirement


def test_another_version_of_a_page_leaves_the_canonical_address_to_it() -> None:
    frame = Frame(voice=ENGLISH, address="/a/versions/b", public_url=PUBLIC_URL, stands_for="/a")
    assert frame.canonical == f"{PUBLIC_URL}/a"
    assert frame.markdown == "/a/versions/b/index.md"
    assert frame.switches[1] == ("fr", "Français", "/fr/a/versions/b")
    assert Frame(voice=Voice("nl"), address="/a", public_url=PUBLIC_URL).canonical == f"{PUBLIC_URL}/a"


@pytest.mark.parametrize(
    ("asked", "kept"),
    [
        ("/search?q=carte+de+s%C3%A9jour&kind=skill", "q=carte+de+s%C3%A9jour&amp;kind=skill"),
        (
            "/search?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E&format=html",
            "q=%22%3E%3Cscript%3Ealert%281%29%3C%2Fscript%3E",
        ),
        ("/paths/?theme=identity-civil-status&q=%26", "theme=identity-civil-status&amp;q=%26"),
    ],
)
def test_the_language_switch_keeps_what_was_asked_for(sqlite_store: Store, asked: str, kept: str) -> None:
    page = service(sqlite_store).ask("GET", asked, headers={"accept": "text/html"}).text
    address = asked.partition("?")[0]
    for code in ("en", "fr", "nl", "de"):
        assert f'<a href="/{code}{address}?{kept}" hreflang="{code}"' in page
        assert f'hreflang="{code}" href="http://becivic.test/{code}{address}">' in page
    assert f'<link rel="canonical" href="http://becivic.test{address}">' in page


def test_a_page_that_needs_no_query_takes_none_along(sqlite_store: Store) -> None:
    served = service(sqlite_store)
    for asked in ("/docs/privacy?q=x", "/skills/nationality-application?utm=x", "/nothing/here?q=x"):
        page = served.ask("GET", asked, headers={"accept": "text/html"}).text
        assert "q=x" not in page
        assert "utm=x" not in page


def test_a_question_may_be_as_long_as_the_rules_say() -> None:
    (field,) = Shown(landing_page(Files.valid().load())).all("input")
    assert field.attrib["maxlength"] == str(QUESTION)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["Get a document", "About", "For AI assistants"]),
        ("fr", ["Obtenir un document", "À propos", "Pour les assistants IA"]),
        ("nl", ["Een document krijgen", "Over Be Civic", "Voor AI-assistenten"]),
        ("de", ["Ein Dokument bekommen", "Über Be Civic", "Für KI-Assistenten"]),
    ],
)
def test_the_menu_says_what_a_newcomer_looks_for(language: str, said: list[str]) -> None:
    links = Shown(landing_page(Files.valid().load()), language).links(within="header")
    assert [links[address] for address in ("/paths/", "/docs/", "/agents")] == said


def test_languages_are_named_in_full() -> None:
    shown = Shown(landing_page(Files.valid().load()))
    names = [each.text for each in shown.root.iter("span") if each.attrib.get("class") == "full"]
    assert names == ["English", "Français", "Nederlands", "Deutsch"]


@requirement("R-SITE-14")
def test_the_foot_leads_to_privacy_to_reporting_and_to_what_programs_need() -> None:
    shown = Shown(landing_page(Files.valid().load()), "de", is_chosen=True)
    links = shown.links(within="footer")
    assert links["/de/docs/connect"] == "Ihren KI-Assistenten verbinden (MCP)"
    assert links["/de/docs/privacy"] == "Datenschutz"
    assert links["/de/#report"] == "Etwas melden"
    assert "/api/docs" in links
    assert shown.all("li", id="report")


@requirement("R-SITE-14")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_foot_names_licence_and_independence_and_leads_to_connecting(language: str) -> None:
    shown = Shown(landing_page(Files.valid().load()), language, is_chosen=True)
    first = shown.root.find(".//footer/p")
    assert first is not None
    licence, independent, tools = "".join(first.itertext()).split(" · ")
    assert licence == "CC BY 4.0"
    assert independent == words(language)("frame.not_affiliated")
    assert "MCP" in tools
    assert shown.links(within="footer")[f"/{language}/docs/connect"] == tools


def test_no_word_for_people_calls_an_assistant_an_agent() -> None:
    """In Dutch agents are police officers, in French officials, in German spies."""
    ours = ("activity", "docs", "eligibility", "frame", "landing", "list", "missing", "path", "search")
    told = {
        (key, language): text
        for key, saying in sayings().items()
        for language, text in saying.items()
        if key.partition(".")[0] in ours
    }
    found = {where for where, text in told.items() if re.search(r"\b[Aa]gent(?:s|en)?\b", str(text))}
    assert found == set()
