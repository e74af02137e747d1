"""Owns what the mere build of a word tells: grown together, inflected, a noun by its ending, a surname by its form.

Lists are finite and German is not: `Haushaltszusammensetzung` is in none, and is nobody.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from becivic_harness.words.groups import group, in_order

Known = Callable[[str], bool]
"""Whether a folded word may be a part of another one."""

_LONGEST: Final = 60
"""Letters. Work must not grow with what a stranger types without a blank."""
_SHORTEST_GROWN: Final = 8
_SHORTEST_PART: Final = 4
_SHORTEST_STEM: Final = 6
_SHORTEST_HEAD: Final = 5
_LINKS: Final = ("", "s", "n", "en", "es", "er", "e")
_SHORT_PARTS: Final = group("short parts")
_NAME_ENDS: Final = group("ends of surnames")
"""Nothing that ends so is believed to be grown."""
_ENDINGS: Final = (
    "s",
    "x",
    "e",
    "es",
    "n",
    "en",
    "er",
    "em",
    "ern",
    "t",
    "te",
    "ten",
    "nt",
    "nen",
    "ne",
    "r",
    "d",
)
_VERB_ENDINGS: Final = ("ez", "ons", "ent", "ant", "ait", "ees", "ee", "es", "era")
_NOUN_ENDINGS: Final = in_order("endings of nouns")
_NO_NOUNS: Final = in_order("no endings of nouns")
_SURNAME_ENDINGS: Final = in_order("endings of surnames")
_SURNAME_BEGINNINGS: Final = in_order("beginnings of surnames")


def is_ordinary(folded: str, is_word: Known, grows: Known) -> bool:
    """Not on a list, and yet built as ordinary words are."""
    if len(folded) > _LONGEST or is_surname_shaped(folded):
        return False
    return is_noun(folded) or is_inflected(folded, is_word) or is_grown(folded, is_word, grows)


def is_surname_shaped(folded: str) -> bool:
    """`Kowalczyk`, `Popescu`, `Vandenbulcke`: nobody needs to have listed them."""
    return (len(folded) >= 7 and folded.endswith(_SURNAME_ENDINGS)) or (
        len(folded) >= 9 and folded.startswith(_SURNAME_BEGINNINGS)
    )


def is_grown(folded: str, is_word: Known, grows: Known, depth: int = 2) -> bool:
    """`Verblijfskaart`, `Meldeamt`, `Schengenvisum`: a word of German or Dutch behind one or two others."""
    if len(folded) < _SHORTEST_GROWN:
        return False
    for at in range(2, len(folded) - _SHORTEST_PART + 1):
        first, head = folded[:at], folded[at:]
        if (
            head not in _NAME_ENDS
            and head != first
            and _is_head(head, grows)
            and _is_first(first, is_word, grows, depth)
        ):
            return True
    return False


def _is_head(head: str, grows: Known) -> bool:
    """An ordinary word, or one in the genitive or plural: `…vertrags`, `…stände`."""
    if grows(head):
        return True
    return any(
        head.endswith(ending) and len(head) - len(ending) >= _SHORTEST_HEAD and grows(head[: -len(ending)])
        for ending in ("s", "es", "n", "en", "e", "er", "ern")
    )


def _is_first(part: str, is_word: Known, grows: Known, depth: int) -> bool:
    if part in _SHORT_PARTS:
        return True
    for link in _LINKS:
        bare = part[: len(part) - len(link)]
        if (
            len(bare) >= _SHORTEST_PART
            and part.endswith(link)
            and (bare in _SHORT_PARTS or is_word(bare) or is_noun(bare))
        ):
            return True
    if len(part) >= _SHORTEST_PART and grows(f"{part}en"):  # impfen, and so Impfnachweis
        return True
    return depth > 1 and is_grown(part, is_word, grows, depth - 1)


def is_noun(folded: str) -> bool:
    """`Haushaltszusammensetzung`, `inburgering`: the ending says it."""
    return len(folded) >= 7 and folded.endswith(_NOUN_ENDINGS) and not folded.endswith(_NO_NOUNS)


def is_inflected(folded: str, known: Known) -> bool:
    """`Connectez`, `Termine`, `guichets`: a known stem and an ending."""
    for ending in _VERB_ENDINGS:
        verb = folded[: len(folded) - len(ending)]
        if len(folded) >= _SHORTEST_STEM and folded.endswith(ending) and _is_verb(verb, known):
            return True
    for ending in _ENDINGS:
        stem = folded[: len(folded) - len(ending)]
        if len(stem) >= _SHORTEST_STEM and folded.endswith(ending) and known(stem):
            return True
    return False


def _is_verb(stem: str, known: Known) -> bool:
    return known(f"{stem}er") or (len(stem) >= _SHORTEST_STEM and known(stem))
