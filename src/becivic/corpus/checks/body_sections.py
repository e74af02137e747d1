"""A procedure has its seven sections in order; only the branching layer may be missing (schemas 6.1; R-BODY-01).

Skeletons and meta-skills may leave sections out and meta-skills may add some, but the order holds for all. The
retired "Verify with" is body-verify-with's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from becivic.corpus.body import Sectioned
from becivic.corpus.checks.rule import Context, Problem, body_rule
from becivic.corpus.skill import Skill
from becivic.rules.skills import RETIRED_SECTION, Section

_ORDER: Final = tuple(Section)
_BY_TITLE: Final = {section.value.casefold(): section for section in Section}
_RETIRED: Final = RETIRED_SECTION.casefold()
_WHOLE_ORDER: Final = ", ".join(Section)


@body_rule("body-sections", "a procedure has its sections, in order", section="schemas 6.1")
def check(context: Context) -> Iterator[Problem]:
    for skill in context.skills:
        yield from _titles(skill)
        placed: dict[Section, Sectioned] = {}
        for heading in skill.body.sections:
            yield from _place(skill, heading, placed)
        yield from _misplaced(skill, placed)
        if skill.is_procedure:
            yield from _missing(skill, placed)


def _titles(skill: Skill) -> Iterator[Problem]:
    for heading in skill.body.headings:
        if heading.level == 1:
            yield Problem(
                skill.body_place(heading.start),
                "the body has a heading of the first level, which is the title's",
                "Remove it: the title stands in the frontmatter.",
            )


def _place(skill: Skill, heading: Sectioned, placed: dict[Section, Sectioned]) -> Iterator[Problem]:
    folded = heading.title.casefold()
    section = _BY_TITLE.get(folded)
    if section is None:
        if skill.is_procedure and folded != _RETIRED:
            yield Problem(
                skill.body_place(heading.start),
                "the body has a section that procedures do not have",
                f"Make it a heading of the third level below one of these: {_WHOLE_ORDER}.",
            )
    elif section in placed:
        yield Problem(
            skill.body_place(heading.start),
            f"the section `{section}` is there twice",
            "Put both under the first of the two headings.",
        )
    else:
        placed[section] = heading
        if heading.title != section:
            yield Problem(
                skill.body_place(heading.start),
                f"the section `{section}` is spelt differently",
                f"Write the heading as `## {section}`.",
            )


def _misplaced(skill: Skill, placed: Mapping[Section, Sectioned]) -> Iterator[Problem]:
    found = [_ORDER.index(section) for section in placed]
    settled = _longest_rise(found)
    for index in found:
        if index not in settled:
            section = _ORDER[index]
            yield Problem(
                skill.body_place(placed[section].start),
                f"the section `{section}` stands out of order",
                f"Order the sections like this: {_WHOLE_ORDER}.",
            )


def _longest_rise(numbers: list[int]) -> tuple[int, ...]:
    """The most sections that are in order already: the fewest have to move."""
    chains: list[tuple[int, ...]] = [()]
    for number in numbers:
        longest = max((chain for chain in chains if not chain or chain[-1] < number), key=len)
        chains.append((*longest, number))
    return max(chains, key=len)


def _missing(skill: Skill, placed: Mapping[Section, Sectioned]) -> Iterator[Problem]:
    last = len(skill.body.text.rstrip())
    for index, section in enumerate(_ORDER):
        if section in placed or section.is_optional:
            continue
        following = next((placed[later].start for later in _ORDER[index + 1 :] if later in placed), last)
        yield Problem(
            skill.body_place(following),
            f"the section `{section}` is missing",
            f"Add `## {section}` in its place: {_WHOLE_ORDER}.",
        )
