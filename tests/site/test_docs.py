"""Documents as pages, and the list of them."""

from __future__ import annotations

import pytest

from becivic.manual.manual import NO_MANUAL
from becivic.site.pages.docs import document_names, document_pages, document_text
from becivic.site.pages.manual import documents_page
from becivic.words import LANGUAGES
from tests.factories.corpora import Files
from tests.factories.site_pages import Shown, markdown_of
from tests.requirement import requirement

GUIDE = """---
title: A guide & more
description: What a guide says.
---

Before.

## First part

A tag in words: `<VV name="x">`. <script>alert(1)</script>

## Second part

| a | b | c |
|---|---|---|
| 1 | 2 | 3 |
"""
FILES = (
    Files.valid()
    .with_file("docs/guide.mdx", GUIDE)
    .with_file("docs/no-head.md", "Only text.\n")
    .with_file("docs/own-title.md", "---\ndescription: Said.\n---\n\n# Its `own` 1. title\n\nText.\n")
    .with_file("agents.mdx", "---\ntitle: For agents\n---\n\nRead this.\n")
    .with_file("agents/install.mdx", "---\ndescription: Put it in.\n---\n\nOne line.\n")
    .with_file("index.mdx", "---\ntitle: Home\n---\n\nHome.\n")
)
CORPUS = FILES.load()
PAGES = {page.address: page for page in document_pages(CORPUS)}


@requirement("R-SITE-05")
def test_every_document_has_a_page_and_the_landing_text_has_none() -> None:
    assert set(PAGES) == {
        "/agents",
        "/agents/install",
        "/docs/guide",
        "/docs/no-head",
        "/docs/own-title",
        "/docs/submission-contract-v2",
    }
    assert document_names(CORPUS)[0] == "agents"


def test_a_document_has_its_title_its_contents_and_its_text() -> None:
    shown = Shown(PAGES["/docs/guide"])
    assert shown.text("h1") == "A guide & more"
    assert shown.text("p", class_="lead") == "What a guide says."
    assert shown.links()["#first-part"] == "First part"
    assert [each.attrib["id"] for each in shown.all("h2") if each.attrib["id"] != "contents-title"] == [
        "first-part",
        "second-part",
    ]
    assert shown.all("table")
    assert "<script>alert" not in shown.source


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_document_says_that_it_is_english(language: str) -> None:
    shown = Shown(PAGES["/docs/guide"], language)
    assert bool(shown.all("article", lang="en")) == (language != "en")


def test_a_document_without_a_head_is_called_by_its_file() -> None:
    shown = Shown(PAGES["/docs/no-head"])
    assert shown.text("h1") == "no-head"
    assert shown.all("nav") == []


def test_the_list_tells_documents_for_agents_from_the_others() -> None:
    shown = Shown(documents_page(CORPUS, NO_MANUAL), "fr", is_chosen=True)
    assert "A guide & more" in shown.text("section", **{"aria-labelledby": "people"})
    agents = shown.text("section", **{"aria-labelledby": "agents"})
    assert "For agents" in agents
    assert "install Put it in." in agents
    assert "/fr/docs/no-head" in shown.links()


@requirement("R-SITE-06")
def test_markdown_is_the_text_as_written_under_its_title() -> None:
    text = markdown_of(PAGES["/docs/guide"])
    assert text.startswith("# A guide \\& more\n\nWhat a guide says.\n\nBefore.")
    assert markdown_of(PAGES["/docs/no-head"]) == "# no-head\n\nOnly text.\n"
    assert markdown_of(PAGES["/docs/own-title"]) == "# Its `own` 1. title\n\nSaid.\n\nText.\n"
    listed = markdown_of(documents_page(CORPUS, NO_MANUAL))
    assert "- [A guide \\& more](/docs/guide/index.md): What a guide says." in listed


@requirement("R-AGT-03")
def test_what_is_made_stands_below_the_text_in_both_forms() -> None:
    made = {"/docs/guide": "## Every field\n\nMade.\n"}
    page = next(
        page
        for page in document_pages(CORPUS, lambda address: made.get(address, ""))
        if page.address == "/docs/guide"
    )
    shown = Shown(page)
    assert shown.links()["#every-field"] == "Every field"
    assert shown.text("article").endswith("Every field Made.")
    assert markdown_of(page).endswith("| 1 | 2 | 3 |\n\n## Every field\n\nMade.\n")


def test_a_document_that_is_not_there_has_no_text() -> None:
    assert document_text(CORPUS, "docs/nothing") == ""
    none = Shown(documents_page(Files.valid().without("docs/submission-contract-v2.mdx").load(), NO_MANUAL))
    assert [each.attrib["aria-labelledby"] for each in none.all("section")] == ["for_programs"]


def test_on_a_phone_every_cell_says_its_column() -> None:
    shown = Shown(PAGES["/docs/guide"])
    assert shown.all("table", class_="rows")
    assert [each.attrib["data-label"] for each in shown.all("td")] == ["a", "b", "c"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_leads_to_the_api(language: str) -> None:
    assert "/api/docs" in Shown(documents_page(CORPUS, NO_MANUAL), language, is_chosen=True).links()
    assert "](/api/docs)" in markdown_of(documents_page(CORPUS, NO_MANUAL), language)
