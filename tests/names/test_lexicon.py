"""What we know of a word."""

from __future__ import annotations

import pytest

from becivic.names.lexicon import Lexicon, Sense
from becivic.names.morphology import is_noun, is_surname_shaped


@pytest.mark.parametrize(
    ("folded", "sense"),
    [
        ("fatima", Sense.GIVEN),
        ("xhevdetta", Sense.NOTHING),
        ("zorblovic", Sense.SHAPED),
        ("commune", Sense.COMMON),
        ("aufenthaltskarte", Sense.COMMON),
        ("zonderlingkaart", Sense.THINGLIKE),
        ("zorblisation", Sense.THINGLIKE),
        ("formulieren", Sense.COMMON),
        ("saint-gilles", Sense.PLACE | Sense.COMMON),
        ("mohiville-namur", Sense.PLACE),
        ("a38", Sense.COMMON),
        ("loi", Sense.COMMON),
        ("fedasil", Sense.COMMON | Sense.INSTITUTION),
    ],
)
def test_a_word_has_its_sense(folded: str, sense: Sense, lexicon: Lexicon) -> None:
    assert lexicon.sense(folded) == sense


def test_a_double_barrelled_surname_is_one_and_a_square_is_not(lexicon: Lexicon) -> None:
    assert lexicon.sense("peeters-xhonqueux") & Sense.SURNAME
    assert not lexicon.sense("peeters-place").known
    assert not lexicon.sense("grand-place").known


def test_a_name_that_is_also_a_place_is_doubtful(lexicon: Lexicon) -> None:
    sense = lexicon.sense("florence")
    assert sense.known
    assert not sense.sure
    assert not sense.excluded


def test_the_genitive_of_a_given_name_is_that_name(lexicon: Lexicon) -> None:
    assert lexicon.sense("fatimas") & Sense.GIVEN
    assert lexicon.sense("anna-marias") & Sense.GIVEN
    assert not lexicon.sense("rabies").known
    assert lexicon.sense("jean-pierre") & Sense.GIVEN


def test_the_memory_of_senses_is_bounded() -> None:
    lexicon = Lexicon()
    for number in range(50_002):
        lexicon.sense(f"zzx{number}")
    assert len(lexicon._senses) < 50_000


@pytest.mark.parametrize(
    "folded",
    ["kowalczyk", "popescu", "jovanovic", "karaoglu", "petrosyan", "kvirikashvili", "bondarenko", "ramirez",
     "gustavsson", "vandenbulcke", "abdelkader", "el-khatib", "mcallister"],
)  # fmt: skip
def test_surnames_show_by_their_form(folded: str) -> None:
    assert is_surname_shaped(folded)


@pytest.mark.parametrize(
    "folded", ["keizerslaan", "inschrijving", "krankenversicherung", "registration", "autorisation"]
)
def test_things_show_by_their_form(folded: str) -> None:
    assert is_noun(folded)
    assert not is_surname_shaped(folded)


@pytest.mark.parametrize("folded", ["peeters", "ring", "diallo", "xhevdetta"])
def test_other_words_show_nothing(folded: str) -> None:
    assert not is_noun(folded)
