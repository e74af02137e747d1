"""Whom a procedure, or a part of it, is for, in the reader's words: `applies_to` and `selects_on` (schemas 6.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from becivic.corpus.fields import Fields
from becivic.corpus.reference_data import Communes
from becivic.corpus.skill import Skill
from becivic.rendering.voice import Voice
from becivic.rules.skills import Selector
from becivic.site.pages.said import said
from becivic.words import sayings


def audience(skill: Skill, communes: Communes, voice: Voice) -> list[str]:
    """A sentence for each key of `applies_to`: all of them have to hold, and of each one value. None: it is for everybody."""
    applies_to = skill.fields.child("applies_to")
    told = ((key, [value for value, _ in applies_to.texts(key)]) for key in applies_to.data)
    return [
        voice.t("audience.sentence", either=_clause(key, values, communes, voice))
        for key, values in told
        if values
    ]


def _either(clauses: Sequence[str], voice: Voice) -> str:
    *before, last = clauses
    return voice.t("audience.or").join([", ".join(before), last]) if before else last


def cases(entry: Fields, skill: Skill, voice: Voice) -> list[str]:
    """For whom an entry of `requires` or `requires_paths` counts; none where it is everybody."""
    if "selects_on" not in entry:
        return []
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


def _clause(key: str, values: Sequence[str], communes: Communes, voice: Voice) -> str:
    """What follows on `you`."""
    match key:
        case "origin_countries":
            names = [_country(value, voice) for value in values]
        case "communes":
            names = [_commune(value, communes, voice) for value in values]
        case _:
            return _either([_worded_clause(key, value, voice) for value in values], voice)
    return voice.t(f"audience.{key}", value=_either(names, voice))


def _worded_clause(key: str, value: str, voice: Voice) -> str:
    """A list may grow before its words do: then its own word is shown, readable."""
    known = f"audience.{key}-{value}"
    return voice.t(known) if known in sayings() else voice.t("audience.other", value=value.replace("-", " "))


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
    return voice.t("skill.from_country", country=_country(code, voice))


def _country(code: str, voice: Voice) -> str:
    known = f"skill.country-{code}"
    return voice.t(known) if known in sayings() else code.upper()


def _worded(part: str, value: str, voice: Voice) -> str:
    """A list may grow before its words do: then its own word is shown, readable."""
    key = f"{part}-{value}"
    return voice.t(key) if key in sayings() else value.replace("-", " ")
