"""The community's observations have one place, and nothing else stands there (schemas 6.1, 6.10; R-BODY-05, R-TAG-04)."""

from __future__ import annotations

from collections.abc import Iterator

from becivic.corpus.body import Element, Sectioned
from becivic.corpus.checks.rule import Context, Problem, body_rule
from becivic.corpus.skill import Skill
from becivic.rules.skills import Section
from becivic.rules.statuses import Status
from becivic.rules.tags import Tag


@body_rule(
    "body-observations", "one <Observations> of the skill itself, in its section", section="schemas 6.1"
)
def check(context: Context) -> Iterator[Problem]:
    for skill in context.skills:
        section = skill.body.section(Section.OBSERVATIONS)
        start, end = (section.content, section.end) if section else (0, 0)
        tags = skill.body.named(Tag.OBSERVATIONS)
        yield from _elsewhere(skill, [tag for tag in tags if not start <= tag.start < end])
        yield from _of_another(skill, tags)
        if section is not None:
            yield from _section(skill, section, [tag for tag in tags if start <= tag.start < end])


def _elsewhere(skill: Skill, tags: list[Element]) -> Iterator[Problem]:
    for tag in tags:
        yield Problem(
            skill.body_place(tag.start),
            f"<{Tag.OBSERVATIONS}> stands outside its section",
            f"Keep it under `## {Section.OBSERVATIONS}` only.",
        )


def _of_another(skill: Skill, tags: list[Element]) -> Iterator[Problem]:
    for tag in tags:
        if (named := tag.get("skill")) and named != skill.id:
            yield Problem(
                skill.body_place(tag.at("skill")),
                f"<{Tag.OBSERVATIONS}> asks for the observations of another skill",
                f'Write <{Tag.OBSERVATIONS} skill="{skill.id}" />.',
            )


def _section(skill: Skill, section: Sectioned, tags: list[Element]) -> Iterator[Problem]:
    if not tags and skill.status is not Status.DRAFT:
        yield Problem(
            skill.body_place(section.start),
            f"the section `{section.title}` has no <{Tag.OBSERVATIONS}>",
            f'Write <{Tag.OBSERVATIONS} skill="{skill.id}" /> and nothing else below the heading.',
        )
    for repeated in tags[1:]:
        yield Problem(
            skill.body_place(repeated.start),
            f"<{Tag.OBSERVATIONS}> is there more than once",
            "Keep the first one only.",
        )
    stray = _first_stray(skill.body.text, section, tags)
    if stray is not None:
        yield Problem(
            skill.body_place(stray),
            f"something else than <{Tag.OBSERVATIONS}> stands in the section `{section.title}`",
            f"Move it to `## {Section.SURPRISES}`, or remove it.",
        )


def _first_stray(text: str, section: Sectioned, tags: list[Element]) -> int | None:
    position = section.content
    for start, end in [*((tag.start, tag.end) for tag in tags), (section.end, section.end)]:
        between = text[position:start]
        if between.strip():
            return position + len(between) - len(between.lstrip())
        position = end
    return None
