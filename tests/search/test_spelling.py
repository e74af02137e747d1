from __future__ import annotations

from collections import Counter

import pytest

from becivic.search.spelling import Spelling, joined_of

WORDS = Counter(
    {"apostille": 5, "verblijf": 2, "kaart": 3, "verlenging": 1, "karte": 1, "karten": 9, "tax": 4}
)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("apostile", "apostille"),
        ("apsotille", "apostille"),
        ("aposstile", "apostille"),
        ("kaaart", "kaart"),
        ("kaarte", "kaart"),
        ("kartte", "karte"),
        ("tex", None),
        ("kxxrt", None),
        ("bpostille", None),
        ("", None),
    ],
)
def test_a_mistake_or_two_in_a_long_word_are_forgiven_but_never_the_first_letter(
    written: str, meant: str | None
) -> None:
    assert Spelling(WORDS).meant(written) == meant


def test_of_several_words_as_near_the_one_in_use_most_is_meant() -> None:
    assert Spelling(Counter({"karte": 1, "karts": 9})).meant("kartx") == "karts"


def test_joined_words_come_apart_with_and_without_a_link() -> None:
    spelling = Spelling(WORDS)
    assert spelling.parts("verblijfskaart") == ["verblijf", "kaart"]
    assert spelling.parts("kaartverlenging") == ["kaart", "verlenging"]
    assert spelling.parts("verblijfskaartverlenging") == ["verblijf", "kaart", "verlenging"]
    assert spelling.parts("verblijfsxxxx") == []
    assert spelling.parts("kaart") == []


def test_no_word_however_long_is_taken_apart_for_ever() -> None:
    assert joined_of("aaaa" * 15 + "b", {"aaaa", "aaaaa"}.__contains__) == []
