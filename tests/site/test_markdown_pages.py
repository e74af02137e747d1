"""Pages as markdown: every shown artefact has one, with its facts in place."""

from __future__ import annotations

import pytest

from becivic.corpus.load import Corpus
from becivic.publishing.previews.known_rows import FiledRows
from becivic.publishing.previews.rendering import Cited
from becivic.site.markdown_pages import Page, markdown_pages
from tests.factories.corpora import CLOCK, PATHS, Files

WITH_PAGES = (
    Files.valid()
    .with_file("index.mdx", "---\ntitle: Welcome\n---\n\nHello, [you].\n")
    .with_file("agents.mdx", "No frontmatter here.\n")
)


def pages(files: Files) -> dict[str, Page]:
    corpus: Corpus = files.load()
    return {page.address: page for page in markdown_pages(corpus, FiledRows(corpus).current)}


def test_every_artefact_and_document_has_a_page() -> None:
    assert set(pages(WITH_PAGES)) == {
        "/",
        "/agents",
        "/skills",
        "/paths",
        "/skills/demo-application",
        "/skills/demo-clock",
        "/skills/meta-no-skill-fallback",
        "/paths/demo-certificate",
        "/docs/submission-contract-v2",
    }


def test_a_procedure_says_what_it_is_and_shows_its_values() -> None:
    page = pages(WITH_PAGES)["/skills/demo-application"]
    assert page.text.startswith("# Apply for a demonstration\n\nFile the demonstration form")
    assert "- status: alpha\n" in page.text
    assert "- last verified: 2026-11-15\n" in page.text
    assert "Pay **€20** *(alpha)* to the commune." in page.text
    assert page.unresolved == 0


def test_what_cannot_be_found_is_counted() -> None:
    corpus = Files.valid().load()
    rows: dict[str, Cited] = {}
    found = {page.address: page.unresolved for page in markdown_pages(corpus, rows.get)}
    assert found["/skills/demo-application"] > 0
    assert found["/paths/demo-certificate"] == 0


def test_a_document_keeps_its_words_and_takes_its_title_from_its_head() -> None:
    assert pages(WITH_PAGES)["/"].text == "# Welcome\n\nHello, [you].\n"
    assert pages(WITH_PAGES)["/agents"].text == "# agents\n\nNo frontmatter here.\n"


@pytest.mark.parametrize("title", ["title: ''\n", "other: 1\n"])
def test_a_document_without_a_title_goes_by_its_name(title: str) -> None:
    files = Files.valid().with_file("docs/some-page.md", f"---\n{title}---\nWords.\n")
    assert pages(files)["/docs/some-page"].text.startswith("# some-page\n")


def test_what_is_withheld_has_no_page_and_is_not_listed() -> None:
    found = pages(Files.valid().replaced(CLOCK, "status: beta", "status: quarantined"))
    assert "/skills/demo-clock" not in found
    assert "demo-clock" not in found["/skills"].text
    assert "(/skills/demo-application) (`alpha`): File the demonstration form" in found["/skills"].text


def test_a_path_without_an_english_title_is_listed_by_its_key() -> None:
    files = Files.valid().replaced(PATHS, '"en": "Demonstration certificate"', '"fa": "x"')
    assert "[demo-certificate](/paths/demo-certificate)" in pages(files)["/paths"].text
