from __future__ import annotations

from becivic.search.analysis import words_of
from becivic.search.concepts import Phrase
from becivic.search.entries import Entry, Field, Kind, Unit
from becivic.search.evidence import NOTHING, KnownBy, weighed
from becivic.search.question import Bearing, Want

ENTRY = Entry(
    kind=Kind.SKILL,
    id="one",
    address="/skills/one",
    status="alpha",
    titles={"en": "Renew a residence card"},
    summaries={},
    units=(
        Unit(Field.TITLE, "Renew a residence card", "en"),
        Unit(Field.TAG, "carte-de-sejour"),
        Unit(Field.HEADING, "Residence of a child", "en"),
    ),
)


def want(*words: str) -> Want:
    read = tuple(words_of(word)[0] for word in words)
    return Want(words, Bearing.MATTER, (Phrase(" ".join(words), read),))


def test_the_more_places_the_surer() -> None:
    known_by = KnownBy(ENTRY)
    card = weighed(want("card"), known_by, in_text=False)
    residence = weighed(want("residence"), known_by, in_text=False)
    assert 0 < card.strength < residence.strength < 1
    assert residence.reason is not None
    assert residence.reason.fields == (Field.TITLE, Field.HEADING)
    assert weighed(want("card"), known_by, in_text=True).strength > card.strength


def test_words_of_a_phrase_must_stand_together_or_count_little() -> None:
    known_by = KnownBy(ENTRY)
    together = weighed(want("residence", "card"), known_by, in_text=False)
    apart = weighed(want("child", "card"), known_by, in_text=False)
    one = weighed(want("child", "pizza"), known_by, in_text=False)
    assert together.strength > 2 * apart.strength > 2 * one.strength > 0
    assert one.reason is not None
    assert (one.reason.asked, one.reason.found) == ("child pizza", "child")


def test_a_tag_is_known_in_any_language() -> None:
    got = weighed(want("cartes", "sejours"), KnownBy(ENTRY), in_text=False)
    assert got.reason is not None
    assert got.reason.fields == (Field.TAG,)


def test_the_text_alone_is_a_word_in_passing_and_nothing_is_nothing() -> None:
    passing = weighed(want("pizza"), NOTHING, in_text=True)
    assert passing.reason is not None
    assert (passing.reason.found, passing.reason.fields) == ("", (Field.BODY,))
    assert weighed(want("pizza"), NOTHING, in_text=False).reason is None
    assert weighed(want("pizza", "beer"), NOTHING, in_text=False) == (0.0, None)
