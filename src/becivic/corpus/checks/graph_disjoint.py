"""What a skill requires is named once: as a skill or as a path, and once per selection (schemas 6.1; R-GRAPH-05)."""

from __future__ import annotations

import json
from collections.abc import Iterator

from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.corpus.graph import Edge
from becivic.corpus.skill import Skill


@rule("graph-disjoint", "nothing is required twice", section="schemas 6.1")
def check(context: Context) -> Iterator[Problem]:
    graph = context.corpus.graph
    for skill in context.skills:
        skills, paths = graph.requires[skill.id], graph.requires_paths[skill.id]
        names = {edge.target for edge in skills}
        for edge in paths:
            if edge.target in names:
                yield Problem(
                    skill.field_place(edge.fields.at("id")),
                    f"`{edge.target}` is required both as a skill and as a path",
                    "Keep the entry in the array of what it is, and remove the other.",
                )
        yield from _repeated(skill, skills)
        yield from _repeated(skill, paths)


def _repeated(skill: Skill, edges: tuple[Edge, ...]) -> Iterator[Problem]:
    if len({edge.target for edge in edges}) == len(edges):
        return
    seen: set[tuple[str, str]] = set()
    for edge in edges:
        key = edge.target, _selection(edge)
        if key in seen:
            yield Problem(
                skill.field_place(edge.fields.at("id")),
                f"`{edge.target}` is required twice for the same selection",
                "Remove one of the two, or let their selects_on differ.",
            )
        seen.add(key)


def _selection(edge: Edge) -> str:
    """What an edge selects on, whatever the order it is written in."""
    chosen = edge.fields.child("selects_on")
    return json.dumps({key: sorted(value for value, _ in chosen.texts(key)) for key in sorted(chosen.data)})
