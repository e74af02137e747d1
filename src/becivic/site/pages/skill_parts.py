"""The sections of a body in the order somebody at a counter needs them; what is no section of ours keeps its place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from becivic.rendering.bodies import RenderedBody, RenderedSection
from becivic.rendering.voice import Voice
from becivic.rules.skills import Section
from becivic.site.pages.skill_setting import typeset

_ORDER: Final = (
    Section.BRANCHING,
    Section.DOCUMENTS,
    Section.PROCESS,
    Section.SURPRISES,
    Section.OBSERVATIONS,
    Section.BASIS,
    Section.REQUESTS,
)
_BY_TITLE: Final = {section.value: section for section in _ORDER}


@dataclass(frozen=True, slots=True)
class Part:
    id: str
    title: str
    html: Markup
    section: Section | None = None
    """None for a section that only this skill has: its title is English."""

    @property
    def kind(self) -> str:
        return self.section.name.lower() if self.section else ""


def parts(body: RenderedBody, voice: Voice) -> list[Part]:
    named = [_part(section, voice) for section in body.sections]
    ranks: dict[int, float] = {}
    last = -1.0
    for index, part in enumerate(named):
        if part.section is not None:
            last = float(_ORDER.index(part.section))
        ranks[index] = last + (0.0 if part.section else 0.5)
    return [named[index] for index in sorted(ranks, key=lambda index: ranks[index])]


def _part(section: RenderedSection, voice: Voice) -> Part:
    known = _BY_TITLE.get(section.title)
    if known is None:
        return Part(section.id, section.title, typeset(section.html))
    key = known.value.lower().replace(" ", "-")
    return Part(section.id, voice.t(f"skill.section-{key}"), typeset(section.html), known)


def heading_id(body: RenderedBody, title: str) -> str:
    """Where something under a heading can be read in full; empty where there is no such heading."""
    found = (
        heading.id for section in body.sections for heading in section.headings if heading.title == title
    )
    return next(found, "")
