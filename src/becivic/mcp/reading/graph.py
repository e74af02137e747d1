"""get_skill_graph: which procedures there are and what comes before what, as the API has it (architecture 24.2; S64)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from becivic.mcp.arguments import pairs
from becivic.mcp.asking import Answered, Question
from becivic.mcp.reading.paging import page
from becivic.mcp.told import Told, of_argument
from becivic.mcp.tool import TEXT, Arguments, Tool, giving, number, one_of, some_of, text
from becivic.mcp.visit import Visit
from becivic.rendering.plain import in_markdown
from becivic.rules.reading import CUSTOMER_LOCALES, GRAPH_SHOWN, GRAPH_STATUSES, PAGE_MOST
from becivic.rules.skills import Domain

ROUTE: Final = "/api/skill-graph"
_STATUSES: Final = tuple(status.value for status in GRAPH_STATUSES)
_PROFILE: Final = "profile_match"
_NOT_PASSED_ON: Final = f"`{_PROFILE}` narrows nothing, and what stands in it was not passed on: compare on the person's own side."


async def _get_skill_graph(visit: Visit, arguments: Arguments) -> Told:
    """That there is a profile is passed on, what stands in it is not: it narrows nothing, and an address is remembered."""
    known = {**arguments, **({_PROFILE: {}} if _PROFILE in arguments else {})}
    asked = {("after" if name == "cursor" else name): value for name, value in known.items()}
    question, answer = await page(
        visit, Question(ROUTE, tuple(pairs(asked))), lambda said: len(said["nodes"])
    )
    told = visit.made(question, answer, lambda found: _told(visit, question, found))
    return told.noting([_NOT_PASSED_ON] if _PROFILE in arguments else [])


def _told(visit: Visit, question: Question, answer: Answered) -> Told:
    if not answer.is_good:
        return of_argument(answer, visit.commit)
    said = answer.json()
    names = [node["id"] for node in said["nodes"]]
    return Told(
        structured=said,
        text="\n".join(_lines(visit, said)),
        provenance=visit.over("skill", names),
        source=question.address,
    )


def _lines(visit: Visit, said: Mapping[str, Any]) -> Iterator[str]:
    shown = ", ".join(said["filters_applied"]["status"])
    yield f"{len(said['nodes'])} procedures ({shown}), as of {said['generated_at']}."
    others = _others(visit, said)
    if others:
        yield f"Not shown: {others}. Ask with `status` to see them."
    yield ""
    for node in said["nodes"]:
        yield from _node(node, [edge for edge in said["edges"] if edge["from"] == node["id"]])
    if "next" in said:
        yield f"\nThere is more: ask again with cursor `{said['next']}`."


def _others(visit: Visit, said: Mapping[str, Any]) -> str:
    """How many are at a status that was not asked for: an empty graph must not look like an empty library."""
    counts = {status: 0 for status in _STATUSES if status not in said["filters_applied"]["status"]}
    shown = {node["id"] for node in said["nodes"]}
    for name, skill in visit.corpus.skills.items():
        if str(skill.status) in counts and name not in shown:
            counts[str(skill.status)] += 1
    return ", ".join(f"{count} at {status}" for status, count in counts.items() if count)


def _node(node: Mapping[str, Any], edges: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    yield f"- **{in_markdown(node['title'])}** `{node['id']}` ({node['status']}, {node['applies_to']})"
    if node.get("summary"):
        yield f"  {in_markdown(node['summary'])}"
    required = [_condition(edge) for edge in edges if edge["type"] == "requires"]
    for words, named in (
        ("First", [f"`{each}`" for each in node["prerequisites"]]),
        ("Rests on", required),
        ("Beside it", [f"`{each}`" for each in node["related"]]),
    ):
        if named:
            yield f"  {words}: {', '.join(named)}"


def _condition(edge: Mapping[str, Any]) -> str:
    return f"`{edge['to']}`" + (" (in some cases)" if "conditional" in edge else "")


GET_SKILL_GRAPH: Final = Tool(
    name="get_skill_graph",
    title="List procedures and how they belong together",
    about=(
        "The graph of procedures: nodes with status, area, tags and the profile fields each needs; edges say what must be done "
        f"first (prerequisites), what it rests on (requires; `conditional` for some cases) and what lies beside (related). Only {' and '.join(GRAPH_SHOWN)} unless `status` says otherwise: "
        "alpha and draft want the person's consent first. The fallback is always in it. For a question, find_skill is better."
    ),
    work=_get_skill_graph,
    properties={
        "applies_to": some_of(tuple(Domain), "Only these areas; all when left out."),
        "status": some_of(_STATUSES, f"Only these statuses; {' and '.join(GRAPH_SHOWN)} when left out."),
        "customer_locale": one_of(CUSTOMER_LOCALES, "The person's language. It is told back; nothing differs by it yet."),
        _PROFILE: {
            "type": "object",
            "description": "A part of a profile. It narrows nothing and is kept nowhere: better not sent at all.",
        },
        "limit": number(PAGE_MOST, "How many nodes at most; as many as fit when left out."),
        "cursor": text("Where to go on: `next` of the answer before.", maxLength=200),
    },
    output=giving(
        "generated_at", "filters_applied", "nodes", "edges",
        generated_at=TEXT,
        filters_applied={"type": "object"},
        nodes={"type": "array", "items": {"type": "object"}},
        edges={"type": "array", "items": {"type": "object"}},
        next=text("The cursor of the next page; absent at the end."),
    ),
    aliases={
        "domain": "applies_to", "area": "applies_to", "category": "applies_to", "statuses": "status", "locale": "customer_locale",
        "language": "customer_locale", "profile": _PROFILE, "after": "cursor", "next": "cursor", "max_results": "limit",
    },
)  # fmt: skip
