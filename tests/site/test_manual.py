"""The manual beside the documents of the corpus: one list, pages in every form, pictures."""

from __future__ import annotations

import pytest

from becivic.manual.manual import packaged_manual
from becivic.manual.sections import Section
from becivic.site import diagrams
from becivic.site.agents.llms import llms_full_txt, llms_txt
from becivic.site.book import Book
from becivic.words import LANGUAGES
from tests.factories.corpora import Files
from tests.factories.grounds import AT, URL, packaged
from tests.factories.site_pages import Shown, markdown_of

BOOK = Book(packaged(), URL, AT, manual=packaged_manual())
WALK = "/docs/harness-traversal"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_has_every_section_and_leads_to_both_kinds_of_document(language: str) -> None:
    shown = Shown(BOOK.fixed["/docs/"], language, is_chosen=True)
    sections = [each.attrib["aria-labelledby"] for each in shown.all("section")]
    assert sections == [*Section, "for_programs"]
    assert shown.text("h1").startswith(("Document", "Dokument"))
    assert {f"/{language}{address}" for address in ("/docs/concepts", "/docs/privacy", "/docs/adr")} <= {
        *shown.links()
    }
    assert not [link for link in shown.links() if "/docs/adr/" in link]


def test_a_page_of_the_manual_reads_like_any_document() -> None:
    shown = Shown(BOOK.fixed["/docs/operating"])
    assert shown.links()["/docs/settings"]
    assert shown.links()["/docs/#operating"] == "Running a service"
    assert markdown_of(BOOK.fixed["/docs/operating"]).count("\n# ") == 0


def test_a_decision_has_a_page_and_the_list_of_decisions_leads_to_it() -> None:
    address = "/docs/adr/0001-schemas-by-hand"
    assert address in Shown(BOOK.fixed["/docs/adr"]).links()
    assert Shown(BOOK.fixed[address]).text("h1").startswith("1. ")


def test_a_diagram_is_a_picture_for_people_and_text_for_agents() -> None:
    assert "```mermaid" in markdown_of(BOOK.fixed[WALK])
    shown = Shown(BOOK.fixed[WALK])
    if diagrams.can_draw():
        (picture,) = [each.attrib for each in shown.all("img")]
        assert BOOK.surfaces[picture["src"]].body.startswith(b"<svg")
        assert picture["alt"]
    else:
        assert "stateDiagram" in shown.text("pre")


def test_what_cannot_be_drawn_stays_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diagrams, "process_svg", lambda _: None)
    book = Book(packaged(), URL, AT, manual=packaged_manual())
    assert "stateDiagram" in Shown(book.fixed[WALK]).text("pre")
    assert f"{WALK}/diagram-1.svg" not in book.surfaces


def test_every_picture_of_a_page_is_served() -> None:
    for address in BOOK.fixed:
        if address.startswith("/docs/"):
            for picture in Shown(BOOK.fixed[address]).all("img"):
                assert picture.attrib["src"] in BOOK.surfaces


def test_it_is_found_and_listed_and_indexed_and_left_out_of_the_whole_text() -> None:
    assert "docs/backup" in {hit.id for hit in BOOK.searcher.find("postgres backup").hits}
    assert "/docs/settings" in BOOK.indexed
    assert f"- [Settings]({URL}/docs/settings/index.md): " in llms_txt(BOOK.grounds).text
    whole = llms_full_txt(BOOK.grounds, lambda address: address.encode()).text
    assert f"Left out is the manual of the service: it begins at {URL}/docs/." in whole
    assert f"{URL}/docs/settings" not in whole


def test_a_corpus_may_say_something_else_at_the_address_of_a_page() -> None:
    files = Files.valid().with_file("docs/settings.mdx", "---\ntitle: Our settings\n---\n\nText.\n")
    book = Book(files.load(), URL, AT, manual=packaged_manual())
    assert Shown(book.fixed["/docs/settings"]).text("h1") == "Our settings"
    assert "Our settings" in Shown(book.fixed["/docs/"]).links().values()
    hits = [hit for hit in book.searcher.find("settings", limit=50).hits if hit.address == "/docs/settings"]
    assert [hit.title for hit in hits] == ["Our settings"]
