"""Owns the copy of the library on this machine: the graph, the path directory and the skills that were read.

Each is asked for over MCP where the host has it, then over HTTP, then as the plain web page; where no server answers,
the copy of last time serves, and says how old it is (architecture 24.2, 24.4.1; R-HARN-04, -10).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import timedelta
from typing import Any, Final, NamedTuple, TypeVar

from becivic_harness import files, stamps
from becivic_harness.fallback import FALLBACK
from becivic_harness.frontmatter import parse
from becivic_harness.here import Here
from becivic_harness.home import is_name, named
from becivic_harness.json_values import objects_at
from becivic_harness.profile_file import may_keep_notes
from becivic_harness.refusals import NOT_REACHED, Refused
from becivic_harness.topics import is_impersonal
from becivic_harness.wire import Answer, Unreachable, get, post

GRAPH: Final = "skill-graph.json"
PATHS: Final = "paths.json"
STATUSES: Final = ("draft", "alpha", "beta", "stable")
OLDEST: Final = timedelta(days=30)
"""A cached skill is not read out after that unless it was fetched again (R-MEM-09)."""
FRESH: Final = timedelta(days=1)
_MOST_PAGES: Final = 40
_PULLED: Final = 410


class Got(NamedTuple):
    """A document, by which way it came, and how old it is."""

    document: dict[str, Any]
    via: str
    fetched_at: str

    def told(self) -> dict[str, Any]:
        return {"via": self.via, "fetched_at": self.fetched_at}


_Kind = TypeVar("_Kind", "dict[str, Any]", "list[Any]")
Way = tuple[str, Callable[[Here], dict[str, Any]]]


def graph(here: Here, *, mcp: bool = False) -> Got | None:
    ways: list[Way] = [("http", _graph_http), ("web", _graph_web)]
    return _fetched(here, GRAPH, [("mcp", _graph_mcp), *ways] if mcp else ways)


def directory(here: Here, *, mcp: bool = False) -> Got | None:
    ways: list[Way] = [("http", _paths_http), ("web", _paths_web)]
    return _fetched(here, PATHS, [("mcp", _paths_mcp), *ways] if mcp else ways)


def cached(here: Here, name: str) -> Got | None:
    """What was fetched last, without asking anybody. A copy that was spoiled since is as good as none."""
    kept = files.read_json(here.home.cached(name)) or {}
    document = _sound(kept.get("document"))
    return Got(document, "cache", str(kept.get("fetched_at", ""))) if _fits(name, document) else None


def known_graph(here: Here) -> dict[str, Any]:
    """The copy, or what the server says now where there is no copy yet; empty where there is neither."""
    found = cached(here, GRAPH) or graph(here)
    return found.document if found else {"nodes": [], "edges": []}


def known_paths(here: Here) -> dict[str, Any]:
    found = cached(here, PATHS) or directory(here)
    paths = found.document.get("paths") if found else None
    return paths if isinstance(paths, dict) else {}


def path_standing(here: Here, path_id: str) -> list[dict[str, Any]]:
    """How the votes on each source of a listed path stand; empty where no server answers."""
    try:
        return objects_at(_good(get(here, f"/api/paths/{path_id}")), "standing")
    except Unreachable:
        return []


def is_fresh(here: Here, fetched_at: str) -> bool:
    """Whether a copy of that time may still call something unknown. One out of the future tells nobody how old it is."""
    age = stamps.age_of(fetched_at, here.now)
    return age is not None and abs(age) < FRESH


def skill(here: Here, skill_id: str) -> tuple[str, str, str]:
    """A skill's text, by which way, and when it was fetched. A cached one is the published text, letter for letter."""
    path = here.home.skill(skill_id)
    _refuse_made_up(here, skill_id)
    try:
        answer = get(here, f"/skills/{skill_id}.md", Accept="text/markdown")
        if answer.status == _PULLED:
            _drop(here, _stamp_of(path))
        text = _published(answer, skill_id)
    except Unreachable:
        return _skill_from_cache(here, skill_id)
    if may_keep_notes(here):  # what somebody read says something about them
        with suppress(Refused):
            files.write(path, text)
            files.write(_stamp_of(path), here.stamp + "\n")
    _fields(here, skill_id)
    return text, "web", here.stamp


def _published(answer: Answer, skill_id: str) -> str:
    """The text, where it is the procedure's. A page that stands in the server's place is no answer at all."""
    if answer.status in (404, _PULLED):
        raise Refused(
            "no_skill" if answer.status == 404 else "skill_pulled",
            "There is no such procedure."
            if answer.status == 404
            else "The procedure was pulled; do not follow it, from a copy either.",
            "`route` finds what there is.",
        )
    text = answer.body.decode("utf-8", "replace")
    # by its own head rather than by the type it came as: a plain web server may call a page anything
    if not answer.is_good or parse(text).head.get("id") != skill_id:
        raise Unreachable("what answered is not the procedure")
    return text


