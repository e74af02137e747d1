"""Every skill that is required exists and has not ended (schemas 6.1, 6.6; R-GRAPH-04, R-CI-07)."""

from __future__ import annotations

from collections.abc import Iterator

from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.corpus.graph import Edge
from becivic.corpus.load import Corpus
from becivic.rules.identifiers import KEBAB, matches


@rule("graph-requires", "every required skill exists and is live", section="schemas 6.6")
def check(context: Context) -> Iterator[Problem]:
    corpus = context.corpus
    for skill in context.skills:
        for edge in corpus.graph.requires[skill.id]:
            if fault := _fault(corpus, edge):
                yield Problem(skill.field_place(edge.fields.at("id")), *fault)


def _fault(corpus: Corpus, edge: Edge) -> tuple[str, str] | None:
    target = edge.target
    if target == edge.source:
        return "the skill requires itself", "Remove the entry."
    required = corpus.skills.get(target)
    if required is None:
        if corpus.knows_skill(target) or not matches(KEBAB, target):
            return None  # unreadable, or no id at all: the loader or the schema has said so
        return f"no skill `{target}` exists", "Correct the id, or add the skill first."
    if required.status is not None and required.status.is_terminal:
        successor = required.fields.text("superseded_by")
        remedy = (
            f"Require `{successor}` instead." if successor else "Remove the entry, or require a live skill."
        )
        return f"the required skill `{target}` is {required.status}", remedy
    return None
