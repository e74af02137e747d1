"""Corpora for the onboarding form: the packaged one, with a skill that asks for every kind of answer."""

from __future__ import annotations

from functools import cache
from typing import Final

from becivic.corpus.load import Corpus, Loader
from becivic.corpus.skill import Skill
from becivic.corpus.tree import DirectoryTree
from becivic.onboarding.composer import Asked, Form, Mode, composed
from becivic.onboarding.locales import chosen_locale
from becivic.packaged import corpus_folder

EVERY_INPUT: Final = "every-input"

_SKILL: Final = """\
---
id: every-input
title: Ask <for> everything
schema_version: 4
version: 0.1.0
status: alpha
origin: be-civic
category: belgium-federal
profile_requirements: [region, residency_history, employment_history, education_history]
submission_contract_version: 2.1.0
inputs:
  - {name: country, type: country_code, label: {en: The country, fr: Le pays}}
  - {name: town, type: commune, label: {en: The town}}
  - {name: paper, type: document_artefact, label: {en: The paper}}
  - {name: word, type: string, label: A word, description: "One <b>word</b> is enough."}
  - {name: amount, type: number}
  - {name: day, type: date, label: {en: The day}}
  - {name: agreed, type: bool, label: {en: Agreed}}
  - {name: way, type: single_choice, required: true, label: {en: The way, fr: La voie}, options: [post, {value: counter, label: {en: Counter, fr: Guichet}}]}
  - {name: remark, type: text, label: {nl: Opmerking}}
  - {name: married, type: yes_no, label: {en: Married}}
  - {name: since, type: month_year, label: {en: Since}}
  - {name: until, type: month_year_or_current, label: {en: Until}}
  - name: stays
    type: row_list
    render: profile
    label: {en: The stays}
    columns:
      - {id: left, type: month_year, label: {en: Left}, required: true}
      - {id: back, type: month_year_or_current, label: {en: Back}}
      - {id: where, type: country_code, label: {en: Where}}
      - {id: town, type: commune, label: {en: Town}}
      - {id: why, type: single_choice, label: {en: Why}, options: [work, family]}
      - {id: alone, type: yes_no, label: {en: Alone}}
      - {id: note, type: text, label: {en: Note}}
      - {id: days, type: number, label: {en: Days}}
    defaults: {min_rows: 1, max_rows: 2}
---

**Starter scaffold: verify with your commune.**
"""


@cache
def packaged() -> Corpus:
    """With the skill that asks for everything; loaded once a process."""
    loader = Loader()
    return loader.amended(
        loader.load(DirectoryTree(corpus_folder())),
        {f"skills/{EVERY_INPUT}/canonical.md": _SKILL.encode("utf-8")},
    )


def skill(name: str = EVERY_INPUT) -> Skill:
    return packaged().skills[name]


def form(
    locale: str = "en", name: str | None = EVERY_INPUT, mode: Mode = Mode.FIRST_CONTACT, *said: str
) -> Form:
    """A form in which `said` is filled in."""
    asked = Asked(
        locale=chosen_locale(locale),
        mode=mode,
        skill=None if name is None else skill(name),
        pre_selected=said,
    )
    made = composed(packaged(), asked)
    assert isinstance(made, Form), made
    return made
