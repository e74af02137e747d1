"""No face shows a source fresher than its row: pages, markdown, JSON, MCP, llms-full.txt, the static site, the harness.

Every sentence about when something was read must be one that is derived from a row (design 7.23).
"""

from __future__ import annotations

import ast
import asyncio
import html
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

import becivic_harness
from becivic.corpus.filed_items import filed_items
from becivic.corpus.load import Corpus
from becivic.mcp.catalogue import tools
from becivic.mcp.prompts import PROMPTS
from becivic.mcp.server import INSTRUCTIONS
from becivic.reading.filed_rows import filed_rows
from becivic.rendering.freshness import SourceReading, reading_words
from becivic.rendering.voice import Voice
from becivic.rules.identifiers import UidPrefix, of_kind
from becivic.rules.skills import FALLBACK_SKILL
from becivic.store.store import Store, open_store
from becivic.words import LANGUAGES
from tests.factories.corpora import SEED, Files
from tests.factories.databases import Databases
from tests.factories.exported import export
from tests.factories.intake import NO_LIMITS, Service, service
from tests.factories.mcp_calls import call, speaking

DAY: Final = r"(?:\d{1,2}(?:er|\.)? [A-Za-zûéäç]+ 20\d\d|20\d\d-\d\d-\d\d)"
CLAIMS: Final = re.compile(
    r"(?:last[ _])?(?<!_)\b(?:checked|verified|reviewed|vérifiée?s?|vérification|gecontroleerd|nagekeken|geprüft)\b"
    rf"[^.\n]{{0,24}}?{DAY}",
    re.IGNORECASE,
)
"""What nobody may claim of a source in words: what was done is that it was read."""
READINGS: Final = re.compile(
    rf"(?:Read|Noted) on {DAY}[^.\n]*\.|(?:Lu|Noté) le {DAY}[^.\n]*\.|(?:Gelezen|Genoteerd) op {DAY}[^.\n]*\."
    r"|(?:Gelesen am \d{1,2}\.|Am \d{1,2}\.) [A-Za-zä]+ 20\d\d[^.\n]*?(?:\d{1,2}\. [^.\n]*)?\."
)
FIELDS: Final = SourceReading._fields
URL: Final = "https://www.ejustice.just.fgov.be/eli/demo"


def test_no_packaged_page_claims_or_asks_for_a_day_of_verification() -> None:
    """What an agent is asked to say to a person, too: a row knows when its source was read, and how."""
    corpus = Path(__file__).parents[1] / "corpus"
    pages = [each for ending in ("md", "mdx") for each in corpus.rglob(f"*.{ending}")]
    claim = re.compile(r"\b(?:was|were|is|are) last (?:verified|checked|reviewed)\b")
    assert len(pages) > 20
    found = [
        each.name for each in pages if each.name != "changelog.mdx" and claim.search(each.read_text("utf-8"))
    ]
    assert found == []


@pytest.fixture(scope="module")
def served(databases: Databases) -> Iterator[Service]:
    with databases.fresh("sqlite") as url:
        store: Store = open_store(url)
        yield service(store, NO_LIMITS)
        store.close()


def readings(corpus: Corpus) -> dict[str, SourceReading]:
    """By uid, as the seed has them."""
    items = filed_items(corpus)
    return {
        uid: SourceReading(*(items[uid].text(name) for name in FIELDS))
        for uid in of_kind(items, UidPrefix.REFERENCE)
    }


def sentences(corpus: Corpus) -> set[str]:
    """All that may be said of the readings of its sources, in every language; of paths, that nothing is recorded."""
    found = {reading_words(each, Voice(code)) for each in readings(corpus).values() for code in LANGUAGES}
    days = {entry.fields.text("last_verified") for entry in corpus.paths.entries.values()}
    return found | {
        Voice(code).t("body.path_noted", date=day) for code in LANGUAGES for day in _written(days)
    }


def _written(days: set[str]) -> Iterator[str]:
    from becivic.words.dates import written_day  # noqa: PLC0415

    return (written_day(day, code) for day in days for code in LANGUAGES)


