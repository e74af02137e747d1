"""Prerequisites and related skills exist (architecture 24.2; design 7.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.rules.identifiers import KEBAB, matches

_NEIGHBOURS: Final = ("prerequisites", "related")


@rule("graph-neighbours", "prerequisites and related skills exist", section="architecture 24.2")
def check(context: Context) -> Iterator[Problem]:
    corpus = context.corpus
    known = corpus.skills
    for skill in context.skills:
        for key in _NEIGHBOURS:
            if key not in skill.fields:
                continue
            for target, pointer in skill.fields.texts(key):
                if target == skill.id:
                    yield Problem(
                        skill.field_place(pointer), f"`{key}` names the skill itself", "Remove the entry."
                    )
                elif target not in known and matches(KEBAB, target) and not corpus.knows_skill(target):
                    yield Problem(
                        skill.field_place(pointer),
                        f"`{key}` names `{target}`, and no such skill exists",
                        "Correct the id, or add the skill first.",
                    )
