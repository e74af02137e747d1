"""How a procedure is set on paper: as large as two sheets allow, and with more than the checklist where there is room for more.

Paper cannot be measured from here, so letters are counted; a browser prints every procedure of the library in a test.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from becivic.corpus.body import Body
from becivic.corpus.skill import Skill
from becivic.rendering.citations import Note
from becivic.rules.skills import Section
from becivic.site.pages.skill_facts import Fact
from becivic.site.pages.skill_needs import Need

_LEFT_OUT: Final = frozenset({Section.BASIS, Section.OBSERVATIONS, Section.REQUESTS})
"""What is read on the site alone."""
_HEAD: Final = 700
"""Letters of what stands on every sheet: notice, headings, address."""
_NEED: Final = 60
"""Letters of what is said beside each thing to bring."""
_SIZES: Final = (("", 10_140), ("print-long", 11_400), ("print-longer", 13_000), ("print-longest", 15_000))
"""Classes of the style sheet, and the letters for which two sheets have room when set so."""


@dataclass(frozen=True, slots=True)
class Sheets:
    size: str = ""
    has_cases: bool = True
    """Whether the cases are printed; where they are not, it is said where they stand."""
    has_titles: bool = True
    """Whether each source is printed with its title, or only the sites."""

    @property
    def classes(self) -> str:
        told = (self.size, "print-cases" * self.has_cases, "print-titles" * self.has_titles)
        return "".join(f" {each}" for each in told if each)


def sheets(skill: Skill, facts: Iterable[Fact], needs: Iterable[Need], notes: Iterable[Note]) -> Sheets:
    letters = _letters(skill.body)
    cases = letters.pop(Section.BRANCHING, 0)
    head = _HEAD + len(skill.title) + len(skill.fields.text("summary"))
    said = sum(len(line.said.text) for fact in facts for line in fact.lines)
    brought = sum(len(each.title.text) + len(each.notes) + _NEED for each in needs)
    base = head + said + brought + sum(count for title, count in letters.items() if title not in _LEFT_OUT)
    titles = sum(len(note.row.title) for note in notes)
    size, room = next((each for each in _SIZES if base <= each[1]), _SIZES[-1])
    has_cases = base + cases <= room
    return Sheets(size, has_cases, base + cases * has_cases + titles <= room)


def _letters(body: Body) -> dict[str, int]:
    """By the title of a section: how much of it is read, what its tags say to machines left out."""
    starts = [section.start for section in body.sections]
    counts = [end - start for start, end in zip(starts, [*starts[1:], len(body.text)], strict=True)]
    spared = [(each.start, each.end - each.start - len(body.inner(each))) for each in body.citations]
    spared += [(token.start, len(token.name)) for token in body.brackets]
    for start, letters in spared:
        place = bisect_right(starts, start) - 1
        if place >= 0:
            counts[place] -= letters
    told: dict[str, int] = {}
    for section, count in zip(body.sections, counts, strict=True):
        told[section.title] = told.get(section.title, 0) + count
    return told
