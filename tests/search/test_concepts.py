from __future__ import annotations

from becivic.search.analysis import words_of
from becivic.search.concepts import (
    Concept,
    Concepts,
    Role,
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


def test_the_lists_have_every_role_and_the_glossary_its_own() -> None:
    corpus = Files.valid().with_file("data/terms.json", TERMS).load()
    assert {concept.role for concept in everyday_concepts()} == set(Role) - {Role.TERM}
    assert {concept.role for concept in glossary_concepts(corpus.terms)} == {Role.TERM}


def test_an_umlaut_may_be_spelled_out() -> None:
    written = {each.text for concept in everyday_concepts() for each in concept.phrases}
    assert {"Führerschein", "Fuehrerschein"} <= written


def test_a_phrase_stands_where_its_words_are_nearest() -> None:
    assert heard("séjour un deux trois quatre cinq six sept carte de séjour") == [([8, 10], "card")]


def test_a_phrase_of_small_words_keeps_its_order() -> None:
    concepts = Concepts([Concept("ending", {"en": "over"}, (phrase("out of", "en"),))])
    assert [sorted(found.at) for found in concepts.heard_in(words_of("out of time"))] == [[0, 1]]
    assert concepts.heard_in(words_of("of time out")) == []


def test_so_does_one_with_nothing_but_a_circumstance_besides() -> None:
    concepts = Concepts([Concept("belgian", {"en": "belgian"}, (phrase("want to be belgian", "en"),))])
    assert len(concepts.heard_in(words_of("i want to be a belgian"))) == 1
    assert concepts.heard_in(words_of("want my papers to be legalised by the belgian embassy")) == []
    assert concepts.heard_in(words_of("belgian wife, want to be with her")) == []
    assert not phrase("residence card", "en").is_ordered


def test_words_that_share_a_stem_by_chance_are_not_the_same() -> None:
    concepts = Concepts(
        [Concept("will", {"fr": "testament"}, (phrase("testament", "fr"), phrase("wifi", "fr")))]
    )
    assert [sorted(found.at) for found in concepts.heard_in(words_of("testaments"))] == [[0]]
    assert concepts.heard_in(words_of("tests wife")) == []


def test_no_saying_has_grown_together_with_the_next_one() -> None:
    """Two that lost the comma between them say a word twice, or go on for longer than anybody does."""
    for concept in everyday_concepts():
        for each in concept.phrases:
            words = [word.text for word in each.words]
            assert len(words) <= 7, (concept.id, each.text)
            assert each.is_ordered or len(words) == len(set(words)), (concept.id, each.text)


def test_a_small_word_with_an_umlaut_may_be_spelled_out() -> None:
    assert {"fur", "fuer", "gebuhr", "gebuehr"} <= small_words().stop | small_words().aside


def test_what_says_more_is_heard_before_what_has_more_small_words() -> None:
    house = Concept("house", {}, (phrase("my house", "en"),), Role.ELSEWHERE)
    letting = Concept("letting", {}, (phrase("rent out house", "en"),))
    found = Concepts([house, letting]).heard_in(words_of("i rent out my house"))
    assert [each.concept.id for each in found] == ["letting", "house"]


def test_all_words_of_a_name_say_something() -> None:
    card = Concept("eu-card", {}, (phrase("eu card", "en"),), Role.NAME)
    losing = Concept("losing", {}, (phrase("lost my card", "en"),))
    found = Concepts([card, losing]).heard_in(words_of("lost my eu card"))
    assert [each.concept.id for each in found] == ["eu-card", "losing"]


def test_nothing_that_names_a_procedure_names_something_else_too() -> None:
    """Sayings that come down to the same words once the small ones are left out."""
    said = {
        role: {
            frozenset(word.text for word in each.words): (concept.id, each.text)
            for concept in everyday_concepts()
            if concept.role is role
            for each in concept.phrases
            if not each.is_ordered
        }
        for role in (Role.NAME, Role.ELSEWHERE)
    }
    both = said[Role.NAME].keys() & said[Role.ELSEWHERE].keys()
    assert not [(said[Role.NAME][words], said[Role.ELSEWHERE][words]) for words in both]


def test_a_word_of_three_letters_is_heard_in_the_plural() -> None:
    pets = Concept("pets", {}, (phrase("dog", "en"),), Role.ELSEWHERE)
    assert [each.concept.id for each in Concepts([pets]).heard_in(words_of("a tax on dogs"))] == ["pets"]
