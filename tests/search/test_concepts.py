from __future__ import annotations

from becivic.search.analysis import words_of
from becivic.search.concepts import (
    Concept,
    Concepts,
    everyday_concepts,
    glossary_concepts,
    phrase,
    small_words,
)
from becivic.words import LANGUAGES
from tests.factories.corpora import Files

CARD = Concept("card", {"fr": "carte de séjour"}, (phrase("carte de séjour", "fr"), phrase("A-Karte", "de")))
TERMS = """{"schema_version": 1, "terms": [{"id": "a-card", "kind": "document",
  "name": {"fr": "carte A (séjour limité)", "nl": "", "de": "(nur erklärt)", "en": "A card"},
  "also": {"en": ["temporary card"]}}]}"""


def heard(question: str) -> list[tuple[list[int], str]]:
    return [(sorted(found.at), found.concept.id) for found in Concepts([CARD]).heard_in(words_of(question))]


def test_every_matter_is_told_in_four_languages_and_no_phrase_is_empty() -> None:
    for concept in everyday_concepts():
        assert set(concept.name) == set(LANGUAGES), concept.id
        assert all(each.words for each in concept.phrases), concept.id


def test_no_small_word_is_both_nothing_and_a_circumstance() -> None:
    small = small_words()
    assert not small.stop & small.aside


def test_a_phrase_is_heard_without_its_small_words_and_in_any_order_nearby() -> None:
    assert heard("ma carte séjour") == [([1, 2], "card")]
    assert heard("séjour, la carte") == [([0, 2], "card")]
    assert heard("carte") == []
    assert heard("carte un deux trois quatre cinq six séjour") == []


def test_a_phrase_of_one_word_that_says_something_keeps_its_small_words() -> None:
    assert [word.text for word in phrase("A-Karte", "de").words] == ["a", "karte"]
    assert [word.text for word in phrase("carte de séjour", "fr").words] == ["carte", "sejour"]


def test_the_glossary_is_heard_without_what_explains_a_name() -> None:
    corpus = Files.valid().with_file("data/terms.json", TERMS).load()
    (concept,) = glossary_concepts(corpus.terms)
    assert [[word.text for word in each.words] for each in concept.phrases] == [
        ["carte", "a"],
        ["a", "card"],
        ["temporary", "card"],
    ]
    assert concept.name == {"fr": "carte A (séjour limité)", "de": "(nur erklärt)", "en": "A card"}


def test_a_place_is_a_circumstance_unless_its_name_means_something() -> None:
    small = small_words().with_places({"mol", "the", "karte"}, {"karte"})
    assert "mol" in small.aside
    assert not {"the", "karte"} & small.aside
