"""get_path_directory: the routes to documents and tools, all of them in short or one of them whole (S70)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from becivic.corpus.fields import Fields
from becivic.corpus.reported import confirmed_fields, is_unconfirmed
from becivic.mcp.arguments import pairs
from becivic.mcp.asking import Answered, Question
from becivic.mcp.reading.near import no_path
from becivic.mcp.reading.paging import page
from becivic.mcp.told import Provenance, Told, of_argument
from becivic.mcp.tool import TEXT, Arguments, Tool, giving, name_of, number, one_of, some_of, text
from becivic.mcp.visit import Visit
from becivic.rendering.plain import in_markdown
from becivic.rendering.voice import ENGLISH
from becivic.rules.places import Region
from becivic.rules.reading import PAGE_MOST
from becivic.rules.routes import Purpose, Theme
from becivic.rules.statuses import Status

ROUTE: Final = "/api/paths"
_DETAILS: Final = ("summary", "full")
_ONE: Final = "path_id"


async def _get_path_directory(visit: Visit, arguments: Arguments) -> Told:
    if _ONE in arguments:
        told = await _one(visit, str(arguments[_ONE]))
        return told.noting(["beside `path_id` nothing else is looked at."] if len(arguments) > 1 else [])
    asked = {"detail": "summary"} | {
        ("after" if name == "cursor" else name): value for name, value in arguments.items()
    }
    question, answer = await page(
        visit, Question(ROUTE, tuple(pairs(asked))), lambda said: len(said["paths"])
    )
    return visit.made(question, answer, lambda found: _listed(visit, question, found))


def _listed(visit: Visit, question: Question, answer: Answered) -> Told:
    if not answer.is_good:
        return of_argument(answer, visit.commit)
    said = answer.json()
    return Told(
        structured=said,
        text="\n".join(_lines(said)),
        provenance=visit.over("path", list(said["paths"])),
        source=question.address,
    )


async def _one(visit: Visit, name: str) -> Told:
    question = Question(f"{ROUTE}/{name}")
    shown = await visit.ask(Question(f"/paths/{name}", (("format", "md"),), accept="text/markdown"))
    words = shown.body.decode("utf-8", "replace") if shown.is_good else ""
    return await visit.read(question, lambda answer: _told(visit, question, answer, words), shown.tag)


def _told(visit: Visit, question: Question, answer: Answered, words: str) -> Told:
    if not answer.is_good:
        return no_path(answer, visit, question.path.removeprefix(f"{ROUTE}/"))
    said = answer.json()
    provenance = Provenance.over(
        visit.commit, [(str(said.get("status", "")), str(said.get("last_verified", "")))]
    )
    return Told(structured=said, text=words, provenance=provenance, source=question.address)


def _lines(said: Mapping[str, Any]) -> Iterator[str]:
    yield f"{len(said['paths'])} paths. Ask with `path_id` for who does what, who is eligible and how it is reached."
    yield ""
    for key, entry in said["paths"].items():
        named = confirmed_fields(Fields.of(entry)).child("title").text("en") or key
        facts = ", ".join(str(entry[name]) for name in ("purpose", "status") if entry.get(name))
        yield f"- **{in_markdown(named)}** `{key}` ({facts})"
        yield from _more(entry)
    if "next" in said:
        yield f"\nThere is more: ask again with cursor `{said['next']}`."


def _more(entry: Mapping[str, Any]) -> Iterator[str]:
    """Of an entry that is told whole."""
    about = entry.get("description")
    if isinstance(about, dict) and about.get("en"):
        if words := confirmed_fields(Fields.of(entry)).child("description").text("en"):
            yield f"  {in_markdown(words)}"
        sources = sorted(entry.get("sources", ()), key=lambda each: is_unconfirmed(Fields.of(each)))
        yield f"  Sources, in the order to try them: {', '.join(map(_named, sources))}"


def _named(source: Mapping[str, Any]) -> str:
    said = f"`{source['id']}` ({source['source_class']})"
    return f"{said} [{ENGLISH.t('body.reported')}]" if is_unconfirmed(Fields.of(source)) else said


GET_PATH_DIRECTORY: Final = Tool(
    name="get_path_directory",
    title="Find how to get a document or reach a tool",
    about=(
        "Routes to the documents and tools that procedures ask for: who does what, who is eligible, what it costs, how success is "
        "recognised. Without `path_id` a list in short; with it one path whole, its sources in the order to try them. A source "
        "with `audited_document_delivery` delivers a real document each time: ask the person first."
    ),
    work=_get_path_directory,
    properties={
        _ONE: name_of("One path, such as `household-composition`."),
        "purpose": some_of(tuple(Purpose), "Only paths for these purposes."),
        "theme": some_of(tuple(Theme), "Only paths of these themes."),
        "status": some_of(tuple(status.value for status in Status), "Only paths at these statuses."),
        "region": some_of(tuple(Region), "Only paths with a source that serves one of these regions."),
        "detail": one_of(_DETAILS, "`full` lists entries whole, a few at a time; `summary` when left out."),
        "limit": number(PAGE_MOST, "How many at most; as many as fit when left out."),
        "cursor": text("Where to go on: `next` of the answer before.", maxLength=200),
    },
    output=giving(
        paths={"type": "object", "description": "By id, where a list was asked for."},
        path_id=text("Where one was asked for."),
        status=TEXT,
        next=text("The cursor of the next page; absent at the end."),
    ),
    aliases={
        "id": _ONE, "path": _ONE, "name": _ONE, "slug": _ONE, "document": _ONE, "document_id": _ONE, "themes": "theme",
        "purposes": "purpose", "regions": "region", "statuses": "status", "after": "cursor", "next": "cursor", "view": "detail",
        "max_results": "limit",
    },
)  # fmt: skip
