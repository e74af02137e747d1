from __future__ import annotations

import pytest

from becivic.corpus.fields import Fields
from becivic.rendering.voice import Voice
from becivic.rules.profile import CivicStatus, NationalityStatus, ResidencyStatus
from becivic.site.pages.skill_audience import audience, cases
from becivic.words import LANGUAGES, words
from tests.factories.skill_readings import edited, skill_reading

FRENCH = Voice("fr")


def test_whom_a_procedure_is_for_is_said_to_them_in_a_sentence_for_each_key() -> None:
    reading = skill_reading()
    assert audience(reading.skill, reading.corpus.communes, Voice("en")) == [
        "You are registered in a commune.",
        "You come from US or GB.",
        "You live in Ixelles.",
        "You live in Brussels.",
    ]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            "You are registered in a commune, are an EU citizen or have a residence permit for people from outside the EU.",
        ),
        (
            "fr",
            "Vous êtes inscrit dans une commune, êtes citoyen de l'Union européenne ou avez un titre de séjour pour personnes de pays hors Union européenne.",
        ),
        (
            "nl",
            "U bent ingeschreven in een gemeente, bent EU-burger of hebt een verblijfsvergunning voor mensen van buiten de EU.",
        ),
        (
            "de",
            "Sie sind in einer Gemeinde eingetragen, sind EU-Bürger oder haben einen Aufenthaltstitel für Menschen von außerhalb der EU.",
        ),
    ],
)
def test_several_values_of_a_key_are_one_sentence(language: str, said: str) -> None:
    files = edited("[registered]", "[registered, EU-citizen, non-EU-permit]")
    reading = skill_reading(files)
    assert audience(reading.skill, reading.corpus.communes, Voice(language))[0] == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_words_for_every_value_that_may_be_asked_for(language: str) -> None:
    keys = {
        "residency_status": ResidencyStatus,
        "nationality_status": NationalityStatus,
        "civic_status": CivicStatus,
    }
    for key, values in keys.items():
        for value in values:
            assert f"audience.{key}-{value}" in words(language).said


def test_a_commune_has_its_name_in_the_readers_language_or_its_own() -> None:
    reading = skill_reading()
    code = "21009"
    assert code in reading.corpus.communes.by_code
    assert "Vous habitez à Ixelles." in audience(reading.skill, reading.corpus.communes, FRENCH)
    assert "U woont in Elsene." in audience(reading.skill, reading.corpus.communes, Voice("nl"))
    told = audience(reading.skill, reading.corpus.communes, Voice("de"))
    assert {"Sie wohnen in Ixelles.", "Sie wohnen in Elsene."} & set(told)


def test_what_nobody_knows_is_shown_as_it_is_written() -> None:
    reading = skill_reading(edited('communes: ["21009"]', 'communes: ["99999"]\n  seasons: [late-summer]'))
    told = audience(reading.skill, reading.corpus.communes, FRENCH)
    assert "Vous habitez à 99999." in told
    assert "Vous êtes dans ce cas : late summer." in told


def test_a_procedure_for_everybody_names_nobody() -> None:
    reading = skill_reading(skill_id="demo-clock")
    assert audience(reading.skill, reading.corpus.communes, FRENCH) == []


def test_cases_are_called_as_the_skills_own_questions_call_them() -> None:
    question = "inputs:\n  - name: route\n    type: single_choice\n    options:\n      - value: 1.1-born\n        label: {en: Born here, fr: Né ici}\n"
    skill = skill_reading(edited("inputs:\n", question)).skill
    entry = Fields({"selects_on": {"sub_category": ["1.1-born", "1.9-other-way"], "origin_country": ["ma"]}})
    assert cases(entry, skill, FRENCH) == ["Né ici", "1.9 other way", "pays d'origine : Maroc"]
    assert cases(Fields({}), skill, FRENCH) == []
