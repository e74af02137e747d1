"""The sections of a body in the order somebody at a counter needs them; what is no section of ours keeps its place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from becivic.rendering.bodies import RenderedBody, RenderedSection
from becivic.rendering.reading_order import reading_order
from becivic.rendering.voice import Voice
from becivic.rules.skills import Section
from becivic.site.pages.skill_setting import typeset

_KINDS: Final = {section.value: section.name.lower() for section in Section}


@dataclass(frozen=True, slots=True)
class Part:
    id: str
    title: str
    html: Markup
    kind: str = ""
    """Which of our sections it is; empty for one that only this skill has: its title is English."""


def parts(body: RenderedBody, voice: Voice) -> list[Part]:
    named = [_part(section, voice) for section in body.sections]
    return [named[index] for index in reading_order([section.title for section in body.sections])]


def _part(section: RenderedSection, voice: Voice) -> Part:
    kind = _KINDS.get(section.title)
    if kind is None:
        return Part(section.id, section.title, typeset(section.html))
    return Part(section.id, section_words(section.title, voice), typeset(section.html), kind)


def section_words(title: str, voice: Voice) -> str:
    """What one of our sections is called for a reader."""
    return voice.t(f"skill.section-{title.lower().replace(' ', '-')}")


def heading_id(body: RenderedBody, title: str) -> str:
    """Where something under a heading can be read in full; empty where there is no such heading."""
    found = (
        heading.id for section in body.sections for heading in section.headings if heading.title == title
    )
    return next(found, "")
