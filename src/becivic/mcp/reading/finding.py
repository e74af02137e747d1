"""find_skill and search_corpus: what fits a question, by what it was found, and plain words when nothing does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from becivic.mcp.arguments import pairs
from becivic.mcp.asking import Answered, Question
from becivic.mcp.told import Provenance, Told, of_argument
from becivic.mcp.tool import TEXT, Arguments, Schema, Tool, giving, number, one_of, some_of, text
from becivic.mcp.visit import Visit
from becivic.rendering.plain import in_markdown
from becivic.rules.languages import LANGUAGES
from becivic.rules.skills import FALLBACK_SKILL

ROUTE: Final = "/api/search"
_MOST: Final = 20
_KINDS: Final = ("skill", "path", "doc")
_READ_BY: Final = {
    "skill": "read_skill with id `{}`",
    "path": "get_path_directory with path_id `{}`",
    "doc": "the resource becivic://docs/{}",
}
_ASKED_AS: Final = {
    "q": "query",
    "question": "query",
    "search": "query",
    "search_query": "query",
    "task": "query",
    "text": "query",
    "topic": "query",
    "keywords": "query",
    "prompt": "query",
    "lang": "language",
    "locale": "language",
    "max_results": "limit",
    "count": "limit",
    "top_k": "limit",
    "n": "limit",
    "type": "kind",
    "kinds": "kind",
}
_PROPERTIES: Final[dict[str, Schema]] = {
    "query": text(
        "What the person wants, in their own words: English, French, Dutch or German, typing mistakes and all. "
        "Leave out names, numbers and addresses of people.",
        maxLength=1000,
    ),
    "language": one_of(
        LANGUAGES, "In which language titles are told where they have one; English otherwise."
    ),
    "limit": number(_MOST, "How many at most; 5 when left out."),
}
_OUTPUT: Final = giving(
    "fits", "items", "commit", "license",
    fits={"type": "boolean", "description": "false: nothing really fits; follow `fallback`."},
    items={"type": "array", "items": {"type": "object"}},
    understood={"type": "array", "items": TEXT},
    fallback={"type": "object", "description": "What to read when nothing fits."},
    commit=TEXT,
    license=TEXT,
)  # fmt: skip


async def _find_skill(visit: Visit, arguments: Arguments) -> Told:
    """Where no procedure fits, a document or tool of that name that a path leads to."""
    question, answer = await _asked(visit, {**arguments, "kind": ["skill"]})
    if answer.is_good and not answer.json()["fits"]:
        of_paths, routes = await _asked(visit, {**arguments, "kind": ["path"]})
        if routes.is_good and _is_named(routes.json()):
            return _told(visit, of_paths, routes)
    return _told(visit, question, answer)


def _is_named(said: Mapping[str, Any]) -> bool:
    """Whether the title of the first has the very words of the question: a meaning alone is no document's name."""
    first = said["items"][:1] if said["fits"] else []
    return any(
        "title" in why["fields"] and why["asked"] == why["found"] for item in first for why in item["why"]
    )


async def _search(visit: Visit, arguments: Arguments) -> Told:
    return await _found(visit, arguments)


async def _found(visit: Visit, arguments: Arguments) -> Told:
    return _told(visit, *await _asked(visit, arguments))


async def _asked(visit: Visit, arguments: Arguments) -> tuple[Question, Answered]:
    asked = {("q" if name == "query" else name): value for name, value in arguments.items()}
    question = Question(ROUTE, tuple(pairs(asked)))
    return question, await visit.ask(question)


def _told(visit: Visit, question: Question, answer: Answered) -> Told:
    if not answer.is_good:
        return of_argument(answer, visit.commit)
    said = answer.json()
    items = said["items"]
    facts = [(each.get("status", ""), each.get("last_verified", "")) for each in items]
    return Told(
        structured=said,
        text="\n".join(_lines(said)),
        provenance=Provenance.over(visit.commit, facts),
        source=_without_words(question),
    )


def _without_words(question: Question) -> str:
    """The address that says the same, but for the question: whoever asked it knows it, and nobody else need."""
    return Question(ROUTE, tuple(pair for pair in question.query if pair[0] != "q")).address


def _lines(said: Mapping[str, Any]) -> Iterator[str]:
    items, fallback = said["items"], said.get("fallback")
    if said.get("corrected"):
        yield f"Read as: {in_markdown(said['corrected'])}"
    if not said["fits"]:
        yield "Nothing in the library really fits this. Say so to the person: do not present what follows as an answer."
        name = fallback["id"] if fallback else FALLBACK_SKILL
        yield f"Go on with read_skill, id `{name}`: what to do when no procedure covers a question."
    if items and said["fits"] and all(item["kind"] == "path" for item in items):
        yield "Routes to a document or tool:"
    if items:
        yield "" if said["fits"] else "\nNearest, and probably about something else:"
    for place, item in enumerate(items, 1):
        yield from _item(place, item)
    if items and said["fits"]:
        yield f"\nRead the first with {_READ_BY[items[0]['kind']].format(items[0]['id'].removeprefix('docs/'))}."


def _item(place: int, item: Mapping[str, Any]) -> Iterator[str]:
    facts = ", ".join(filter(None, (item["kind"], item.get("status", ""), _compared(item))))
    yield f"{place}. **{in_markdown(item['title'])}** `{item['id']}` ({facts})"
    if item.get("summary"):
        yield f"   {in_markdown(item['summary'])}"
    if item["why"]:
        found = dict.fromkeys(_reason(each) for each in item["why"])
        yield f"   Found by: {'; '.join(found)}"


def _compared(item: Mapping[str, Any]) -> str:
    """Of a procedure; of a path nobody records how its sources were read."""
    day = item.get("last_verified") if item["kind"] == "skill" else ""
    return f"compared with its sources {day}" if day else ""


def _reason(why: Mapping[str, Any]) -> str:
    asked, found = in_markdown(why["asked"]), in_markdown(why["found"])
    said = asked if asked == found or not found else f"{asked} = {found}"
    return f"{said} ({', '.join(why['fields'])})"


FIND_SKILL: Final = Tool(
    name="find_skill",
    title="Find the procedure for a question",
    about=(
        "Finds the Belgian administrative procedure that fits what somebody wants to do: registering an address, a residence "
        "card, family reunification, nationality, a foreign document, a driving licence, a first tax return and more. "
        "Ranked, with why each was found; where no procedure fits, a route to the document of that name (kind path). "
        "Begin here. `fits: false` means that the library has nothing on it: say so plainly "
        f"and read `{FALLBACK_SKILL}`. Statuses: stable and beta were confirmed by others, alpha by nobody yet."
    ),
    work=_find_skill,
    properties=_PROPERTIES,
    required=("query",),
    output=_OUTPUT,
    aliases=_ASKED_AS,
)
SEARCH_CORPUS: Final = Tool(
    name="search_corpus",
    title="Search procedures, paths and documents",
    about=(
        "Searches everything: procedures (skill), routes to a document or tool (path), and the pages about how this works "
        "(doc). Use find_skill for a person's question, and this one for a document's name or a page."
    ),
    work=_search,
    properties={
        **_PROPERTIES,
        "kind": some_of(_KINDS, "Only these kinds; all when left out."),
    },
    required=("query",),
    output=_OUTPUT,
    aliases=_ASKED_AS,
)
