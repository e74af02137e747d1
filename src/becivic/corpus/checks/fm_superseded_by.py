"""A successor is named only by a skill that ended, and it exists and has not ended itself (schemas 6.1;
lifecycle 10.1; R-FM-06, R-CI-07)."""

from __future__ import annotations

from collections.abc import Iterator

from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.corpus.load import Corpus
from becivic.corpus.skill import Skill

_FIELD = "superseded_by"


@rule("fm-superseded-by", "superseded_by names a living successor", section="schemas 6.1")
def check(context: Context) -> Iterator[Problem]:
    for skill in context.skills:
        if _FIELD not in skill.fields:
            continue
        if skill.status is not None and not skill.status.is_terminal:
            yield Problem(
                skill.field_place(_FIELD),
                f"a skill at `{skill.status}` has no successor",
                "Remove superseded_by, or let a maintainer deprecate or quarantine the skill first.",
            )
        elif not skill.is_faulted(f"/{_FIELD}"):
            yield from _successor_problems(skill, context.corpus)


def _successor_problems(skill: Skill, corpus: Corpus) -> Iterator[Problem]:
    target = skill.fields.text(_FIELD)
    if target == skill.id:
        message = "a skill cannot supersede itself"
    elif not corpus.knows_skill(target):
        message = f"no skill `{target}` exists"
    elif (successor := corpus.skills.get(target)) and successor.status and successor.status.is_terminal:
        message = f"the successor `{target}` is {successor.status} itself"
    else:
        return
    yield Problem(skill.field_place(_FIELD), message, "Name the skill that people should use now.")
