"""GET /api/docs: a page that says everything, stands in the frame of the site, and can be read by anybody."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest
from starlette.applications import Starlette

from becivic.api.docs_page import docs_css, docs_html
from becivic.api.openapi_routes import DEFAULT_LIMITS, openapi_routes
from becivic.rules import limits
from becivic.rules.capabilities import Capability
from becivic.rules.errors import ErrorCategory
from becivic.rules.limits import Limit
from becivic.rules.schemas import SchemaFile, packaged_registry
from becivic.rules.submissions import SubmissionType
from becivic.store.store import Store
from tests.factories.asking import ask
from tests.factories.documented import DOCUMENT, HOUSE, operations
from tests.factories.intake import service

VOID = {"meta", "link", "br"}
HTML = docs_html(DOCUMENT, DEFAULT_LIMITS, HOUSE.framed)
FRAMES = ("/", "/skills/", "/paths/", "/search", "/activity", "/docs/", "/agents")


@pytest.fixture
def store(sqlite_store: Store) -> Store:
    """One is enough: the SQL that runs here is tested on both databases beside what it belongs to."""
    return sqlite_store


@dataclass
class Page(HTMLParser):
    """The page as a list of elements, with the text inside each."""

    elements: list[tuple[str, dict[str, str | None]]] = field(default_factory=list)
    texts: list[tuple[str, str]] = field(default_factory=list)
    _open: list[tuple[str, list[str]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()
        self.feed(HTML)
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append((tag, []))

    def handle_endtag(self, tag: str) -> None:
        opened, text = self._open.pop()
        assert opened == tag, f"<{opened}> is closed by </{tag}>"
        self.texts.append((tag, "".join(text)))

    def handle_data(self, data: str) -> None:
        for _, text in self._open:
            text.append(data)

    def named(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]

    def said(self, tag: str) -> list[str]:
        return [text for name, text in self.texts if name == tag]


PAGE = Page()
MAIN = HTML[HTML.index("<main ") : HTML.index("</main>")]
WORDS = " ".join(PAGE.said("html")[0].split())


def app() -> Starlette:
    return Starlette(routes=openapi_routes(DOCUMENT, HOUSE))


# --- as it is served ------------------------------------------------------------------------------------------


def test_the_page_brings_the_policy_of_the_site_and_its_own_style_beside_the_sites() -> None:
    answer = ask(app(), "/api/docs")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["content-security-policy"] == HOUSE.policy
    assert answer.text == HTML
    styles = [each["href"] or "" for each in PAGE.named("link") if each["rel"] == "stylesheet"]
    assert styles[1:] == ["/api/docs.css"]
    assert re.fullmatch(r"/.*site.*\.css", styles[0])
    style = ask(app(), "/api/docs.css")
    assert style.headers["content-type"] == "text/css; charset=utf-8"
    assert style.text == docs_css()


def test_the_page_keeps_the_policy_through_the_whole_application(store: Store) -> None:
    assert service(store).ask("GET", "/api/docs").headers["content-security-policy"] == HOUSE.policy


def test_the_page_has_nothing_inline_and_nothing_from_elsewhere() -> None:
    assert not {"img", "iframe", "object", "form", "style"} & {tag for tag, _ in PAGE.elements}
    assert all(each.get("src") for each in PAGE.named("script"))
    for tag, attributes in PAGE.elements:
        assert not [name for name in attributes if name.startswith("on") or name == "style"], tag
        assert not re.match("[a-z]+:|//", attributes.get("src") or ""), attributes
    assert "url(" not in docs_css()
    assert "@import" not in docs_css()


def test_there_is_a_way_home_and_none_to_what_does_not_exist() -> None:
    links = {each.get("href") for each in PAGE.named("a")}
    assert {*FRAMES} <= links
    assert "/api/docs/index.md" not in HTML
    assert "/fr/api/docs" not in HTML


# --- what it says ---------------------------------------------------------------------------------------------


def test_every_operation_stands_on_the_page_with_its_answers() -> None:
    for method, path, said in operations():
        start = HTML.index(f'<article aria-labelledby="{said["operationId"]}">')
        part = HTML[start : HTML.index("</article>", start)]
        assert f"{method.upper()}</span> <code>{path}</code>" in part
        assert said["summary"] in part
        assert re.findall(r'class="status[ a-z]*">([0-9]+)<', part) == sorted(said["responses"])
        shown = len(
            said.get("requestBody", {}).get("content", {}).get("application/json", {}).get("examples", {})
        )
        assert part.count("<summary>Example: ") == shown
        for parameter in said.get("parameters", []):
            assert f"<dt><code>{parameter['name']}</code> in the {parameter['in']}" in part


def test_an_example_on_the_page_is_the_example_of_the_document() -> None:
    shown = PAGE.said("pre")
    for file in (SchemaFile.CONCERN, SchemaFile.DRAFT, SchemaFile.ENVELOPE):
        for example in packaged_registry().documents[file]["examples"]:
            assert json.dumps(example, ensure_ascii=False, indent=2) in shown


def test_every_error_category_stands_in_the_table_with_status_and_remedy() -> None:
    rows = PAGE.said("tr")
    for category in ErrorCategory:
        remedy = category.remedy.replace("`", "")
        assert f"{category.value}{category.http_status}{remedy}" in rows


def test_the_limits_are_those_in_force() -> None:
    assert "50 a day" in WORDS
    assert "300 an hour" in WORDS
    assert f"at most {limits.ENVELOPE_ITEMS} items" in WORDS
    assert "7 a day" in docs_html(DOCUMENT, {**DEFAULT_LIMITS, Limit.COMBINED: 7}, HOUSE.framed)


def test_types_stand_with_what_they_are_about_and_the_tier_that_takes() -> None:
    rows = ["".join(row.split("\n")) for row in PAGE.said("tr")]
    for kind in SubmissionType:
        row = next(each for each in rows if each.startswith(f"{kind.value}/api/{kind.facts.route}"))
        for target in kind.facts.targets:
            assert f"{target.value} ({kind.tier(target).name.lower()})" in row
    assert all(token.value in WORDS for token in Capability if "path" not in token.value)


@pytest.mark.parametrize("place", sorted({*re.findall(r'<a href="([^"]*)"', MAIN)}))
def test_every_link_leads_somewhere(place: str) -> None:
    if place.startswith("#"):
        assert place[1:] in {attributes.get("id") for _, attributes in PAGE.elements}
    elif place.startswith("/schemas/"):
        assert place.removeprefix("/schemas/") in packaged_registry().documents
    else:
        assert place in {"/api/openapi.json", "/docs/", "/agents"}


def test_no_two_places_have_one_name() -> None:
    ids = [attributes["id"] for _, attributes in PAGE.elements if "id" in attributes]
    assert len(ids) == len(set(ids))


# --- the two commands -----------------------------------------------------------------------------------------


def _commands() -> list[str]:
    found = re.findall(r'<pre><code class="command">(.*?)</code></pre>', HTML, re.DOTALL)
    return [unescape(each) for each in found]


def test_the_two_commands_validate_and_stage_as_they_are_pasted(tmp_path: Path, store: Store) -> None:
    """A shell runs them; only curl is stood in for, and what it would have sent goes to the application."""
    curl = tmp_path / "curl"
    curl.write_text('#!/bin/sh\nfor each in "$@"; do printf "%s\\n" "$each"; done >> sent\n')
    curl.chmod(0o755)
    script = "\n".join(_commands())
    subprocess.run(
        ["/bin/sh", "-euc", script], cwd=tmp_path, env={"PATH": f"{tmp_path}:/usr/bin:/bin"}, check=True
    )
    asked = service(store)
    sent = json.loads((tmp_path / "concern.json").read_text(encoding="utf-8"))
    assert packaged_registry().faults(SchemaFile.CONCERN, sent) == []
    sent["submitted_at"] = asked.clock.now().isoformat()
    addresses = [
        line
        for line in (tmp_path / "sent").read_text(encoding="utf-8").splitlines()
        if line.startswith("http")
    ]
    answers = [
        asked.ask("POST", address.removeprefix("http://becivic.test"), sent).json() for address in addresses
    ]
    assert [each["status"] for each in answers] == ["validated", "staged"]


def test_the_commands_send_the_file_as_json() -> None:
    for command in _commands()[1:]:
        words = shlex.split(command)
        assert words[0] == "curl"
        assert "Content-Type: application/json" in words
        assert "@concern.json" in words


# --- for everybody --------------------------------------------------------------------------------------------


def test_headings_come_in_order_and_there_is_one_title() -> None:
    levels = [int(tag[1]) for tag, _ in PAGE.elements if re.fullmatch("h[1-6]", tag)]
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_the_page_has_its_landmarks_a_language_and_a_way_past_the_contents() -> None:
    assert [len(PAGE.named(tag)) for tag in ("header", "main", "footer")] == [1, 1, 1]
    assert [each.get("aria-labelledby") for each in PAGE.named("nav")] == [None, "contents-title"]
    assert PAGE.named("html") == [{"lang": "en"}]
    assert PAGE.named("a")[0] == {"class": "skip", "href": "#main"}
    assert {"name": "viewport", "content": "width=device-width, initial-scale=1"} in PAGE.named("meta")


def test_tables_have_headers_and_can_be_scrolled_by_keyboard() -> None:
    assert all(each.get("scope") in ("col", "row") for each in PAGE.named("th"))
    around = [each for each in PAGE.named("div") if each.get("class") == "scroll"]
    assert len(around) == len(PAGE.named("table"))
    assert all(each["tabindex"] == "0" and each["role"] == "region" for each in around)


def test_its_style_has_no_colour_of_its_own() -> None:
    """Those of the site are measured in both schemes."""
    assert not re.search(r"#[0-9a-fA-F]{3,8}\b|rgb\(", docs_css())
