"""Cohort statistics are worked out when a page is rendered, never authored (schemas 6.5; R-FM-15, R-CI-23)."""

from __future__ import annotations

from collections.abc import Iterator

from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.rules.skills import COMPUTED_FIELD


@rule("fm-cohort-stats", "frontmatter holds no cohort statistics", section="schemas 6.5")
def check(context: Context) -> Iterator[Problem]:
    for skill in context.skills:
        if COMPUTED_FIELD in skill.fields:
            yield Problem(
                skill.field_place(COMPUTED_FIELD),
                f"`{COMPUTED_FIELD}` is computed from validations and cannot be authored",
                "Remove the field; readers see the current figures in the observations block.",
            )
