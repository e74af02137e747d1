from __future__ import annotations

from typing import Any

import pytest

from becivic.corpus.fields import Fields
from becivic.rendering.eligibility_words import applies_words, eligibility_words, predicate_words
from becivic.rendering.voice import ENGLISH, Voice
from becivic.rules.axes import AXES
from becivic.rules.routes import PredicateOp
from becivic.words import LANGUAGES
from tests.factories.bodies import demo_corpus


def said(field: str, op: str, value: Any, voice: Voice = ENGLISH) -> str:
    return predicate_words(Fields({"field": f"user.{field}", "op": op, "value": value}), demo_corpus(), voice)


@pytest.mark.parametrize(
    ("field", "op", "value", "words"),
    [
        ("region", "in", ["Flanders", "Wallonia"], "you live in Flanders or in Wallonia"),
        ("region", "eq", "not-in-belgium-yet", "you live outside Belgium for now"),
        ("document_inventory.has_work_permit", "eq", False, "you have no work permit"),
        ("dependents.minor_children_count", "gte", 2, "minor children in your care: at least 2"),
        ("years_legal_residence", "lte", 5, "years of legal residence in Belgium: at most 5"),
        ("active_procedures", "eq", "marriage", "this procedure is under way for you: marriage"),
        ("civic_status", "exists", True, "it is known: your civil status"),
        ("civic_status", "exists", False, "it is not known: your civil status"),
        ("commune_nis5", "eq", "99999", "you live in this commune: 99999"),
        ("region", "eq", "Atlantis", "you live Atlantis"),
        ("region", "gte", "Flanders", "user.region gte Flanders"),
        ("region", "in", "Flanders", "user.region in Flanders"),
        ("shoe_size", "eq", 44, "user.shoe_size eq 44"),
    ],
)
def test_a_predicate_is_a_clause_in_plain_words(field: str, op: str, value: Any, words: str) -> None:
    assert said(field, op, value) == words


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_axis_and_every_choice_has_words_in_every_language(language: str) -> None:
    voice = Voice(language)
    for name, axis in AXES.items():
        values: list[Any] = [*axis.choices] or [True, False] if not axis.is_ordered else [3]
        for value in values:
            told = said(name, PredicateOp.EQ, value, voice)
            assert told
            assert "user." not in told
        assert said(name, PredicateOp.EXISTS, value=True, voice=voice)
        if axis.is_ordered:
            assert "3" in said(name, PredicateOp.GTE, 3, voice)


def test_a_commune_is_called_by_its_name_in_the_readers_language() -> None:
    code, entry = next(
        (code, entry) for code, entry in demo_corpus().communes.by_code.items() if entry.text("name_nl")
    )
    assert said("commune_nis5", "eq", code, Voice("nl")).endswith(entry.text("name_nl"))
    assert said("commune_nis5", "eq", code) != f"you live in this commune: {code}"


def test_an_audience_is_told_by_the_same_axes() -> None:
    audience = Fields({"civic_status": ["married", "widowed"], "region": "Flanders", "audience_summary": "x"})
    assert applies_words(audience, demo_corpus(), ENGLISH) == [
        "you live in Flanders",
        "you are married or widowed",
    ]


def test_a_source_lists_all_that_has_to_hold() -> None:
    source = demo_corpus().paths.entries["demo-certificate"].sources[0]
    assert eligibility_words(source, demo_corpus(), ENGLISH) == [
        "you have a Belgian identity card or residence card with a chip"
    ]
