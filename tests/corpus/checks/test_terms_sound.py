"""terms-sound: each thing stands in the glossary once."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from becivic.corpus.checks import data_schema, terms_sound
from becivic.corpus.terms import TERMS_FILE
from tests.corpus.test_terms import files
from tests.factories.corpora import Files, assert_caught, assert_clean
from tests.factories.json_edits import line_at
from tests.factories.payloads import TERMS


def edited(**changes: Any) -> Files:
    """The glossary with its second term changed."""
    terms = copy.deepcopy(TERMS)
    terms["terms"][1].update(changes)
    return files(terms)


def test_a_sound_glossary_is_clean_and_so_is_none() -> None:
    assert_clean(files(), terms_sound.check)
    assert_clean(files(), data_schema.check)
    assert_clean(Files.valid(), terms_sound.check)
    assert_clean(edited(source="ref-00001"), terms_sound.check)


def test_an_id_that_is_there_twice_is_caught() -> None:
    broken = edited(id="demo-card")
    assert_caught(
        broken, terms_sound.check, TERMS_FILE, line_at(broken, "/terms/1/id", TERMS_FILE), says="demo-card"
    )


def test_a_name_that_stands_for_two_things_is_caught() -> None:
    broken = edited(name={"en": "residence CARD"})
    line = line_at(broken, "/terms/1/name/en", TERMS_FILE)
    assert_caught(broken, terms_sound.check, TERMS_FILE, line, says="English name is that of `demo-card`")


@pytest.mark.parametrize(
    "name",
    ["R\u00e9sidence card", "Re\u0301sidence card", " r\u00e9sidence  CARD ", "R\u00e9sidence\u00a0card"],
)
def test_names_that_look_the_same_are_the_same(name: str) -> None:
    terms = copy.deepcopy(TERMS)
    terms["terms"][0]["name"]["en"] = "R\u00e9sidence card"
    terms["terms"][1]["name"] = {"en": name}
    broken = files(terms)
    assert_caught(broken, terms_sound.check, TERMS_FILE, line_at(broken, "/terms/1/name/en", TERMS_FILE))


def test_a_word_that_people_use_may_be_the_official_name_of_something_else() -> None:
    assert_clean(edited(also={"en": [TERMS["terms"][0]["name"]["en"]]}), terms_sound.check)


def test_a_word_that_a_term_has_twice_is_caught() -> None:
    broken = edited(also={"en": ["the Desk"]})
    line = line_at(broken, "/terms/1/also/en/0", TERMS_FILE)
    assert_caught(broken, terms_sound.check, TERMS_FILE, line, says="English word twice")


def test_a_source_that_does_not_exist_is_caught() -> None:
    broken = edited(source="ref-09999")
    line = line_at(broken, "/terms/1/source", TERMS_FILE)
    assert_caught(broken, terms_sound.check, TERMS_FILE, line, says="ref-09999")


def test_a_kind_nobody_knows_is_for_the_schema() -> None:
    broken = edited(kind="thing")
    line = line_at(broken, "/terms/1/kind", TERMS_FILE)
    assert_caught(broken, data_schema.check, TERMS_FILE, line, says="must be one of")
