"""Freshness is explicit and claims have a source (architecture 3.1, 3.2; schemas 6.1; R-FM-12, R-FM-19,
R-PRIN-01, R-PRIN-02). Skeletons and meta-skills need neither."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from becivic.corpus.checks.rule import Context, Problem, body_rule
from becivic.corpus.findings import Severity
from becivic.corpus.skill import Skill
from becivic.rules.identifiers import DATE, is_calendar_day, matches
from becivic.rules.tags import Tag

_DAYS: Final = ("last_verified", "walked_at")


@body_rule(
    "fm-verified", "published procedures say when they were verified and cite a source", section="schemas 6.1"
)
def check(context: Context) -> Iterator[Problem]:
    for skill in context.skills:
        yield from _impossible_days(skill)
        if skill.is_procedure and skill.status is not None and skill.status.is_published:
            yield from _missing(skill)


def _impossible_days(skill: Skill) -> Iterator[Problem]:
    for name in _DAYS:
        day = skill.fields.text(name)
        if day and not is_calendar_day(day) and matches(DATE, day):
            yield Problem(
                skill.field_place(name),
                f"{name} is a day that does not exist",
                "Write a day of the calendar as YYYY-MM-DD.",
            )


def _missing(skill: Skill) -> Iterator[Problem]:
    if "last_verified" not in skill.fields:
        yield Problem(
            skill.field_place("status"),
            f"a skill at `{skill.status}` does not say when it was last verified",
            "Add last_verified with the day somebody last checked the procedure against its sources.",
        )
    if "verification_notes" not in skill.fields:
        yield Problem(
            skill.field_place("status"),
            f"a skill at `{skill.status}` does not say how it was verified",
            "Add verification_notes: what was checked, and against which source.",
            Severity.WARNING,
        )
    if not skill.body.named(Tag.REF):
        yield Problem(
            skill.body_place(0),
            f"a skill at `{skill.status}` cites no source",
            "Cite at least one authoritative source in the body with <Ref>.",
        )