def words_of(page: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def assert_true(face: str, text: str, allowed: set[str]) -> int:
    """Returns how many readings are told."""
    assert CLAIMS.findall(text) == [], face
    told = [found.group() for found in READINGS.finditer(text)]
    assert set(told) <= allowed, (face, sorted(set(told) - allowed)[:3])
    return len(told)


def assert_tags_true(face: str, text: str, known: dict[str, SourceReading]) -> int:
    """Attributes of the tags that agents read."""
    tags = re.findall(r"<(Ref|VV) ([^>]*)>", text)
    for tag, inside in tags:
        said = dict(re.findall(r'([a-z_-]+)="([^"]*)"', inside))
        uid = said.get("uid" if tag == "Ref" else "data-source", "")
        if "data-resolution-status" in said or not uid:
            continue
        day = said.get("last_verified" if tag == "Ref" else "data-read-on", "")
        shown = SourceReading(day, said.get("data-read-as", ""), said.get("data-page-date", ""))
        assert shown == known[uid], (face, uid)
    return len(tags)


def assert_rows_true(face: str, told: Any, known: dict[str, SourceReading]) -> int:
    """Objects anywhere in JSON that carry the row of a reference."""
    if isinstance(told, list):
        return sum(assert_rows_true(face, each, known) for each in told)
    if not isinstance(told, dict):
        return 0
    count = sum(assert_rows_true(face, each, known) for each in told.values())
    if str(told.get("uid", "")).startswith("ref-") and told.get("url"):
        assert SourceReading(*(told.get(name, "") for name in FIELDS)) == known[told["uid"]], (
            face,
            told["uid"],
        )
        assert told["reading"] == reading_words(known[told["uid"]], Voice("en")), face
        return count + 1
    return count


def test_pages_tell_readings_as_their_rows_have_them(served: Service) -> None:
    corpus = served.library.edition.corpus
    allowed, told = sentences(corpus), 0
    pages = ["/", "/skills/", "/paths/", "/activity", "/agents", "/search?q=card"]
    pages += [f"/skills/{name}" for name in corpus.skills] + [
        f"/paths/{name}" for name in corpus.paths.entries
    ]
    pages += [f"/{code}/skills/nationality-application" for code in LANGUAGES]
    for address in pages:
        answer = served.ask("GET", address, headers={"accept": "text/html"})
        assert answer.status_code == 200, address
        told += assert_true(address, words_of(answer.text), allowed)
    assert told > 1000


def test_the_head_of_a_page_counts_sources_that_were_read_in_stored_copies(served: Service) -> None:
    corpus = served.library.edition.corpus
    page = words_of(
        served.ask("GET", "/skills/nationality-application", headers={"accept": "text/html"}).text
    )
    told = served.ask("GET", "/api/skills/nationality-application").json()
    known = readings(corpus)
    cited = [known[each["uid"]] for each in told["references"]]
    stored = [each for each in cited if each.read_as == "stored_copy"]
    undated = [each for each in stored if each.page_date == "undated"]
    assert len(stored) > len(undated) > 0
    sentence = (
        f"{len(stored)} of {len(cited)} sources were read in stored copies, {len(undated)} without a date."
    )
    assert sentence in page
    assert sentence in told["sources_read"]["text"]
    assert sentence in served.ask("GET", "/skills/nationality-application/index.md").text


@pytest.mark.parametrize("name", ["llms-full.txt", "skills", "paths", "packages"])
def test_markdown_tells_readings_as_their_rows_have_them(served: Service, name: str) -> None:
    corpus = served.library.edition.corpus
    allowed, known = sentences(corpus), readings(corpus)
    addresses = {
        "llms-full.txt": ["/llms-full.txt", "/llms.txt"],
        "skills": [f"/skills/{each}/index.md" for each in corpus.skills],
        "paths": [f"/paths/{each}/index.md" for each in corpus.paths.entries],
        "packages": ["/.well-known/agent-skills/index.json"],
    }[name]
    for address in addresses:
        answer = served.ask("GET", address)
        assert answer.status_code == 200, address
        assert_true(address, answer.text, allowed)
        if name == "skills":
            assert_tags_true(address, answer.text, known)


def test_json_has_the_fields_of_the_row(served: Service) -> None:
    corpus = served.library.edition.corpus
    known, allowed, told = readings(corpus), sentences(corpus), 0
    for address in ("/api/references?limit=200", *(f"/api/skills/{name}" for name in corpus.skills)):
        answer = served.ask("GET", address)
        told += assert_rows_true(address, answer.json(), known)
        assert_true(address, json.dumps(_without_notes(answer.json()), ensure_ascii=False), allowed)
    assert told > 400
    shown = filed_rows(corpus)
    for row in served.ask("GET", "/api/volatile-values?limit=200").json()["items"]:
        source = shown.values[row["uid"]].source
        assert row["reading"] == reading_words(known[source], Voice("en")), row["uid"]


def _without_notes(told: Any) -> Any:
    """A note quotes the page: what a page says of itself is no claim of ours."""
    if isinstance(told, list):
        return [_without_notes(each) for each in told]
    if isinstance(told, dict):
        return {name: _without_notes(each) for name, each in told.items() if name != "note"}
    return told


def test_tools_tell_readings_as_their_rows_have_them(served: Service) -> None:
    corpus = served.library.edition.corpus
    known, allowed = readings(corpus), sentences(corpus)

    async def through() -> int:
        tags = 0
        async with speaking(served.app) as client:
            asked: list[tuple[str, dict[str, Any]]] = [("read_skill", {"id": name}) for name in corpus.skills]
            asked += [("get_path_directory", {"path_id": name}) for name in corpus.paths.entries]
            asked += [("find_skill", {"query": "residence card"}), ("search_corpus", {"query": "residence"})]
            asked += [("get_path_directory", {}), ("get_current_status", {}), ("get_skill_graph", {})]
            for tool, arguments in asked:
                result = await call(client, tool, arguments)
                text = result["content"][0]["text"]
                assert_true(f"{tool} {arguments}", text, allowed)
                said = _without_bodies(text).replace(corpus.skills[FALLBACK_SKILL].title, "")
                assert not re.search(r"(?<!_)\bverified\b", said), (tool, arguments)
                tags += assert_tags_true(tool, text, known)
                assert_rows_true(tool, result["structuredContent"], known)
        return tags

    assert asyncio.run(through()) > 200


def _without_bodies(text: str) -> str:
    """The head and the foot of an answer: what a procedure itself says in between is not about its freshness."""
    head, *_ = text.split("\n---\n")
    return head + text.rpartition("\n\n")[2]


def test_no_description_of_a_tool_speaks_of_something_verified() -> None:
    told = json.dumps([[tool.about, tool.properties, tool.output] for tool in tools().values()])
    told += INSTRUCTIONS + "".join(prompt.about for prompt in PROMPTS.values())
    assert not re.search(r"(?<![_a-z])verified(?!_)", told.replace("last_verified", ""))


def test_the_static_site_tells_readings_as_the_seed_has_them(tmp_path: Path) -> None:
    facts = '"read_as": "stored_copy", "page_date": "undated"'
    files = Files.valid().replaced(SEED, f'"url": "{URL}"', f'"url": "{URL}", {facts}')
    export(tmp_path, files)
    allowed, told = sentences(files.load()), 0
    for file in tmp_path.rglob("*"):
        if file.suffix in (".html", ".md", ".txt", ".json"):
            text = file.read_text(encoding="utf-8")
            told += assert_true(file.name, words_of(text) if file.suffix == ".html" else text, allowed)
    assert told > 0


def test_the_harness_never_calls_a_procedure_or_a_source_verified() -> None:
    for file in sorted(Path(becivic_harness.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                text = re.sub(r"last_verified|verified_corpus_refs|_verified", "", node.value)
                is_doc = text.startswith("Verified at every session")
                assert is_doc or not re.search(r"\bverified\b", text, re.IGNORECASE), (file.name, node.lineno)
