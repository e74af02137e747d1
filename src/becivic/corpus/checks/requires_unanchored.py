"""What a skill requires fires somewhere in its body (schemas 6.10; R-TAG-14). Skeletons have no body yet."""

from __future__ import annotations

from collections.abc import Iterator

from becivic.corpus.checks.rule import Context, Problem, body_rule
from becivic.corpus.findings import Severity
from becivic.corpus.graph import Edge
from becivic.corpus.skill import Skill
from becivic.rules.statuses import Status
from becivic.rules.tags import Tag


@body_rule(
    "requires-unanchored",
    "what the frontmatter requires, the body anchors",
    section="schemas 6.10",
    severity=Severity.WARNING,
)
def check(context: Context) -> Iterator[Problem]:
    graph = context.corpus.graph
    for skill in context.skills:
        if skill.status is not Status.DRAFT:
            yield from _unanchored(skill, Tag.SKILL, graph.requires[skill.id])
            yield from _unanchored(skill, Tag.PATH, graph.requires_paths[skill.id])


def _unanchored(skill: Skill, tag: Tag, edges: tuple[Edge, ...]) -> Iterator[Problem]:
    if not edges:
        return
    anchored = {element.get("id") for element in skill.body.named(tag)}
    for edge in edges:
        if edge.target not in anchored:
            yield Problem(
                skill.field_place(edge.fields.at("id")),
                f"`{edge.target}` is required, but no <{tag}> in the body says where",
                f'Write <{tag} id="{edge.target}" /> at the step that needs it.',
            )
