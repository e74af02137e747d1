"""A skill's body as HTML, section by section, with its facts in place (schemas 6.10). Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from becivic.corpus.body import Sectioned
from becivic.corpus.load import Corpus
from becivic.corpus.skill import Skill
from becivic.rendering.assembling import Assembly
from becivic.rendering.citations import Note
from becivic.rendering.headings import Heading, Headings
from becivic.rendering.lifting import Lifting
from becivic.rendering.links import skill_link
from becivic.rendering.markup import to_html
from becivic.rendering.observed import ObservedBlock
from becivic.rendering.observed_html import observed_html
from becivic.rendering.reported_passages import shown_body
from becivic.rendering.shown import ShownRows
from becivic.rendering.slugs import Slugs
from becivic.rendering.terms_html import Glosses
from becivic.rendering.voice import Voice
from becivic.rules.skills import Section

_TITLE: Final = re.compile(r"\s*<h2>(.*?)</h2>\n?", re.DOTALL)
_BELOW: Final = 3
"""Headings inside a section are H3 and lower: the section's own title is the H2."""


@dataclass(frozen=True, slots=True)
class RenderedSection:
    id: str
    title: str
    """Plain words, English as the body is."""
    html: Markup
    """Without its title."""
    headings: tuple[Heading, ...] = ()
    """Those below its title, in order."""


@dataclass(frozen=True, slots=True)
class RenderedBody:
    intro: Markup
    sections: tuple[RenderedSection, ...]
    notes: tuple[Note, ...]
    """The list of sources, in the order in which a reader of the page meets them."""
    unresolved: int
    """How often it cites what is not there."""


def rendered_body(
    skill: Skill,
    corpus: Corpus,
    rows: ShownRows,
    voice: Voice,
    observed: ObservedBlock | None = None,
    first: Sequence[str] = (),
) -> RenderedBody:
    """English prose; what is said about it is in the language of `voice`. `first` are the uids cited above the body."""
    lifting = Lifting(shown_body(skill, voice), corpus, rows, voice, first)
    lifting.observations = observed_html(observed, voice, skill.status)
    return _Rendering(lifting).run()


class _Rendering:
    def __init__(self, lifting: Lifting) -> None:
        self._body = lifting.body
        self._lifting = lifting
        self._glosses = Glosses(lifting.corpus.terms, lifting.put, lifting.voice)
        self._assembly = Assembly(lifting.pieces, lifting.voice, self._title)
        self._slugs = Slugs()

    def run(self) -> RenderedBody:
        sections = self._body.sections
        intro, *texts = self._lifting.lifted([0, *(section.start for section in sections)])
        return RenderedBody(
            intro=self._html(self._headings().into(to_html(intro))),
            sections=tuple(map(self._section, sections, texts)),
            notes=self._lifting.citations.notes,
            unresolved=self._lifting.unresolved,
        )

    def _title(self, skill_id: str) -> str:
        link = skill_link(skill_id, self._lifting.corpus)
        return link.title if link else ""

    def _headings(self) -> Headings:
        return Headings(self._slugs, self._lifting.pieces, _BELOW)

    def _section(self, section: Sectioned, text: str) -> RenderedSection:
        markup, headings = to_html(text), self._headings()
        found = _TITLE.match(markup)
        title = headings.plain(found.group(1)) if found else section.title
        own_id = self._slugs.of(title)
        markup = headings.into(markup[found.end() :] if found else markup)
        html = self._html(markup, checkable=section.title == Section.DOCUMENTS)
        return RenderedSection(own_id, title, html, tuple(headings.found))

    def _html(self, markup: str, *, checkable: bool = False) -> Markup:
        return Markup(self._assembly.html(self._glosses.into(markup), checkable=checkable))  # noqa: S704  made here, of escaped parts
