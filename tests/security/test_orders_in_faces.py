"""Orders to agents that a person let through: in every text of a source and in a body, merged, on every face, as a report alone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from becivic.rules.submissions import SubmissionType
from becivic.site.book import Book
from becivic.site.export_sources import FiledSource
from becivic.site.static_export import export_site
from becivic.store.store import open_store
from tests.factories.databases import Databases
from tests.factories.homes import NOON
from tests.factories.mcp_calls import calling
from tests.factories.payloads import edited
from tests.factories.press import Press, press
from tests.factories.site_pages import PUBLIC_URL
from tests.security.amendments import Amendment, of_body, of_sources, young
from tests.security.library import let_through
from tests.security.orders import orders
from tests.security.test_reported_passages import LABEL, may_be_merged

ENOUGH = 100
KIND = SubmissionType.AMENDMENT
FENCE = re.compile(r"(?ms)^(`{3,})text\n.*?\n\1$")
QUOTED = re.compile(rf"{re.escape(LABEL)}(?:\*\*|</strong>)? \N{{LEFT DOUBLE QUOTATION MARK}}[^\n]*")
LISTS = (
    "/",
    "/paths/",
    "/skills/",
    "/activity",
    "/llms.txt",
    "/feed.atom",
    "/sitemap.xml",
    "/agents/triggers.json",
)


@pytest.fixture(scope="module")
def house(databases: Databases, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Press]:
    with databases.fresh("sqlite") as url:
        store = open_store(url)
        made = press(store, tmp_path_factory.mktemp("orders") / "home")
        fill(made)
        yield made
        store.close()


def fill(house: Press) -> None:
    skill = young(house.corpus)[0]
    kept = [text for text in orders() if may_be_merged(house, text)]
    made: list[Amendment] = [*of_sources(house.corpus, list(orders())), of_body(skill, kept)]
    names = []
    for number, each in enumerate(made):
        sent = each.payload(number)
        if "skill_commit" in each.content:
            sent = edited(sent, {"/content/skill_commit": house.corpus.commit})
        names.append(house.sends_payload(KIND, sent))
    held = set(house.a_day_later().held)
    assert held == set(names)
    let_through(house.store, house)
    house.runs()
    assert {house.status(KIND, name).get("change_request") for name in names} == {"merged"}


class _Outside(HTMLParser):
    """The words of a page that are in no quotation of a report."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self._is_quoted = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._is_quoted = self._is_quoted or (tag == "blockquote" and ("class", "reported") in attrs)
        self.words += [value or "" for _, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        self._is_quoted = self._is_quoted and tag != "blockquote"

    def handle_data(self, data: str) -> None:
        if not self._is_quoted:
            self.words.append(data)


def of_html(page: str) -> str:
    """A labelled passage of a body ends with its line."""
    reader = _Outside()
    reader.feed(page)
    return QUOTED.sub("", "".join(reader.words))


def of_markdown(page: str) -> str:
    return QUOTED.sub("", FENCE.sub("", page))


def of_json(value: Any) -> str:
    """Every string that is in no source or artefact with an unconfirmed mark."""
    if isinstance(value, dict):
        marks = value.get("reported")
        if marks is not None and "confirmed" not in json.dumps(marks):
            return ""
        return "\n".join(map(of_json, value.values()))
    if isinstance(value, list):
        return "\n".join(map(of_json, value))
    return value if isinstance(value, str) else ""


def spoken(words: str) -> list[str]:
    plain = " ".join(words.split())
    return [text for text in orders() if " ".join(text.split()) in plain]


def pages(house: Press) -> list[str]:
    paths = [f"/paths/{key}" for key, entry in house.corpus.paths.entries.items() if marked(entry)]
    return [*paths, f"/skills/{skill_of(house)}"]


def marked(entry: Any) -> bool:
    return any(source.is_unconfirmed for source in entry.sources)


def skill_of(house: Press) -> str:
    return next(key for key, skill in house.corpus.skills.items() if "reported" in skill.fields)


def test_all_of_them_are_on_main(house: Press) -> None:
    told = json.dumps(house.corpus.paths.document.fields.data, ensure_ascii=False)
    body = house.corpus.skills[skill_of(house)].body.text
    assert len([text for text in orders() if json.dumps(text, ensure_ascii=False)[1:-1] in told]) >= ENOUGH
    assert len([text for text in orders() if text in body]) >= 90


@pytest.mark.parametrize("language", ["", "/fr", "/nl", "/de"])
def test_no_page_speaks_them(house: Press, language: str) -> None:
    seen = 0
    for page in pages(house):
        text = house.get(f"{language}{page}").text
        reader = (
            of_html(text)
            if not language
            else re.sub("\N{LEFT DOUBLE QUOTATION MARK}[^\n]*", "", of_html(text))
        )
        assert spoken(reader) == [], page
        seen += len(spoken("".join(part for part in [text])))
    assert seen >= ENOUGH / 2


def test_no_markdown_speaks_them(house: Press) -> None:
    for page in (*(f"{page}/index.md" for page in pages(house)), "/llms-full.txt"):
        assert spoken(of_markdown(house.get(page).text)) == [], page


def test_json_has_them_beside_their_mark_alone(house: Press) -> None:
    addresses = [
        *(f"/api{page}" for page in pages(house)),
        "/paths/index.json",
        "/api/paths",
        "/api/paths?detail=full",
    ]
    for address in addresses:
        assert spoken(of_json(house.get(address).json())) == [], address


def test_lists_feeds_and_search_have_none(house: Press) -> None:
    for address in (*LISTS, f"/skills/{skill_of(house)}/feed.atom"):
        assert spoken(house.get(address).text) == [], address
    for asked in ("previous instructions", "profile", "mot de passe", "Anweisungen", "gebruiker"):
        assert spoken(house.get(f"/api/search?q={asked}").text) == [], asked


def test_no_tool_speaks_them(house: Press) -> None:
    for page in pages(house):
        kind, name = page.strip("/").split("/")
        tool = ("get_path_directory", {"path_id": name}) if kind == "paths" else ("read_skill", {"id": name})
        result = calling(house.service.app, *tool)
        words = "\n".join(each.get("text", "") for each in result["content"])
        assert spoken(of_markdown(words)) == [], name
        assert spoken(of_markdown(of_json(result["structuredContent"]))) == [], name
    listed = calling(house.service.app, "get_path_directory", {"detail": "full"})
    assert spoken(listed["content"][0]["text"]) == []


def test_a_static_build_speaks_none(house: Press, tmp_path: Path) -> None:
    book = Book(house.corpus, PUBLIC_URL, NOON)
    export_site(FiledSource(book, NOON), tmp_path / "site", lambda _, __: None, languages=("en",))
    read: dict[str, Callable[[str], str]] = {
        ".html": of_html,
        ".md": of_markdown,
        ".txt": of_markdown,
        ".atom": str,
        ".xml": str,
    }
    files = [
        file for file in (tmp_path / "site").rglob("*") if file.suffix in read and "reports" not in file.parts
    ]
    assert len(files) > 30
    for file in files:
        text = file.read_text(encoding="utf-8")
        raw_skill = file.parent.name == "skills" and file.suffix == ".md"
        if not raw_skill:
            assert spoken(read[file.suffix](text)) == [], file.name