def _drop(here: Here, path: str) -> None:
    """Of what was pulled no copy is relied on. A text without its time is read out no more, and shows that it was read here:
    a note on it can still be filed."""
    if here.home.exists:
        with suppress(Refused):
            files.remove(path)


def keep_at_hand(here: Here, skill_ids: Iterable[str]) -> None:
    """Copies of the procedures that somebody is in the middle of, for the day without a network (privacy 8.7.2.1)."""
    for skill_id in skill_ids:
        with suppress(Refused):
            skill(here, skill_id)


def _refuse_made_up(here: Here, skill_id: str) -> None:
    """An id goes into an address that others log. One that may hold personal data is looked up in the list of the library
    first: the request for the list does not contain the id, so an id of a law passes and a typed personal number stays here."""
    found = cached(here, GRAPH)
    if found is None and not is_impersonal(here, skill_id):
        found = graph(here)
        if found is None:
            raise Refused(
                "not_reached",
                "The id holds digits or a word that may be personal, and the list of procedures that shows whether it is"
                " an id of the library was not reached. The id was not sent.",
                "Try again with a network, or find the procedure with `route`.",
                code=NOT_REACHED,
            )
    if found is not None and all(node["id"] != skill_id for node in found.document["nodes"]):
        raise Refused("no_skill", "There is no such procedure.", "`route` finds what there is.")


class Copy(NamedTuple):
    """The text of a skill as it lies here, and when it was fetched; empty where nobody can tell."""

    text: str
    fetched_at: str


def copy_of(here: Here, skill_id: str) -> Copy | None:
    path = here.home.skill(skill_id)
    text = files.read_text(path)
    return None if text is None else Copy(text, (files.read_text(_stamp_of(path)) or "").strip())


def _stamp_of(path: str) -> str:
    return os.path.join(os.path.dirname(path), ".cached-at")


def _skill_from_cache(here: Here, skill_id: str) -> tuple[str, str, str]:
    copy = copy_of(here, skill_id)
    age = stamps.age_of(copy.fetched_at, here.now) if copy else None
    if copy is None or age is None:
        raise Refused(
            "not_reached",
            "The server was not reached and there is no copy of this procedure on this machine.",
            "Try again with a network; meanwhile say openly that the procedure cannot be read.",
            code=NOT_REACHED,
        )
    if age > OLDEST:
        raise Refused(
            "copy_too_old",
            f"The server was not reached, and the copy is {age.days} days old: too old to be relied on.",
            "Try again with a network. Procedures change; do not quote this copy.",
            code=NOT_REACHED,
        )
    return copy.text, "cache", copy.fetched_at


def _fetched(here: Here, name: str, ways: Sequence[Way]) -> Got | None:
    """By the first way that gives something usable; kept for the day when none does."""
    for via, fetch in ways:
        try:
            document = _sound(fetch(here))
        except Unreachable:
            continue
        if _fits(name, document):
            got = Got(document, via, here.stamp)
            if may_keep_notes(here):
                kept = {"fetched_at": got.fetched_at, "via": via, "document": document}
                with suppress(Refused):  # a full disk is no reason to help nobody
                    files.write(here.home.cached(name), files.as_line(kept))
            return got
    return cached(here, name)


def _sound(document: object) -> dict[str, Any]:
    """Without entries that are none: what a server says is data, and nothing in it may stop anybody."""
    now = dict(document) if isinstance(document, dict) else {}
    nodes, paths = now.get("nodes"), now.get("paths")
    if isinstance(nodes, list):
        now["nodes"] = [each for each in nodes if isinstance(each, dict) and isinstance(each.get("id"), str)]
    if isinstance(paths, dict):
        now["paths"] = {key: each for key, each in paths.items() if _is_path(key, each)}
    return now


def _is_path(key: str, entry: object) -> bool:
    if not isinstance(entry, dict) or entry.get("id") != key or not isinstance(entry.get("sources"), list):
        return False
    objects = all(isinstance(each, dict) for each in entry["sources"])
    return objects and isinstance(entry.get("applies_to", {}), dict)


def _fits(name: str, document: dict[str, Any]) -> bool:
    """Whether a sound document is what it should be. Every graph has the fallback in it: what has not is no graph of ours."""
    if name == GRAPH:
        nodes = document.get("nodes")
        return isinstance(nodes, list) and any(node["id"] == FALLBACK for node in nodes)
    if name == PATHS:
        return isinstance(document.get("paths"), dict) and bool(document["paths"])
    said = document.get("id")
    return isinstance(said, str) and is_name(said) and _skill_file(said) == name


