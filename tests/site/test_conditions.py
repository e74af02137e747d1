"""For whom a way is: one clause in the reader's words, grammatical in all four languages."""

from __future__ import annotations

from typing import Any

import pytest

from becivic.corpus.directory import Source
from becivic.corpus.fields import Fields
from becivic.rendering.voice import Voice
from becivic.site.pages.conditions import audience, condition
from tests.factories.bodies import demo_corpus

BELGIUM = ["Brussels-Capital", "Flanders", "Wallonia", "German-speaking-community"]
CARD = {"field": "user.document_inventory.has_id_card", "op": "eq", "value": "yes"}


def said(language: str, *predicates: dict[str, Any]) -> str:
    source = Source(Fields({"id": "x", "audience": {"predicates": list(predicates)}}))
    return condition(source, demo_corpus(), Voice(language))


def lives(op: str, value: Any) -> dict[str, Any]:
    return {"field": "user.region", "op": op, "value": value}


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "if you live in Flanders or in Wallonia, and if you have a Belgian identity card or residence card with a chip"),
        ("fr", "si vous habitez en Flandre ou en Wallonie, et si vous avez une carte d'identité ou de séjour belge à puce"),
        ("nl", "als u in Vlaanderen of in Wallonië woont, en als u een Belgische identiteits- of verblijfskaart met chip hebt"),
        ("de", "wenn Sie in Flandern oder in der Wallonie wohnen, und wenn Sie eine belgische Identitäts- oder Aufenthaltskarte mit Chip haben"),
    ],
)  # fmt: skip
def test_all_that_has_to_hold_is_one_clause(language: str, words: str) -> None:
    assert said(language, lives("in", ["Flanders", "Wallonia"]), CARD) == words


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "if you live in Belgium"),
        ("fr", "si vous habitez en Belgique"),
        ("nl", "als u in België woont"),
        ("de", "wenn Sie in Belgien wohnen"),
    ],
)
def test_all_regions_are_the_country(language: str, words: str) -> None:
    assert said(language, lives("in", BELGIUM)) == words


@pytest.mark.parametrize("value", ["Flanders", [["Flanders"]], None, BELGIUM[:3]])
def test_what_is_not_the_whole_country_is_told_as_it_is(value: Any) -> None:
    assert "Belgium" not in said("en", lives("in", value))


def test_where_nothing_has_to_hold_it_is_open_to_everybody() -> None:
    assert said("de") == "für alle offen"


def test_an_audience_names_no_regions_where_it_names_them_all() -> None:
    applies_to = Fields({"region": BELGIUM, "residency_status": ["registered", "asylum"]})
    assert audience(applies_to, demo_corpus(), Voice("fr")) == (
        "si vous êtes inscrit(e) dans une commune ou vous avez demandé l'asile"
    )
    assert audience(Fields({"region": BELGIUM}), demo_corpus(), Voice("fr")) == ""
    assert audience(Fields({"region": "Flanders"}), demo_corpus(), Voice("en")) == "if you live in Flanders"
