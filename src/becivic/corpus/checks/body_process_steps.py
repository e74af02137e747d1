"""The process is a list of numbered steps, counted from 1 (schemas 6.1; R-BODY-03)."""

from __future__ import annotations

from collections.abc import Iterator

from becivic.corpus.body import Item
from becivic.corpus.checks.rule import Context, Problem, body_rule
from becivic.corpus.skill import Skill
from becivic.rules.skills import Section
from becivic.rules.statuses import Status


@body_rule("body-process-steps", "the process consists of numbered steps", section="schemas 6.1")
def check(context: Context) -> Iterator[Problem]:
    for skill in context.skills:
        section = skill.body.section(Section.PROCESS)
        if section is None or skill.status is Status.DRAFT:
            continue
        items = skill.body.items(section)
        if not items:
            yield Problem(
                skill.body_place(section.start),
                f"the section `{Section.PROCESS}` has no steps",
                "Write what is done as a numbered list.",
            )
        yield from _bullets(skill, items)
        yield from _miscounted(
            skill, [(item.start, item.number) for item in items if item.number is not None]
        )


def _bullets(skill: Skill, items: list[Item]) -> Iterator[Problem]:
    for item in items:
        if item.number is None:
            yield Problem(
                skill.body_place(item.start),
                "a step of the process has no number",
                "Number it, or indent it by three spaces to put it under the step above.",
            )


def _miscounted(skill: Skill, steps: list[tuple[int, int]]) -> Iterator[Problem]:
    """Markdown counts for the author: a list of ones is in order as well."""
    if all(number == 1 for _, number in steps):
        return
    expected = 1
    for start, number in steps:
        if number != expected:
            yield Problem(
                skill.body_place(start),
                f"a step is numbered {number} where {expected} should follow",
                "Count the steps from 1, one by one.",
            )
        expected = number + 1
