from __future__ import annotations

from collections import Counter

import pytest

from becivic.search.concepts import Concept, Concepts, Role, SmallWords, phrase
from becivic.search.question import MOST_WORDS, Bearing, Understanding
from becivic.search.spelling import Spelling

CARD = Concept("card", {"en": "residence card"}, (phrase("carte de séjour", "fr"), phrase("kaart", "nl")))
PAPER = Concept("paper", {"en": "paper", "fr": "papier"}, (phrase("kaart", "nl"),))
RENEW = Concept("renew", {"en": "renew"}, (phrase("verlengen", "nl"), phrase("now", "en")), Role.SIDE)
SMALL = SmallWords(frozenset({"de", "mijn", "now"}), frozenset({"belgie"}))


@pytest.fixture(scope="module")
def understanding() -> Understanding:
    concepts = Concepts([CARD, PAPER, RENEW])
    spelling = Spelling(Counter([*concepts.words, "translation"]))
    return Understanding(concepts, SMALL, spelling, lambda word: word.text == "bodyword")


def wants(understanding: Understanding, text: str) -> list[tuple[str, Bearing]]:
    return [(" ".join(want.words), want.bearing) for want in understanding.question(text).wants]


def test_each_thing_asked_for_has_its_bearing(understanding: Understanding) -> None:
    assert wants(
        understanding, "mijn kaart verlengen belgie 2026 x translation bodyword unheard unheard"
    ) == [
        ("kaart", Bearing.MATTER),
        ("verlengen", Bearing.SIDE),
        ("belgie", Bearing.ASIDE),
        ("2026", Bearing.ASIDE),
        ("x", Bearing.ASIDE),
        ("translation", Bearing.WORD),
        ("bodyword", Bearing.WORD),
        ("unheard", Bearing.UNKNOWN),
    ]


def test_words_of_a_phrase_are_one_thing_and_a_small_word_alone_is_none(understanding: Understanding) -> None:
    assert wants(understanding, "carte de sejour now") == [("carte sejour", Bearing.MATTER)]


def test_a_word_may_mean_several_things_at_once(understanding: Understanding) -> None:
    (want,) = understanding.question("kaart").wants
    assert [concept.id for concept in want.concepts] == ["card", "paper"]
    assert want.called("fr") == "residence card"
    assert [each.text for each in want.own] == ["kaart"]


def test_an_unknown_word_is_called_as_it_is_written(understanding: Understanding) -> None:
    (want,) = understanding.question("Unheard").wants
    assert want.called("de") == "unheard"


def test_a_mistake_is_told_and_a_joined_word_is_none(understanding: Understanding) -> None:
    assert understanding.question("translatoin").corrected == "translation"
    assert understanding.question("kaartverlengen").corrected == ""
    assert wants(understanding, "kaartverlengen") == [("kaart", Bearing.MATTER), ("verlengen", Bearing.SIDE)]


def test_only_so_many_words_are_read(understanding: Understanding) -> None:
    question = understanding.question(" ".join(f"word{number}q" for number in range(200)))
    assert len(question.wants) == MOST_WORDS


def of(*concepts: Concept) -> Understanding:
    heard = Concepts(concepts)
    return Understanding(heard, SMALL, Spelling(Counter(heard.words)), lambda _: False)


def test_what_lists_of_everyday_words_say_of_a_word_counts_before_the_glossary() -> None:
    term = Concept("hall", {"en": "town hall"}, (phrase("town hall", "en"),), Role.TERM)
    hint = Concept("commune", {"en": "commune"}, (phrase("town hall", "en"),), Role.HINT)
    assert wants(of(term), "town hall") == [("town hall", Bearing.MATTER)]
    assert wants(of(term, hint), "town hall") == [("town hall", Bearing.HINT)]


def test_an_everyday_word_is_heard_in_a_longer_one_of_the_glossary() -> None:
    term = Concept("proof", {"en": "proof"}, (phrase("proof nationality", "en"),), Role.TERM)
    name = Concept("nationality", {"en": "nationality"}, (phrase("nationality", "en"),), Role.NAME)
    (want,) = of(term, name).question("proof of nationality").wants[:1]
    assert (want.bearing, [concept.id for concept in want.concepts]) == (
        Bearing.NAME,
        ["proof", "nationality"],
    )


def test_two_hints_of_one_kind_are_one() -> None:
    country = Concept("country", {"en": "country"}, (phrase("spain", "en"), phrase("italy", "en")), Role.HINT)
    assert wants(of(country), "spain italy") == [("spain", Bearing.HINT)]


def test_what_is_said_twice_is_asked_for_once(understanding: Understanding) -> None:
    assert wants(understanding, "kaart mijn kaart") == [("kaart", Bearing.MATTER)]
