"""The library as resources: the same texts as the tools read, under addresses that a host can keep (users-expect)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qsl, unquote, urlsplit

from becivic.corpus.load import Corpus
from becivic.corpus.navigation import groups
from becivic.mcp.asking import Answered, Question
from becivic.mcp.catalogue import tools
from becivic.mcp.package import PACKAGE, Package
from becivic.mcp.packages import packages
from becivic.mcp.told import PREFIX, Provenance, Told, bounded
from becivic.mcp.visit import Visit
from becivic.rules.reading import PART_BYTES
from becivic.rules.schemas import packaged_registry
from becivic.rules.statuses import is_withheld

SCHEME: Final = "becivic"
MARKDOWN: Final = "text/markdown"
SCHEMA: Final = "application/schema+json"
JSON: Final = "application/json"

_MOST: Final = 2 * PART_BYTES
"""Bytes of a resource: it is told once, where a tool tells twice."""
_SUFFIX: Final = ".schema.json"
_ARTEFACTS: Final = ("skills/", "paths/")
_DOCS: Final = "docs/"


class Template(NamedTuple):
    """A kind of resource, and what is completed in its address."""

    kind: str
    variable: str
    more: str
    title: str
    about: str
    media_type: str

    @property
    def address(self) -> str:
        return f"{SCHEME}://{self.kind}/{{{self.variable}}}{self.more}"

    def described(self) -> dict[str, Any]:
        return {
            "uriTemplate": self.address,
            "name": self.kind,
            "title": self.title,
            "description": self.about,
            "mimeType": self.media_type,
        }


TEMPLATES: Final = (
    Template("skill", "id", "{?section,cursor}", "A procedure", "One procedure with its values in place; long ones in parts.", MARKDOWN),
    Template("path", "id", "", "A path", "One route to a document or a tool.", MARKDOWN),
    Template("schema", "name", "", "A schema", "The JSON Schema of a submission or of a file of the corpus.", SCHEMA),
    Template("docs", "+page", "", "A document", "A page about how this works: privacy, the submission contract, agents.", MARKDOWN),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Listed:
    """A resource as it is listed."""

    uri: str
    name: str
    title: str
    about: str
    media_type: str = MARKDOWN
    size: int | None = None

    def described(self) -> dict[str, Any]:
        told = {
            "uri": self.uri,
            "name": self.name,
            "title": self.title,
            "description": self.about,
            "mimeType": self.media_type,
            "size": self.size,
        }
        return {name: value for name, value in told.items() if value not in (None, "")}


def names(corpus: Corpus, kind: str) -> list[str]:
    """Everything there is of a kind, for lists and for completing."""
    match kind:
        case "skill":
            return sorted(key for key, skill in corpus.skills.items() if not is_withheld(skill.status))
        case "path":
            return sorted(key for key, each in corpus.paths.entries.items() if not is_withheld(each.status))
        case "schema":
            return sorted(name.removesuffix(_SUFFIX) for name in packaged_registry().documents)
        case "docs":
            pages = (page for group in groups(corpus) for page in group["pages"])
            return sorted(
                page.removeprefix(_DOCS)
                for page in pages
                if not page.startswith(_ARTEFACTS) and page != "index"
            )
        case _:
            return []


def listed(corpus: Corpus, packed: Mapping[str, Package]) -> Iterator[Listed]:
    for name in names(corpus, "skill"):
        skill = corpus.skills[name]
        yield Listed(
            address("skill", name), name, skill.confirmed_title, skill.confirmed_fields.text("summary")
        )
    for name in names(corpus, "path"):
        entry = corpus.paths.entries[name]
        about = entry.confirmed_fields.child("description").text("en")
        yield Listed(address("path", name), name, entry.confirmed_title, about)
    for name in names(corpus, "docs"):
        yield Listed(address("docs", name), name, name.replace("/", ": ").replace("-", " ").capitalize(), "")
    for name in names(corpus, "schema"):
        document = packaged_registry().documents[f"{name}{_SUFFIX}"]
        about = str(document.get("description", ""))
        yield Listed(address("schema", name), name, str(document.get("title", name)), about, SCHEMA)
    for package in packed.values():
        yield Listed(package.uri, package.name, package.name, package.description, size=len(package.content))


def address(kind: str, name: str) -> str:
    return f"{SCHEME}://{kind}/{name}"


async def read(visit: Visit, uri: str) -> dict[str, Any] | None:
    """As `resources/read` answers; None where there is nothing at this address."""
    if uri.startswith(PACKAGE):
        package = (await packages(visit)).get(uri)
        if package is None:
            return None
        return _contents(uri, MARKDOWN, package.content.decode(), visit.over("skill", [package.name]))
    try:
        parts = urlsplit(uri[:2000])
    except ValueError:
        return None
    name = unquote(parts.path).strip("/")
    if parts.scheme != SCHEME or not name or ("/" in name and parts.netloc != "docs"):
        return None
    match parts.netloc:
        case "skill":
            more = {key: value for key, value in parse_qsl(parts.query) if key in ("section", "cursor")}
            return _of_tool(uri, await tools()["read_skill"].work(visit, {"id": name, **more}))
        case "path":
            return _of_tool(uri, await tools()["get_path_directory"].work(visit, {"path_id": name}))
        case "schema":
            file = name if name.endswith(_SUFFIX) else f"{name}{_SUFFIX}"
            return _of_page(visit, uri, SCHEMA, await visit.ask(Question(f"/schemas/{file}")))
        case "docs":
            page = name if name.split("/")[0] == "agents" else f"{_DOCS}{name}"
            if page.endswith(".json"):
                return _of_page(visit, uri, JSON, await visit.ask(Question(f"/{page}")))
            question = Question(f"/{page}", (("format", "md"),), accept=MARKDOWN)
            return _of_page(visit, uri, MARKDOWN, await visit.ask(question))
        case _:
            return None


def _of_tool(uri: str, told: Told) -> dict[str, Any] | None:
    if told.is_error:
        return None
    result = told.as_result()
    return {"contents": [_content(uri, MARKDOWN, result["content"][0]["text"])], "_meta": result["_meta"]}


def _of_page(visit: Visit, uri: str, media_type: str, answer: Answered) -> dict[str, Any] | None:
    if not answer.is_good:
        return None
    text = bounded(answer.body.decode("utf-8", "replace"), _MOST)
    return _contents(uri, media_type, text, Provenance(commit=visit.commit))


def _contents(uri: str, media_type: str, text: str, provenance: Provenance) -> dict[str, Any]:
    told = {f"{PREFIX}provenance": provenance.as_json()}
    return {"contents": [_content(uri, media_type, text)], "_meta": told}


def _content(uri: str, media_type: str, text: str) -> dict[str, Any]:
    return {"uri": uri, "mimeType": media_type, "text": text}
