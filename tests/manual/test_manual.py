"""The documents of the repository as one manual: every page has a place, and every link leads somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from becivic.manual.links import prose_lines
from becivic.manual.manual import packaged_manual, read_manual
from becivic.manual.sections import PLACES, Section, about, arranged, is_placed, section_of
from becivic.packaged import manual_folder
from becivic.rendering.documents import rendered_document
from becivic.rendering.voice import ENGLISH
from becivic.site.agents.endpoints import endpoints
from becivic.site.book import Book
from becivic.site.pages.docs import document_names
from tests.factories.grounds import AT, URL, packaged

ROOT = Path(__file__).resolve().parent.parent.parent
MANUAL = packaged_manual()
BOOK = Book(packaged(), URL, AT, manual=MANUAL)
PAGES = sorted(MANUAL.pages)


def links(text: str) -> list[str]:
    prose = "".join(line for line, is_code in prose_lines(text) if not is_code)
    return re.findall(r"\]\(([^()\s]+)\)", re.sub(r"`[^`]*`", "", prose))


def headings(name: str) -> set[str]:
    return {heading.id for heading in rendered_document(MANUAL.pages[name].text, ENGLISH).headings}


def test_a_checkout_is_its_own_manual() -> None:
    assert manual_folder() == ROOT
    assert {"docs/architecture", "docs/adr", "docs/contributing", "docs/changelog", "docs/security"} <= {
        *MANUAL.pages
    }


@pytest.mark.parametrize("name", PAGES)
def test_every_page_has_a_place_and_says_what_it_is_about(name: str) -> None:
    """A new page is placed in becivic/manual/sections.py."""
    assert is_placed(name)
    assert about(name) or section_of(name) is Section.DECISIONS


def test_no_page_has_two_places_or_the_name_of_a_document_of_the_corpus() -> None:
    placed = [name for names in PLACES.values() for name in names]
    assert len(placed) == len({*placed})
    assert not {*MANUAL.pages} & {*document_names(packaged())}


@pytest.mark.parametrize("name", PAGES)
def test_every_link_leads_to_something_that_is_served(name: str) -> None:
    known = {*BOOK.addresses, *BOOK.surfaces, "/api/docs", "/scrub-rules.json", "/communes.json"}
    known |= {each.path for each in endpoints()}
    for link in links(MANUAL.pages[name].text):
        address, _, fragment = link.partition("#")
        if not re.match("[a-z]+:", link):
            assert not address or address in known or address.startswith("/schemas/"), link
            page = address.removeprefix("/") or name
            assert not fragment or page not in MANUAL.pages or fragment in headings(page), link


@pytest.mark.parametrize(
    "file",
    [
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "SECURITY.md",
        *sorted(str(p.relative_to(ROOT)) for p in ROOT.glob("docs/**/*.md")),
    ],
)
def test_every_link_leads_to_a_file_on_a_forge_too(file: str) -> None:
    for link in links((ROOT / file).read_text(encoding="utf-8")):
        path = link.partition("#")[0]
        if path and not re.match("[a-z]+:", link):
            assert not path.startswith("/"), f"{link} is an address of the site; name the file"
            assert (ROOT / file).parent.joinpath(path).exists(), link


def test_a_document_of_a_corpus_that_nobody_placed_is_for_people_or_for_agents() -> None:
    names = ["docs/own", "agents/own", "docs/settings", "docs/adr/0001-x"]
    assert arranged(names) == [
        (Section.PEOPLE, ["docs/own"]),
        (Section.AGENTS, ["agents/own"]),
        (Section.OPERATING, ["docs/settings"]),
    ]


def test_a_page_is_called_by_its_first_heading(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/one.md").write_text("# The `first` [page](one.md)\n\n# Another\n", encoding="utf-8")
    (tmp_path / "docs/two.md").write_text("No heading.\n", encoding="utf-8")
    (tmp_path / "docs/rows.tsv").write_text("a\tb\n", encoding="utf-8")
    manual = read_manual(tmp_path)
    assert {page.name: page.title for page in manual.pages.values()} == {
        "docs/one": "The first page",
        "docs/two": "two",
    }
    assert not manual.files
