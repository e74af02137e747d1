"""Whom a procedure, or a part of it, is for, in the reader's words: `applies_to` and `selects_on` (schemas 6.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from becivic.corpus.fields import Fields
from becivic.corpus.reference_data import Communes
from becivic.corpus.skill import Skill
from becivic.rendering.voice import Voice
from becivic.rules.skills import Selector
from becivic.site.pages.said import said
from becivic.words import sayings

_PARTS: Final = {"residency_status": "list.residency", "regions": "skill.region"}
"""Where the words for the values of a key stand; those of any other stand under its own name."""


def audience(skill: Skill, communes: Communes, voice: Voice) -> list[str]:
    """One phrase for each value of `applies_to`; none where it is for everybody."""
    applies_to = skill.fields.child("applies_to")
    return [
        _phrase(key, value, communes, voice) for key in applies_to.data for value, _ in applies_to.texts(key)
    ]


def cases(entry: Fields, skill: Skill, voice: Voice) -> list[str]:
    """For whom an entry of `requires` or `requires_paths` counts; none where it is everybody."""
    selects_on = entry.child("selects_on")
    options = dict(_options(skill, voice))
    return [
        options.get(value) or _selected(key, value, voice)
        for key in selects_on.data
        for value, _ in selects_on.texts(key)
    ]


def _options(skill: Skill, voice: Voice) -> Iterator[tuple[str, str]]:
    """What the skill's own questions call their answers."""
    for question in skill.fields.children("inputs"):
        for option in question.children("options"):
            yield option.text("value"), said(option.child("label"), voice.language).text


def _phrase(key: str, value: str, communes: Communes, voice: Voice) -> str:
    match key:
        case "origin_countries":
            return _from_country(value, voice)
        case "communes":
            return _commune(value, communes, voice)
    return _worded(_PARTS.get(key, f"skill.{key}"), value, voice)


def _commune(code: str, communes: Communes, voice: Voice) -> str:
    """By the name it has in the reader's language, or in its own."""
    entry = communes.by_code.get(code)
    if entry is None:
        return code
    languages = (voice.language, *(language for language, _ in entry.texts("languages_available")))
    return next((name for language in languages if (name := entry.text(f"name_{language}"))), code)


def _selected(key: str, value: str, voice: Voice) -> str:
    if key == Selector.ORIGIN_COUNTRY:
        return _from_country(value, voice)
    return _worded(f"skill.{key}", value, voice)


def _from_country(code: str, voice: Voice) -> str:
    known = f"skill.country-{code}"
    return voice.t("skill.from_country", country=voice.t(known) if known in sayings() else code.upper())


def _worded(part: str, value: str, voice: Voice) -> str:
    """A list may grow before its words do: then its own word is shown, readable."""
    key = f"{part}-{value}"
    return voice.t(key) if key in sayings() else value.replace("-", " ")
