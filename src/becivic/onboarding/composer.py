"""Composes the form for one person's start: section 1 from the profile, section 2 from the skill's inputs.

Keeps nothing and sends nothing: what was said of a person is filled in and forgotten (architecture 24.6.1).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from typing import Any, Final

from becivic.corpus.load import Corpus
from becivic.corpus.reference_data import COMMUNES_FILE, TYPES_FILE
from becivic.corpus.skill import Skill
from becivic.onboarding.agreement import completed, disagreeing
from becivic.onboarding.asked_once import asked_once
from becivic.onboarding.locales import ChosenLocale
from becivic.onboarding.page import Sheet, asset, sheet_html, style
from becivic.onboarding.places import offered_communes
from becivic.onboarding.preselected import Known, read_pre_selected
from becivic.onboarding.profile_section import ProfileSection
from becivic.onboarding.questions import Answer, Question
from becivic.onboarding.skill_section import SkillSection
from becivic.onboarding.wording import wording
from becivic.rules.schemas import SchemaFault

_ASSETS: Final = ("form.html", "question.html", "communes.html", "form.js")
_NEEDS: Final = ("profile_requirements", "user_context_needed")
_VERSION_LENGTH: Final = 16


class Mode(StrEnum):
    """Whether the person was here before (architecture 24.5)."""

    FIRST_CONTACT = "first-contact"
    RETURNING = "returning"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Which form somebody wants."""

    locale: ChosenLocale
    mode: Mode = Mode.FIRST_CONTACT
    skill: Skill | None = None
    pre_selected: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Form:
    skill_id: str | None
    html: str
    locale: ChosenLocale
    version: str

    def as_json(self) -> dict[str, Any]:
        """What is answered, over HTTP and MCP alike."""
        return {
            "skill_id": self.skill_id,
            "form_html": self.html,
            "locale_actual": self.locale.code,
            "locale_fallback_reason": self.locale.fallback,
            "version": self.version,
        }


def composed(corpus: Corpus, asked: Asked) -> Form | tuple[SchemaFault, ...]:
    """The form, or everything that is wrong with what is to be filled in."""
    sheet = filled_sheet(corpus, asked)
    if not isinstance(sheet, Sheet):
        return sheet
    return Form(sheet.skill_id, sheet_html(sheet), asked.locale, sheet.version)


def filled_sheet(corpus: Corpus, asked: Asked) -> Sheet | tuple[SchemaFault, ...]:
    """All that is asked, with what is known already in its place; the same for whatever it is shown as."""
    sheet = _sheet(corpus, asked)
    known = Known(frozenset(commune.nis5 for commune in sheet.communes), corpus.types.countries)
    said = read_pre_selected(asked.pre_selected, sheet.questions, known)
    answers = completed(said.answers, sheet.questions)
    clashes = disagreeing(answers, sheet.questions, sheet.communes)
    faults = (*said.faults, *(said.ruled_out(name) for name in clashes))
    return faults or _filled(sheet, answers)


def _sheet(corpus: Corpus, asked: Asked) -> Sheet:
    words, skill = wording(asked.locale.code), asked.skill
    groups, inputs = asked_once(
        ProfileSection(words, _needs(skill)).groups(),
        () if skill is None else SkillSection(words).questions(skill),
    )
    return Sheet(
        words=words,
        is_returning=asked.mode is Mode.RETURNING,
        skill_id=None if skill is None else skill.id,
        skill_title="" if skill is None else skill.confirmed_title,
        version=_version(corpus, asked),
        groups=groups,
        inputs=inputs,
        communes=offered_communes(corpus.communes),
        countries=tuple(sorted(corpus.types.countries)),
    )


def _needs(skill: Skill | None) -> frozenset[str]:
    """The parts of a profile that the procedure says it uses."""
    if skill is None:
        return frozenset()
    return frozenset(axis for key in _NEEDS for axis, _ in skill.fields.texts(key))


def _filled(sheet: Sheet, answers: Mapping[str, Answer]) -> Sheet:
    def fill(question: Question) -> Question:
        return replace(question, answer=answers.get(question.name, question.answer))

    groups = tuple(
        replace(group, questions=tuple(fill(each) for each in group.questions)) for group in sheet.groups
    )
    inputs = tuple(fill(each) for each in sheet.inputs)
    return replace(sheet, groups=groups, inputs=inputs, known=frozenset(answers))


def _version(corpus: Corpus, asked: Asked) -> str:
    """Of everything that a form is made of but the answers: the same version, the same questions."""
    lists = (corpus.documents[file].text for file in (COMMUNES_FILE, TYPES_FILE))
    skill = "" if asked.skill is None else f"{asked.skill.id}@{asked.skill.blob_id}"
    made_of = (_own_digest(asked.locale.code), asked.mode.value, skill, *lists)
    return hashlib.sha256("\0".join(made_of).encode("utf-8")).hexdigest()[:_VERSION_LENGTH]


@cache
def _own_digest(locale: str) -> str:
    """Of the form itself: its template, style, script and words."""
    own = "\0".join((*(asset(name) for name in _ASSETS), style(), repr(wording(locale).tables)))
    return hashlib.sha256(own.encode("utf-8")).hexdigest()
