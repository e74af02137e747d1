"""Every `<Skill id>` names a skill of the corpus (schemas 6.10; R-TAG-06)."""

from __future__ import annotations

from collections.abc import Iterator

from becivic.corpus.checks.rule import Context, Problem, body_rule
from becivic.corpus.load import CANONICAL
from becivic.rules.tags import Tag


@body_rule("unresolved-skill", "every <Skill id> resolves to a skill", section="schemas 6.10")
def check(context: Context) -> Iterator[Problem]:
    known, files = context.corpus.skills, context.corpus.files
    for skill in context.skills:
        for element in skill.body.named(Tag.SKILL):
            target = element.get("id")
            # A skill that is there but cannot be read has been reported already.
            if target and target not in known and f"skills/{target}/{CANONICAL}" not in files:
                yield Problem(
                    skill.body_place(element.start),
                    f"unresolved_skill: no skill `{target}` in the corpus",
                    f"Correct the id, or add skills/{target}/{CANONICAL} first.",
                )
