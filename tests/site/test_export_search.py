"""The search of a site written out: what the index is made of, the page that asks it, and machines without Pagefind."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from pagefind import service

from becivic.rules.errors import BeCivicError
from becivic.site.export_search import findable, indexer, search_files, static_search_page
from becivic.words import LANGUAGES
from tests.factories.corpora import CLOCK
from tests.factories.exported import Crawled, export, with_agents
from tests.factories.site_pages import Shown, markdown_of
from tests.requirement import requirement

PROGRAM = indexer()


def program_that(folder: Path, body: str) -> Path:
    program = folder / "program"
    program.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    program.chmod(0o755)
    return program


@requirement("R-SITE-12")
@pytest.mark.skipif(PROGRAM is None, reason="pagefind is not on this machine")
def test_an_export_gets_an_index_by_language_that_is_made_anew_only_for_changed_pages(tmp_path: Path) -> None:
    assert PROGRAM is not None
    site = tmp_path / "site"
    first = export(site, with_agents(), languages=("en", "nl"), indexer=PROGRAM)
    index = {path.name for path in (site / "pagefind").rglob("*") if path.is_file()}
    assert {"pagefind.js", "pagefind-entry.json", "wasm.en.pagefind", "wasm.nl.pagefind"} <= index
    assert not [name for name in index if "-ui." in name]
    assert list(Crawled(site).broken()) == []
    broken = program_that(tmp_path, "exit 1")
    again = export(site, with_agents(), languages=("en", "nl"), indexer=broken)
    assert (again.written, again.files) == (0, first.files)
    without = export(site, with_agents(), languages=("en", "nl"))
    assert without.removed == len(index)
    assert not (site / "pagefind").exists()


def test_only_the_main_part_of_a_page_is_found() -> None:
    page = b'<body><nav></nav><main id="main" class="plain">Text</main></body>'
    marked = b'<body><nav></nav><main id="main" data-pagefind-body class="plain">Text</main></body>'
    assert findable(page) == marked
    assert findable(marked) == marked


def test_the_search_page_and_the_page_for_nothing_are_not_found(tmp_path: Path) -> None:
    export(tmp_path)
    assert "data-pagefind-body" not in (tmp_path / "search/index.html").read_text(encoding="utf-8")
    assert "data-pagefind-body" in (tmp_path / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_search_page_is_sound_and_says_what_to_do_without_scripts(language: str) -> None:
    shown = Shown(static_search_page(), language)
    assert "/static/static-search." in shown.source
    assert "JavaScript" in shown.text("noscript")
    assert "llms.txt" in markdown_of(static_search_page(), language)


@pytest.mark.parametrize("body", ["exit 1", "kill -9 $$"])
def test_a_program_that_fails_is_one_sentence(tmp_path: Path, body: str) -> None:
    with pytest.raises(BeCivicError, match="could not be made"):
        search_files(tmp_path, program_that(tmp_path, body))


def test_a_program_that_cannot_run_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(BeCivicError, match="could not be made"):
        search_files(tmp_path, tmp_path)


def test_a_machine_without_the_program_has_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(os.environ, "PAGEFIND_BINARY_PATH", str(tmp_path / "gone"))
    assert indexer() is None

    def gone() -> Path:
        raise FileNotFoundError

    monkeypatch.setattr(service, "get_executable", gone)
    assert indexer() is None
    monkeypatch.setattr(service, "get_executable", lambda: None)
    assert indexer() is None


@pytest.mark.skipif(PROGRAM is None, reason="this machine has no pagefind")
@requirement("R-QUAR-06")
def test_an_index_that_somebody_was_stopped_in_making_is_made_anew(tmp_path: Path) -> None:
    """Else what was withheld meanwhile would be found for ever: no page changes any more, and it was of the earlier ones."""
    site = tmp_path / "site"
    export(site, with_agents(), indexer=PROGRAM)
    held = with_agents().replaced(CLOCK, "status: beta", "status: quarantined")
    with pytest.raises(BeCivicError, match="could not be made"):
        export(site, held, indexer=program_that(tmp_path, "exit 1"))
    before = {path.name for path in (site / "pagefind/fragment").iterdir()}
    again = export(site, held, indexer=PROGRAM)
    assert again.written > 0
    after = {path.name for path in (site / "pagefind/fragment").iterdir()}
    assert len(before - after) >= 1, "that of the withheld page is gone"
    assert export(site, held, indexer=PROGRAM).written == 0
