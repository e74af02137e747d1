"""How text becomes words that can be compared: small letters without accents, and one light stem for four languages.

What people write and what the graph says go through the same functions, so that what one of them folds the other folds
too. The stem is a key to look things up by, never something to show.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

LONGEST_TASK: Final = 1000
"""Characters of a task that are looked at."""
MOST_WORDS: Final = 100

_WORD: Final = re.compile(r"[^\W_]+")
_TWICE: Final = re.compile(r"(.)\1")
_LETTERS: Final = str.maketrans(
    {"ß": "ss", "œ": "oe", "æ": "ae", "ø": "o", "đ": "d", "ł": "l", "\u0131": "i"}
)
_SHORTEST_STEM: Final = 4
# fmt: off
_ENDINGS: Final = frozenset((
    "ements", "ations", "iteit", "ungen", "ingen", "ement", "ation", "tions", "isch", "ment", "heid", "lich", "keit", "itat",
    "tion", "ings", "ants", "ents", "ance", "ence", "eren", "ally", "ity", "ite", "ing", "ung", "age", "ent", "ant", "eur", "ais",
    "ait", "ons", "ers", "ten", "jes", "ez", "er", "ed", "es", "en", "em", "et", "st", "te", "al", "ly", "je", "s", "e", "n", "t",
    "d", "y",
))
# fmt: on
"""Of French, Dutch, German and English. Too much is cut rather than too little: a phrase has other words."""
_LONGEST_ENDING: Final = 6
_OFTEN_PART_OF_A_WORD: Final = frozenset(
    ("n", "t", "d", "st", "te", "et", "em", "al", "je", "ent", "ant", "age", "ten", "eur")
)
"""Cut only where more is left."""


def fold(text: str) -> str:
    """Small letters; an umlaut and an accent are as good as none."""
    small = text.lower()
    if small.isascii():
        return small
    import unicodedata  # most of what is folded needs none of it, and it is slow to load

    apart = unicodedata.normalize("NFKD", small)
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).translate(_LETTERS)


def tokens(text: str) -> list[str]:
    return _WORD.findall(fold(text))


def stem(word: str) -> str:
    """Of a folded word. `ue` is what people write who have no `ü`, and a doubled letter is soon forgotten."""
    if len(word) < _SHORTEST_STEM or word.isdigit():
        return word
    word = word.replace("ae", "a").replace("oe", "o").replace("ue", "u").replace("iz", "is")
    word = _TWICE.sub(r"\1", word)
    for _ in range(2):
        shorter = _without_ending(word)
        if shorter == word:
            break
        word = shorter
    return word


def _without_ending(word: str) -> str:
    """The longest one is cut."""
    for length in range(min(_LONGEST_ENDING, len(word) - _SHORTEST_STEM), 0, -1):
        ending = word[-length:]
        if ending in _ENDINGS and (
            ending not in _OFTEN_PART_OF_A_WORD or len(word) - length > _SHORTEST_STEM
        ):
            return word[:-length]
    return word


class Word(NamedTuple):
    """A word as it was read, and what it is looked up by."""

    text: str
    stem: str


def words_of(text: str) -> list[Word]:
    return [Word(word, stem(word)) for word in tokens(text)]
