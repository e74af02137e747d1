"""Rule 13: a first citation is a whole wrapper tag; a bracket only cites again
(lifecycle 10.1; schemas 6.10; R-CI-14, R-CI-33, R-TAG-10, R-TAG-11)."""

from __future__ import annotations

from collections.abc import Iterator

from becivic.corpus.brackets import first_references, is_reference
from becivic.corpus.checks.rule import Context, Problem, body_rule
from becivic.corpus.seed import Catalogue
from becivic.corpus.skill import Skill


@body_rule("rule-13", "a first citation is a whole wrapper tag", section="lifecycle 10.1")
def check(context: Context) -> Iterator[Problem]:
    for skill in context.skills:
        for element in skill.body.citations:
            if element.close is None:
                yield Problem(
                    skill.body_place(element.start),
                    f"<{element.name}> closes itself, so a reader sees nothing of it",
                    f"Write <{element.name} …>what a reader sees</{element.name}>.",
                )
        yield from _early_brackets(skill, context.catalogue)


def _early_brackets(skill: Skill, catalogue: Catalogue) -> Iterator[Problem]:
    brackets = list(skill.body.brackets)
    first = first_references(skill.body, catalogue) if brackets else {}
    for bracket in brackets:
        cited = first.get(bracket.name)
        if cited is None and is_reference(bracket.name, catalogue):
            yield Problem(
                skill.body_place(bracket.start),
                f"`[{bracket.name}]` cites a reference that this body has no <Ref> for",
                "Write the whole <Ref …>label</Ref> here.",
            )
        elif cited is not None and bracket.start < cited:
            yield Problem(
                skill.body_place(bracket.start),
                f"`[{bracket.name}]` stands before the <Ref> it points at",
                "Write the whole <Ref …>label</Ref> here and the bracket later.",
            )
