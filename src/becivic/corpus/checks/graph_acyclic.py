"""Skills form a graph without circles (schemas 6.1, 6.6; R-GRAPH-01, R-GRAPH-07).

A skill that requires itself is for graph-requires to report.
"""

from __future__ import annotations

from collections.abc import Iterator

from becivic.corpus.checks.rule import Context, Problem, rule


@rule("graph-acyclic", "no skill requires itself through others", section="schemas 6.6")
def check(context: Context) -> Iterator[Problem]:
    skills, graph = context.corpus.skills, context.corpus.graph
    for cycle in graph.cycles:
        if len(cycle) == 1:
            continue
        first, second = cycle[:2]
        edge = next(edge for edge in graph.requires[first] if edge.target == second)
        yield Problem(
            skills[first].field_place(edge.fields.at("id")),
            f"these skills require each other in a circle: {' > '.join([*cycle, first])}",
            "Remove one of these requirements, or move what they share to a skill of its own.",
        )
