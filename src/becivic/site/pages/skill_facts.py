"""What stands at a glance at the head of a procedure, each with its citation or with where the text says it (R-PRIN-01).

A line that neither cites nor stands anywhere in the text is not shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from becivic.reading.readings import SkillReading
from becivic.rendering.bodies import RenderedBody
from becivic.rendering.rows_html import again
from becivic.rendering.shown import ShownReference
from becivic.rendering.voice import Voice
from becivic.rules.skills import Section
from becivic.site.pages.said import Said, authority_name, english
from becivic.site.pages.skill_audience import audience
from becivic.site.pages.skill_glance import COST, TERM, Line, first_risk, lines
from becivic.site.pages.skill_parts import heading_id, section_words

_CASE: Final = (Section.BRANCHING, Section.BASIS)
"""Where a text says for whom and where it holds: not every procedure has cases."""


@dataclass(frozen=True, slots=True)
class Glance:
    """What the text itself has to say at its head."""

    cost: list[Line]
    term: list[Line]
    risk: list[Line]

    @property
    def cited(self) -> list[str]:
        """In the order in which a reader meets them."""
        return [uid for line in (*self.cost, *self.term, *self.risk) for uid in line.sources]


@dataclass(frozen=True, slots=True)
class Place:
    """Where on the page more of it is said."""

    id: str
    title: Said


@dataclass(frozen=True, slots=True)
class FactLine:
    said: Said
    url: str = ""
    notes: Sequence[Markup] = ()
    """The numerals of what it rests on."""
    elsewhere: Sequence[ShownReference] = ()
    """What a value rests on that the text does not cite."""

    @property
    def numerals(self) -> Markup:
        return Markup(" ").join(self.notes)


@dataclass(frozen=True, slots=True)
class Fact:
    word: str
    """Of the sayings of a procedure."""
    icon: str
    lines: Sequence[FactLine]
    place: Place | None = None

    @property
    def is_cited(self) -> bool:
        return any(line.notes or line.elsewhere for line in self.lines)


def glance(reading: SkillReading, voice: Voice) -> Glance:
    skill, rows = reading.skill, reading.rows
    risk = first_risk(skill, rows, voice)
    cost, term = (lines(skill, title, rows, voice) for title in (COST, TERM))
    return Glance(cost, term, [risk] if risk else [])


def facts(reading: SkillReading, told: Glance, body: RenderedBody, voice: Voice) -> list[Fact]:
    made = _Facts(reading, body, voice)
    return [fact for fact in made.all(told) if fact.place or fact.is_cited]


class _Facts:
    def __init__(self, reading: SkillReading, body: RenderedBody, voice: Voice) -> None:
        self._reading, self._body, self._voice = reading, body, voice
        self._notes = {note.row.uid: note for note in body.notes}

    def all(self, told: Glance) -> Iterator[Fact]:
        skill, t = self._reading.skill, self._voice.t
        whom = audience(skill, self._reading.corpus.communes, self._voice)
        yield Fact("for", "person", self._own(*whom or [t("skill.for_everybody")]), self._section(_CASE))
        yield from self._derived("cost", "coin", COST, told.cost)
        yield from self._derived("term", "clock", TERM, told.term)
        varies = skill.fields.flag("regional_variation")
        rules = self._own(t("skill.where_varies" if varies else "skill.where_same"))
        yield Fact("where", "place", [*self._authority(), *rules], self._section(_CASE))
        if skill.fields.flag("recurring"):
            yield Fact("recurring", "again", self._own(t("skill.recurs")), self._section((Section.PROCESS,)))
        if told.risk:
            yield Fact("risk", "alert", self._lines(told.risk), self._section((Section.PROCESS,)))

    def _own(self, *texts: str) -> list[FactLine]:
        """What only the head of the file says in so many words."""
        return [FactLine(Said(text, self._voice.language)) for text in texts]

    def _authority(self) -> Iterator[FactLine]:
        """Where one turns to."""
        corpus, key = self._reading.corpus, self._reading.skill.fields.text("authority_id")
        if key:
            name = authority_name(corpus, key, self._voice.language)
            yield FactLine(name, corpus.authorities.child(key).text("url"))

    def _derived(self, word: str, icon: str, title: str, told: Sequence[Line]) -> Iterator[Fact]:
        if told:
            where = heading_id(self._body, title)
            place = Place(where, english(title)) if where else None
            yield Fact(word, icon, self._lines(told), place)

    def _lines(self, told: Iterable[Line]) -> list[FactLine]:
        return [
            FactLine(english(line.text), "", self._numerals(line.sources), self._elsewhere(line.sources))
            for line in told
        ]

    def _numerals(self, uids: Iterable[str]) -> list[Markup]:
        found = (self._notes[uid] for uid in uids if uid in self._notes)
        numbered = sorted(found, key=lambda note: note.number)
        return [Markup(again(note, self._voice)) for note in numbered]  # noqa: S704  made of escaped parts

    def _elsewhere(self, uids: Iterable[str]) -> list[ShownReference]:
        rows = (self._reading.rows.references.get(uid) for uid in uids if uid not in self._notes)
        return [row for row in rows if row and row.is_resolved and not row.held]

    def _section(self, wanted: Iterable[Section]) -> Place | None:
        ids = {section.title: section.id for section in self._body.sections}
        found = next((section for section in wanted if section.value in ids), None)
        if found is None:
            return None
        return Place(ids[found.value], Said(section_words(found.value, self._voice), self._voice.language))
