"""A tag in the body usually has its entry in the frontmatter (schemas 6.10; R-TAG-14, R-CI-29).

A warning only: naming a route in passing is allowed. What resolves to nothing is reported as that. A procedure that is
not needed but lies near is an entry too: `related` and `prerequisites` lead readers there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from becivic.corpus.checks.rule import Context, Problem, body_rule
from becivic.corpus.findings import Severity
from becivic.corpus.graph import Edge
from becivic.corpus.skill import Skill
from becivic.rules.tags import Tag

_FIELD: Final = {Tag.SKILL: "requires", Tag.PATH: "requires_paths"}
_NEAR: Final = ("related", "prerequisites")
_REMEDY: Final = {
    Tag.SKILL: "Add it to `requires` if the procedure depends on it, to `related` if it only lies near.",
    Tag.PATH: "Add it to `requires_paths` if the procedure uses it; leave it if it is named in passing.",
}


@body_rule(
    "inline-orphan",
    "a tag in the body has its entry in the frontmatter",
    section="schemas 6.10",
    severity=Severity.WARNING,
)
def check(context: Context) -> Iterator[Problem]:
    corpus = context.corpus
    skills, paths, graph = corpus.skills, corpus.paths.entries, corpus.graph
    for skill in context.skills:
        near = {name for field in _NEAR for name, _ in skill.fields.texts(field)}
        yield from _orphans(skill, Tag.SKILL, skills, near | _targets(graph.requires[skill.id]))
        yield from _orphans(skill, Tag.PATH, paths, _targets(graph.requires_paths[skill.id]))


def _targets(edges: tuple[Edge, ...]) -> set[str]:
    return {edge.target for edge in edges}


def _orphans(skill: Skill, tag: Tag, known: Mapping[str, object], declared: set[str]) -> Iterator[Problem]:
    for element in skill.body.named(tag):
        target = element.get("id") or ""
        if target in known and target not in declared:
            yield Problem(
                skill.body_place(element.start),
                f"inline_orphan: `{target}` is not among `{_FIELD[tag]}`",
                _REMEDY[tag],
            )
