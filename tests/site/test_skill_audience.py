from __future__ import annotations

from becivic.corpus.fields import Fields
from becivic.rendering.voice import Voice
from becivic.site.pages.skill_audience import audience, cases
from tests.factories.skill_readings import edited, skill_reading

FRENCH = Voice("fr")


def test_whom_a_procedure_is_for_is_said_in_words() -> None:
    reading = skill_reading()
    told = audience(reading.skill, reading.corpus.communes, Voice("en"))
    assert told[0] == "registered in a commune"
    assert "country of origin: US" in told
    assert "Brussels" in told


def test_a_commune_has_its_name_in_the_readers_language_or_its_own() -> None:
    reading = skill_reading()
    code = "21009"
    assert code in reading.corpus.communes.by_code
    assert "Ixelles" in audience(reading.skill, reading.corpus.communes, FRENCH)
    assert "Elsene" in audience(reading.skill, reading.corpus.communes, Voice("nl"))
    assert set(audience(reading.skill, reading.corpus.communes, Voice("de"))) & {"Ixelles", "Elsene"}


def test_a_commune_that_nobody_knows_is_shown_by_its_code() -> None:
    reading = skill_reading(edited('communes: ["21009"]', 'communes: ["99999"]'))
    assert "99999" in audience(reading.skill, reading.corpus.communes, FRENCH)


def test_a_procedure_for_everybody_names_nobody() -> None:
    reading = skill_reading(skill_id="demo-clock")
    assert audience(reading.skill, reading.corpus.communes, FRENCH) == []


def test_cases_are_called_as_the_skills_own_questions_call_them() -> None:
    question = "inputs:\n  - name: route\n    type: single_choice\n    options:\n      - value: 1.1-born\n        label: {en: Born here, fr: Né ici}\n"
    skill = skill_reading(edited("inputs:\n", question)).skill
    entry = Fields({"selects_on": {"sub_category": ["1.1-born", "1.9-other-way"], "origin_country": ["ma"]}})
    assert cases(entry, skill, FRENCH) == ["Né ici", "1.9 other way", "pays d'origine : Maroc"]
    assert cases(Fields({}), skill, FRENCH) == []
