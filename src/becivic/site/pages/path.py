"""`/paths/<id>`: one route to a document or tool, for people: what it gives, every way in turn, and who does what."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from http import HTTPStatus

from markupsafe import Markup

from becivic.corpus.directory import PathEntry
from becivic.corpus.load import Corpus
from becivic.reading.filed import filed_path
from becivic.reading.readings import PathReading
from becivic.rendering.cohort_words import cohort_words
from becivic.rendering.links import path_link, skill_link
from becivic.rendering.notices import disclaimer, path_notices
from becivic.rendering.observed_html import observed_html
from becivic.rendering.path_markdown import PathFacts, path_markdown, path_reading
from becivic.rendering.voice import ENGLISH, Voice
from becivic.rules.routes import Purpose
from becivic.rules.statuses import Status, is_withheld
from becivic.site.agents.structured_data import path_jsonld
from becivic.site.frame import Frame, rendered
from becivic.site.page import Page
from becivic.site.pages.conditions import audience
from becivic.site.pages.lanes import lanes
from becivic.site.pages.said import Said, authority_name, english, said
from becivic.site.pages.themes import themes_of
from becivic.words import LANGUAGES
from becivic.words.sentences import opening


def path_page(reading: PathReading) -> Page:
    """What is withheld has a page too: the notice (R-QUAR-06)."""
    entry = reading.entry
    if is_withheld(entry.status):
        return withheld_path(entry, reading.corpus)
    return Page(
        address=f"/paths/{entry.key}",
        html=partial(_html, reading),
        markdown=partial(_markdown, reading),
        is_indexed=entry.status is Status.STABLE,
    )


def withheld_path(entry: PathEntry, corpus: Corpus) -> Page:
    """410 where it was pulled for cause; where its status cannot be read, nothing is said to be there."""
    reading = filed_path(corpus, entry)
    return Page(
        address=f"/paths/{entry.key}",
        html=partial(_withheld, reading),
        markdown=partial(_markdown, reading),
        status=HTTPStatus.NOT_FOUND if entry.status is None else HTTPStatus.GONE,
        is_indexed=False,
    )


def _markdown(reading: PathReading, voice: Voice) -> str:
    facts = PathFacts(
        observed=reading.observed, standing=reading.standing, used_by=reading.used_by, story=reading.story
    )
    return path_markdown(reading.entry, reading.corpus, voice, facts)


def _html(reading: PathReading, frame: Frame) -> str:
    entry, voice = reading.entry, frame.voice
    fields = entry.fields
    found = entry.confirmed_fields
    title, reported_title = (said(each.child("title"), frame.language) for each in (found, fields))
    summary = found.child("applies_to").text("audience_summary")
    return rendered(
        "path.html",
        frame,
        path=entry,
        title=title if title.text else english(entry.key),
        reported_title=reported_title if reported_title.text else english(entry.key),
        names=list(_names(reading, title.language)),
        description=said(fields.child("description"), frame.language),
        meta_description=said(found.child("description"), frame.language).text,
        notices=[
            (each.level, each.sentences(voice))
            for each in path_notices(entry, reading.corpus, voice.language, reading.standing)
        ],
        disclaimer=disclaimer(voice),
        successor=_successor(reading, frame),
        outputs=[_output(each.text("description"), each.text("name")) for each in fields.children("outputs")],
        audience=english(opening(summary)),
        applies=_applies(reading, voice) if not summary or frame.language != ENGLISH.language else "",
        authority=authority_name(reading.corpus, fields.text("authority_id"), frame.language),
        purpose=_purpose(fields.text("purpose")),
        themes=themes_of(entry),
        sources_read=path_reading(entry, voice),
        rests=cohort_words(reading.observed.cohort_stats, voice, entry.status)[0],
        lanes=lanes(reading, voice),
        used_by=_skills(reading, reading.used_by),
        related=_skills(reading, _related(reading)),
        observed=observed_html(reading.observed, voice, entry.status),
        changed=reading.changed,
        story=[each.words(voice) for each in reading.story],
        structured=_structured(reading, frame),
    )


def _structured(reading: PathReading, frame: Frame) -> Markup:
    modified = reading.changed.at if reading.changed else ""
    told = path_jsonld(reading.entry, reading.corpus, frame.public_url, modified)
    return Markup(told)  # noqa: S704  JSON in which no `<` is left


def _withheld(reading: PathReading, frame: Frame) -> str:
    return rendered("path_withheld.html", frame, successor=_successor(reading, frame))


def _names(reading: PathReading, shown: str) -> Iterator[Said]:
    """What it is called in the other languages, as far as anybody says."""
    titles = reading.entry.confirmed_fields.child("title")
    return (Said(titles.text(code), code) for code in LANGUAGES if code != shown and titles.text(code))


def _successor(reading: PathReading, frame: Frame) -> tuple[Said, str] | None:
    link = path_link(reading.entry.fields.text("superseded_by"), reading.corpus, frame.language)
    return None if link is None else (Said(link.title, link.language), link.address)


def _output(description: str, name: str) -> Said:
    return english(opening(description or name.replace("_", " ")))


def _applies(reading: PathReading, voice: Voice) -> str:
    """Whom it is for, by its axes: the one line for it, which comes first, is in English (schemas 6.12.5)."""
    return audience(reading.entry.fields.child("applies_to"), reading.corpus, voice)


def _purpose(told: str) -> str:
    """One of the closed list, or empty."""
    return told if told in {each.value for each in Purpose} else ""


def _related(reading: PathReading) -> list[str]:
    told = [skill for skill, _ in reading.entry.fields.texts("related_skills")]
    return [skill for skill in told if skill not in reading.used_by]


def _skills(reading: PathReading, ids: tuple[str, ...] | list[str]) -> list[tuple[Said, str]]:
    """Those that anybody may be led to."""
    found = (skill_link(skill_id, reading.corpus) for skill_id in ids)
    return [(Said(link.title, link.language), link.address) for link in found if link is not None]
