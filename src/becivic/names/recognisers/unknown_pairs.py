"""Owns names that no list knows: two words written as names where the language writes little else so."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from becivic.names.context import after_determiner, names_a_thing, within_a_title
from becivic.names.lexicon import Sense
from becivic.names.recognisers.hit import Hit
from becivic.names.rows import beside_things
from becivic.names.scan import Scan

_SHAPED: Final = 0.6
_UNKNOWN: Final = 0.4
_LONGEST: Final = 4
_LONGEST_SIGN: Final = 3
_ADJECTIVE_ENDINGS: Final = ("er", "es", "em", "sche", "liche", "ige", "ale")


def find(scan: Scan) -> Iterator[Hit]:
    for start, end in map(partial(_trimmed, scan), scan.runs):
        if 2 <= end - start <= _LONGEST and _stands_free(scan, start, end):
            score = _score(scan, start, end)
            if score and not names_a_thing(scan, start, end):
                yield Hit(start, end, score)


def _trimmed(scan: Scan, run: tuple[int, int]) -> tuple[int, int]:
    """`Can Attila Bodnár`: what is also a word, at either end, is taken for the word."""
    start, end = run
    while start < end and _listed(scan, start):
        start += 1
    while start < end and _listed(scan, end - 1):
        end -= 1
    return start, end


def _stands_free(scan: Scan, start: int, end: int) -> bool:
    in_things = start in scan.headline or within_a_title(scan, start)
    return not (in_things or after_determiner(scan, start) or beside_things(scan, start, end))


def _score(scan: Scan, start: int, end: int) -> float:
    words = range(start, end)
    if all(scan.words[at].shout for at in words) or any(
        _listed(scan, at) or _is_sign(scan, at) for at in words
    ):
        return 0.0
    if any(scan.senses[at] & Sense.SHAPED for at in words):
        return _SHAPED
    return 0.0 if scan.language == "de" and _is_adjective(scan, start) else _UNKNOWN


def _listed(scan: Scan, at: int) -> bool:
    return bool(scan.senses[at] & (Sense.COMMON | Sense.PLACE))


def _is_sign(scan: Scan, at: int) -> bool:
    """`Zeitzone UTC`, `Rahmen II`, `B.S.`: a sign is no half of a name that nobody knows."""
    word = scan.words[at]
    return len(word.text) == 1 or (word.shout and len(word.text) <= _LONGEST_SIGN)


def _is_adjective(scan: Scan, at: int) -> bool:
    """`Freier Eintritt`, `Erster Instanz`: German writes the nouns large, and names by adjective and noun."""
    folded = scan.words[at].folded
    return folded.endswith(_ADJECTIVE_ENDINGS) or (scan.words[at].opens and folded.endswith("e"))