def _skill_file(skill_id: str) -> str:
    """Where the fields of a skill are kept."""
    return f"skill-{named(skill_id)}.json"


def _good(answer: Answer) -> dict[str, Any]:
    if not answer.is_good:
        raise Unreachable(f"the server has nothing under that address ({answer.status})")
    return answer.json()


def _graph_http(here: Here) -> dict[str, Any]:
    return _good(get(here, "/api/skill-graph", {"status": STATUSES}))


def _graph_web(here: Here) -> dict[str, Any]:
    """Of the plain files: the list of skills. Routing can be done by titles; what leads where is not in it."""
    skills = objects_at(_good(get(here, "/skills/index.json")), "skills")
    told = ("id", "title", "summary", "status")
    return {"nodes": [{key: each[key] for key in told if key in each} for each in skills], "edges": []}


def _paths_http(here: Here) -> dict[str, Any]:
    return _good(get(here, "/api/paths"))


def _paths_web(here: Here) -> dict[str, Any]:
    return _good(get(here, "/paths/index.json"))


def _graph_mcp(here: Here) -> dict[str, Any]:
    """All pages of the tool's answer, put together."""
    whole: dict[str, Any] = {"nodes": [], "edges": []}
    cursor: str | None = None
    for _ in range(_MOST_PAGES):
        page = _tool(
            here, "get_skill_graph", {"status": list(STATUSES), **({"cursor": cursor} if cursor else {})}
        )
        whole = {
            **page,
            "nodes": [*whole["nodes"], *_part(page, "nodes", list)],
            "edges": [*whole["edges"], *_part(page, "edges", list)],
        }
        cursor = page.get("next")
        if not cursor:
            whole.pop("next", None)
            return whole
    raise Unreachable("the graph has no end")


def _paths_mcp(here: Here) -> dict[str, Any]:
    """Over MCP the directory comes in short; entries are then read one by one, those that changed alone."""
    kept = cached(here, PATHS)
    had = kept.document.get("paths", {}) if kept else {}
    paths: dict[str, Any] = {}
    cursor: str | None = None
    for _ in range(_MOST_PAGES):
        page = _tool(here, "get_path_directory", {"cursor": cursor} if cursor else {})
        listed = _part(page, "paths", dict)
        for key in listed:
            same, short = had.get(key), _part(listed, key, dict)
            is_same = same and all(
                same.get(name) == short.get(name) for name in ("version", "status", "last_verified")
            )
            paths[key] = same if is_same else _tool(here, "get_path_directory", {"path_id": key})
        cursor = page.get("next")
        if not cursor:
            return {"paths": paths}
    raise Unreachable("the directory has no end")


def _part(page: dict[str, Any], name: str, kind: type[_Kind]) -> _Kind:
    found = page.get(name)
    return found if isinstance(found, kind) else kind()


def _tool(here: Here, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    call = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": name, "arguments": arguments},
    }
    answer = post(
        here,
        "/mcp",
        call,
        Accept="application/json, text/event-stream",
        **{"MCP-Protocol-Version": "2025-11-25"},
    )
    result = _good(answer).get("result")
    said = result.get("structuredContent") if isinstance(result, dict) and not result.get("isError") else None
    if not isinstance(said, dict):
        raise Unreachable("the tool gave no answer")
    return said


def skill_fields(here: Here, skill_id: str) -> dict[str, Any] | None:
    """The fields of a skill as the API tells them; those of last time where no server answers, None where there are none."""
    named(skill_id)
    _refuse_made_up(here, skill_id)
    return _fields(here, skill_id)


def _fields(here: Here, skill_id: str) -> dict[str, Any] | None:
    name = _skill_file(skill_id)

    def ask(here: Here) -> dict[str, Any]:
        answer = get(here, f"/api/skills/{skill_id}")
        if answer.status == _PULLED:
            _drop(here, here.home.cached(name))
        said = _good(answer)
        return {key: value for key, value in said.items() if key not in ("body", "html")}

    found = _fetched(here, name, [("http", ask)])
    if found is None:
        return None
    age = stamps.age_of(found.fetched_at, here.now)
    return found.document if age is not None and age <= OLDEST else None


def cached_fields(here: Here, skill_id: str) -> Got | None:
    """As they were fetched last, without asking anybody."""
    return cached(here, _skill_file(skill_id))


def lacking(here: Here, skill_id: str, capabilities: Sequence[str]) -> list[str]:
    """What a skill asks of an agent and this one did not declare, as far as its copy tells."""
    found = cached_fields(here, skill_id)
    asked = found.document.get("requires_capabilities") if found else None
    return [str(each) for each in asked if each not in capabilities] if isinstance(asked, list) else []
