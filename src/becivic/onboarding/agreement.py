"""Answers that come with the question must go together: the form would drop one of two that do not, without a word.

The same rules as the script of the form has for somebody who answers there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from becivic.onboarding.places import OfferedCommune, languages_by_region
from becivic.onboarding.profile_section import PROFILE
from becivic.onboarding.questions import Answer, Kind, Question
from becivic.rules.places import ProfileRegion

_REGION: Final = f"{PROFILE}.region"
_COMMUNE: Final = f"{PROFILE}.commune_nis5"
_LANGUAGE: Final = f"{PROFILE}.administration_language"

_YES: Final = (True, "yes")


def completed(answers: Mapping[str, Answer], asked: Iterable[Question]) -> dict[str, Answer]:
    """Whoever knows until when a document is valid has said that there is one (privacy 8.7.4)."""
    questions = {each.name: each for each in asked}
    parents = [
        questions[each.follows] for each in questions.values() if each.follows and each.name in answers
    ]
    implied = {each.name: each.kind is Kind.FLAG or "yes" for each in parents}
    return {**implied, **answers}


def disagreeing(
    answers: Mapping[str, Answer], asked: Iterable[Question], communes: tuple[OfferedCommune, ...]
) -> Iterator[str]:
    """The names of the questions whose answers another one rules out."""
    for question in asked:
        if question.follows and question.name in answers and answers.get(question.follows) not in _YES:
            yield question.name
    region = answers.get(_REGION)
    if region == ProfileRegion.NOT_YET and _COMMUNE in answers:
        yield _COMMUNE
    language = answers.get(_LANGUAGE)
    if language is not None and language not in _languages(region, answers.get(_COMMUNE), communes):
        yield _LANGUAGE


def _languages(region: Answer, commune: Answer, communes: tuple[OfferedCommune, ...]) -> tuple[str, ...]:
    """Those of the commune, unless the region is another one; all of them where neither is known."""
    found = next((each for each in communes if each.nis5 == commune), None)
    if found is not None and region in (None, found.region.value):
        return found.languages
    by_region = languages_by_region(communes)
    return by_region[str(region or ProfileRegion.NOT_YET)]
