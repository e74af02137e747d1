"""The routing floor is there and holds: the fallback skill, stable, in the domain `meta` (architecture 24.2, 24.8;
R-READ-04; C-74)."""

from __future__ import annotations

from collections.abc import Iterator

from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.corpus.findings import Place, Severity
from becivic.rules.skills import FALLBACK_SKILL, Domain
from becivic.rules.statuses import Status


@rule("graph-fallback", "the fallback skill exists and is stable", section="architecture 24.8")
def check(context: Context) -> Iterator[Problem]:
    if not context.corpus.knows_skill(FALLBACK_SKILL):
        yield Problem(
            Place("skills/"),
            f"there is no skill `{FALLBACK_SKILL}`, so a request that nothing fits ends nowhere",
            f"Add skills/{FALLBACK_SKILL}/canonical.md.",
            Severity.WARNING,
        )
        return
    skill = context.corpus.skills.get(FALLBACK_SKILL)
    if skill is None:
        return  # unreadable: the loader has said so
    for key, wanted, actual in (
        ("status", Status.STABLE.value, skill.status),
        ("domain", Domain.META.value, skill.fields.text("domain")),
    ):
        if actual != wanted:
            yield Problem(
                skill.field_place(key),
                f"the fallback skill's {key} is not `{wanted}`",
                f"Set {key} to {wanted}: every graph answer carries this skill.",
            )
