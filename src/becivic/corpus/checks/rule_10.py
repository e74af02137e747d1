"""Rule 10: skeletons are Be Civic's own; what a community agent drafts starts at alpha (lifecycle 10.1; R-CI-11)."""

from __future__ import annotations

from collections.abc import Iterator

from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.rules.statuses import Origin, Status


@rule("rule-10", "only Be Civic's own skills are skeletons", section="lifecycle 10.1")
def check(context: Context) -> Iterator[Problem]:
    for skill in context.skills:
        if skill.status is Status.DRAFT and skill.fields.text("origin") == Origin.COMMUNITY:
            yield Problem(
                skill.field_place("origin"),
                f"a skill from the community is at `{Status.DRAFT}`, which is kept for skeletons",
                f"Publish the skill at {Status.ALPHA}, or keep it out of the corpus until it has a body.",
            )
