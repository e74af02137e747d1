"""Owns guidance on this machine: which procedure, who is eligible, what comes when. Nothing about the person is sent for it.

The library is read from its copy or fetched as it is for everybody; the person's answers meet it here (R-PRED-05).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from becivic_harness import library, profile_file, progress, session_facts, topics
from becivic_harness.eligibility import Eligible, eligibility
from becivic_harness.here import Here
from becivic_harness.json_values import text_at
from becivic_harness.plan_parts import Done
from becivic_harness.planning import Plan, plan
from becivic_harness.refusals import NOT_REACHED, Refused
from becivic_harness.routed import Routed
from becivic_harness.routing import route

_MOST_SKILLS: Final = 40
"""Procedures that one plan may draw in: more is no plan."""


def routed(here: Here, task: str, *, opted_in: bool, profile: Mapping[str, Any] | None = None) -> Routed:
    graph = library.known_graph(here)
    if not graph.get("nodes"):
        raise Refused(
            "no_graph",
            "The list of procedures could not be fetched, and there is no copy of it on this machine.",
            "Ask the person to describe the task, and go by the procedures you know to be in Be Civic; say that it could not be looked up.",
            code=NOT_REACHED,
        )
    session = session_facts.known(here)
    return route(
        task,
        graph,
        profile_file.read(here) if profile is None else profile,
        opted_in=opted_in,
        active=[topic.id for topic in progress.active(here)],
        completed=progress.completed(here),
        agreed=session.opted_in if session else (),
        paths=library.known_paths(here),
    )


def eligible(here: Here, name: str, profile: Mapping[str, Any] | None = None) -> Eligible:
    """For a path or a procedure, by its id."""
    found = library.known_paths(here).get(name) or library.skill_fields(here, name)
    if found is None:
        raise Refused(
            "not_known",
            "Neither a path nor a procedure of that id is at hand.",
            "`route` finds procedures; the directory of paths is fetched by `session start`.",
        )
    return eligibility(found, profile_file.read(here) if profile is None else profile, here.today)


def planned(
    here: Here,
    skills: Sequence[str],
    profile: Mapping[str, Any] | None = None,
    answers: Mapping[str, Any] | None = None,
) -> Plan:
    """For the procedures that are named, else for all that are under way. `answers` to their questions are used and not kept."""
    wanted = list(skills) or [topic.id for topic in progress.active(here)]
    if not wanted:
        raise Refused(
            "nothing_to_plan",
            "No procedure is named and none is under way.",
            "Name one: `plan nationality-application`.",
        )
    fields: dict[str, Any] = {}
    graph, paths = library.known_graph(here), library.known_paths(here)
    made = None
    known = profile_file.read(here) if profile is None else profile
    missing = [each for each in wanted if ":" not in each]
    facts = {**(answers or {}), "deadlines": _days(here)}
    while missing and len(fields) < _MOST_SKILLS:
        found = {name: library.skill_fields(here, name) for name in missing[:_MOST_SKILLS]}
        fields.update({name: told for name, told in found.items() if told is not None})
        made = plan(wanted, graph, fields, paths, known, today=here.today, facts=facts, done=_done(here))
        missing = [
            name
            for name in made.not_at_hand
            if name not in found and name not in paths and name in _ids(graph)
        ]
        missing = [name for name in missing if name not in fields]
        if all(found[name] is None for name in found):
            break
    if made is None or not any(name in fields for name in wanted):
        raise Refused(
            "not_at_hand",
            "The procedure could not be fetched, and there is no copy of it on this machine.",
            "Try again with a network; `route` finds ids.",
            code=NOT_REACHED,
        )
    return made


def administration_language(here: Here, profile: Mapping[str, Any] | None = None) -> str:
    """What documents are asked for in; empty where the profile does not say."""
    return text_at(profile_file.read(here) if profile is None else profile, "administration_language")


def _ids(graph: Mapping[str, Any]) -> set[str]:
    return {str(node.get("id")) for node in graph.get("nodes", []) if isinstance(node, dict)}


def _days(here: Here) -> list[dict[str, Any]]:
    """Deadlines to the day, which only the open session knows, with what was kept of the letter they stand in."""
    session = session_facts.known(here)
    found = []
    for name, days in (session.days if session else {}).items():
        letter = topics.read(here, topics.DOCUMENT, name)
        if isinstance(days, dict) and days.get("deadline_date"):
            found.append({**(letter.head if letter else {}), "deadline_date": days["deadline_date"]})
    return found


def _done(here: Here) -> Done:
    """Procedures that were seen through, and documents that were obtained for those under way."""
    obtained = {
        str(each.get("path_id")): str(each.get("obtained_on", ""))[:7]
        for topic in topics.every(here)
        if topic.type == topics.PROGRESS
        for each in topic.head.get("obtained") or []
        if isinstance(each, dict)
    }
    return Done(skills=frozenset(progress.completed(here)), paths=obtained)
