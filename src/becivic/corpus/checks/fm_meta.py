"""Meta-skills are seeded by the maintainer at stable, and only they belong to the meta area (architecture 17;
C-74; R-FM-21). A maintainer may still end one."""

from __future__ import annotations

from collections.abc import Iterator

from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.corpus.skill import Skill
from becivic.rules.skills import META_CATEGORY, Domain
from becivic.rules.statuses import Origin, Status


@rule("fm-meta", "meta-skills are stable and Be Civic's own", section="architecture 17")
def check(context: Context) -> Iterator[Problem]:
    for skill in context.skills:
        if skill.is_meta:
            yield from _meta_problems(skill)
        elif skill.fields.text("domain") == Domain.META:
            yield Problem(
                skill.field_place("domain"),
                "the area `meta` belongs to meta-skills alone",
                f"Name the area of life the procedure belongs to, or give it the category {META_CATEGORY}.",
            )


def _meta_problems(skill: Skill) -> Iterator[Problem]:
    if skill.status is not None and skill.status is not Status.STABLE and not skill.status.is_terminal:
        yield Problem(
            skill.field_place("status"),
            f"a meta-skill is at `{skill.status}`; meta-skills do not go through consensus",
            f"Set the status to {Status.STABLE}, or give the skill another category.",
        )
    if skill.fields.text("origin") == Origin.COMMUNITY:
        yield Problem(
            skill.field_place("origin"),
            "a meta-skill comes from the community",
            f"Set the origin to {Origin.BE_CIVIC}; only the maintainer writes meta-skills.",
        )
    if "domain" in skill.fields and skill.fields.text("domain") != Domain.META:
        yield Problem(
            skill.field_place("domain"),
            "a meta-skill belongs to another area than `meta`",
            f"Set the domain to {Domain.META}, or leave it away.",
        )
