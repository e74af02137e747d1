"""A volatile value is cited whole each time, never by a bracket (schemas 6.10; R-TAG-12)."""

from __future__ import annotations

from collections.abc import Iterator

from becivic.corpus.checks.rule import Context, Problem, body_rule
from becivic.corpus.seed import Catalogue
from becivic.corpus.skill import Skill
from becivic.corpus.tokens import Token
from becivic.rules.identifiers import UidPrefix, matches
from becivic.rules.tags import Tag


@body_rule("tag-vv-bracket", "no bracket stands for a volatile value", section="schemas 6.10")
def check(context: Context) -> Iterator[Problem]:
    for skill in context.skills:
        for bracket in _brackets_of_values(skill, context.catalogue):
            yield Problem(
                skill.body_place(bracket.start),
                f"`[{bracket.name}]` stands for a volatile value",
                "Write the whole <VV …>value</VV>, each time.",
            )


def _brackets_of_values(skill: Skill, catalogue: Catalogue) -> Iterator[Token]:
    brackets = list(skill.body.brackets)
    if not brackets:
        return
    references = {element.get("name") for element in skill.body.named(Tag.REF)}
    values = {element.get("name") for element in skill.body.named(Tag.VV)}
    for bracket in brackets:
        name = bracket.name
        if matches(UidPrefix.VOLATILE_VALUE.pattern, name) or (
            name not in references
            and (name in values or catalogue.named(UidPrefix.VOLATILE_VALUE, name) is not None)
        ):
            yield bracket
