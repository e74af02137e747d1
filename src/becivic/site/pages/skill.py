"""The page of a skill: what it is, how sure it is, what one needs, the steps, and what others saw (look, R-SITE-02, -08)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from http import HTTPStatus

from markupsafe import Markup

from becivic.corpus.load import Corpus
from becivic.corpus.skill import Skill
from becivic.reading.readings import SkillReading
from becivic.rendering.bodies import rendered_body
from becivic.rendering.changes import changes_markdown
from becivic.rendering.citations import Note
from becivic.rendering.cohort_words import cohort_words
from becivic.rendering.freshness import SourceCount
from becivic.rendering.links import skill_link
from becivic.rendering.notices import Notice, disclaimer, earlier_notice, notices
from becivic.rendering.rows_html import reference_note
from becivic.rendering.shown import ShownRows
from becivic.rendering.skill_markdown import skill_markdown
from becivic.rendering.story import story_markdown
from becivic.rendering.voice import Voice
from becivic.rules.skills import Domain
from becivic.rules.statuses import Origin, Status, is_withheld
from becivic.rules.submissions import STAGING_HOURS
from becivic.site.agents.structured_data import skill_jsonld
from becivic.site.frame import Frame, rendered
from becivic.site.page import Page
from becivic.site.pages.skill_diagram import diagram
from becivic.site.pages.skill_facts import facts, glance
from becivic.site.pages.skill_needs import Needs, needed
from becivic.site.pages.skill_needs_markdown import needs_markdown
from becivic.site.pages.skill_notice import head_notice
from becivic.site.pages.skill_parts import parts
from becivic.site.pages.skill_print import sheets
from becivic.site.pages.skill_setting import typeset
from becivic.site.pages.skill_sources import by_site
from becivic.site.pictures import neighbourhood
from becivic.words.dates import written_day


def skill_page(reading: SkillReading, stood_on: str = "") -> Page:
    """What is withheld has a page too: the notice (R-QUAR-06). `stood_on` is the day of a text that is no longer current."""
    skill = reading.skill
    if is_withheld(skill.status):
        return withheld_page(skill, reading.corpus)
    told = _Told(reading, stood_on)
    return Page(
        address=f"/skills/{skill.id}",
        html=partial(_html, told),
        markdown=partial(_markdown, told),
        is_indexed=skill.status is Status.STABLE,
    )


def withheld_page(skill: Skill, corpus: Corpus) -> Page:
    """410 where it was pulled for cause; where its status cannot be read, nothing is said to be there."""
    is_pulled = skill.status is Status.QUARANTINED
    return Page(
        address=f"/skills/{skill.id}",
        html=partial(_withheld_html, skill, corpus),
        markdown=lambda voice: skill_markdown(skill, corpus, ShownRows(), voice),
        status=HTTPStatus.GONE if is_pulled else HTTPStatus.NOT_FOUND,
        is_indexed=False,
    )


class _Told:
    """What both forms of a page say, worked out once for those in the same language."""

    def __init__(self, reading: SkillReading, stood_on: str) -> None:
        self.reading = reading
        self.stood_on = stood_on
        self._needs: dict[Voice, Needs] = {}

    @cached_property
    def _notices(self) -> list[Notice]:
        return notices(self.reading.skill, self.reading.corpus, self.reading.past.verified)

    def notices(self, voice: Voice) -> list[Notice]:
        """What is said before all else: where there is a newer text, that there is."""
        if not self.stood_on:
            return self._notices
        day = written_day(self.stood_on, voice.language)
        return [earlier_notice(self.reading.skill, day), *self._notices]

    def needs(self, voice: Voice) -> Needs:
        if voice not in self._needs:
            self._needs[voice] = needed(self.reading.skill, self.reading.corpus, voice)
        return self._needs[voice]


def _markdown(told: _Told, voice: Voice) -> str:
    reading, skill = told.reading, told.reading.skill
    page = skill_markdown(skill, reading.corpus, reading.rows, voice, reading.observed, told.notices(voice))
    changes = changes_markdown(reading.past.changes, f"/api/skills/{skill.id}/history", voice)
    needs = needs_markdown(told.needs(voice), voice)
    return page + needs + story_markdown(reading.story, voice) + changes


def _html(told: _Told, frame: Frame) -> str:
    reading, voice = told.reading, frame.voice
    skill, corpus, stood_on = reading.skill, reading.corpus, told.stood_on
    seen = glance(reading, voice)
    body = rendered_body(skill, corpus, reading.rows, voice, reading.observed, seen.cited)
    first = facts(reading, seen, body, voice)
    told_parts = parts(body, voice)
    paths, skills = told.needs(voice)
    return rendered(
        "skill.html",
        frame,
        skill=skill,
        area=_area(skill),
        status=skill.status,
        standing="" if stood_on else _standing(reading, voice),
        compared=written_day(skill.fields.text("last_verified"), voice.language),
        sources_read=SourceCount.over(reading.rows.references.values()).words(voice),
        notice=head_notice(told.notices(voice), voice),
        intro=typeset(body.intro),
        parts=told_parts,
        documents=next((part for part in told_parts if part.kind == "documents"), None),
        paths=paths,
        skills=skills,
        sheets=sheets(skill, first, (*paths, *skills), body.notes),
        diagram=diagram(skill, corpus),
        picture=neighbourhood(corpus, skill, voice),
        changed=written_day(reading.changed.at, voice.language) if reading.changed else "",
        story=[each.words(voice) for each in reading.story],
        changes=[(each, each.words(voice)) for each in reading.past.changes],
        sites=by_site(body.notes),
        sources=[(note, _source(note, voice)) for note in body.notes],
        sources_status=_sources_status(body.notes, voice),
        disclaimer=disclaimer(voice),
        hours=STAGING_HOURS,
        structured="" if stood_on else _structured(reading, frame),
        facts=first,
    )


def _standing(reading: SkillReading, voice: Voice) -> str:
    """What the seal rests on: votes, or where there are none that the maintainers vouch for it."""
    skill, stats = reading.skill, reading.observed.cohort_stats
    first, *more = cohort_words(stats, voice, skill.status)[:2]
    is_own = skill.fields.text("origin") == Origin.BE_CIVIC
    if is_own and skill.status is Status.STABLE and not (stats and stats["n"]):
        first = voice.t("skill.rests_service" if skill.is_meta else "skill.rests_maintainers")
    return " ".join([first, *more])


def _source(note: Note, voice: Voice) -> Markup:
    """What is said of a source after its title."""
    _, *said = reference_note(note.row, voice, note.usual)
    return Markup(" ".join(said))  # noqa: S704  made of escaped parts


def _sources_status(notes: Sequence[Note], voice: Voice) -> str:
    """What most of them are, once for all; that they are stable goes without saying."""
    usual = notes[0].usual if notes else Status.STABLE
    return "" if usual is Status.STABLE else voice.t(f"body.status_{usual}")


def _structured(reading: SkillReading, frame: Frame) -> Markup:
    modified = reading.changed.at if reading.changed else ""
    told = skill_jsonld(reading.skill, reading.corpus, frame.public_url, modified)
    return Markup(told)  # noqa: S704  JSON in which no `<` is left


def _area(skill: Skill) -> str:
    """One of the closed list, or none: nobody may have checked what it says."""
    domain = skill.fields.text("domain")
    return domain if domain in tuple(Domain) else ""


def _withheld_html(skill: Skill, corpus: Corpus, frame: Frame) -> str:
    """Nothing of what it said: its title is its author's too."""
    return rendered(
        "withheld_skill.html",
        frame,
        skill_id=skill.id,
        reason="quarantined" if skill.status is Status.QUARANTINED else "unreadable",
        successor=skill_link(skill.fields.text("superseded_by"), corpus),
    )
