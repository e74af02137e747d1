"""Owns names that our lists know, alone or beside words that nobody listed: `Amina`, `J. Peeters`, `TRAORÉ Awa`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from becivic.names.context import (
    after_determiner,
    is_determiner,
    named_after_a_place,
    names_a_thing,
    within_a_title,
)
from becivic.names.lexicon import Sense
from becivic.names.recognisers.hit import Hit
from becivic.names.rows import beside_things
from becivic.names.scan import Scan

_WORD_SURNAME: Final = Sense.SURNAME | Sense.WORD
_ONLY_A_WORD: Final = _WORD_SURNAME | Sense.GIVEN
_PAIR: Final = 0.85
_ALONE: Final = 0.6
_SHORTEST_SHOUT: Final = 6  # "NINO" and "IBAN" are numbers before they are people
_SHORTEST_ALONE: Final = 3  # "An" and "Le" are too much else


def find(scan: Scan) -> Iterator[Hit]:
    for run_start, end in scan.runs:
        start = run_start + (end - run_start > 1 and is_determiner(scan, run_start))
        score = _score(scan, start, end)
        if score and not names_a_thing(scan, start, end):
            yield Hit(scan.stretch(start)[0], scan.stretch(end - 1)[1], score)


def _score(scan: Scan, start: int, end: int) -> float:
    if end - start > 1 and _is_pair(scan, start, end):
        return _PAIR
    sense = scan.senses[start]
    if not sense.sure or len(scan.words[start].text) < _SHORTEST_ALONE or beside_things(scan, start, end):
        return 0.0
    return _ALONE if _stands_for_a_person(scan, start) else 0.0


def _is_pair(scan: Scan, start: int, end: int) -> bool:
    """Something known beside something that can be its other half."""
    senses = [scan.senses[at] for at in range(start, end)]
    if scan.language == "nl" and scan.is_particle(start) and within_a_title(scan, start):
        return False
    if scan.language != "de" and not senses[0] & Sense.GIVEN and after_determiner(scan, start):
        # "Le Petit Robert", "het Klein Kasteeltje"; but "de Oostkantonner Dietmar Heinen"
        return any(sense.sure and sense & Sense.GIVEN for sense in senses[1:-1])
    if all(sense & _ONLY_A_WORD == _WORD_SURNAME for sense in senses):
        return False  # "Witte Zak"
    if any(sense.sure for sense in senses):
        return True
    if sum(sense.known for sense in senses) > 1:
        return not all(sense & Sense.COMMON for sense in senses)
    doubtful = next((sense for sense in senses if sense.known), Sense.NOTHING)
    firm = bool(doubtful) and not doubtful & Sense.COMMON
    shaped = bool(doubtful) and any(
        sense & Sense.SHAPED or _is_shouted(scan, start + n) for n, sense in enumerate(senses)
    )
    return shaped or (firm and bool(senses[0] & Sense.GIVEN))


def _is_shouted(scan: Scan, at: int) -> bool:
    """`HABYARIMANA Solange`: a surname in capitals that nobody listed."""
    return scan.words[at].shout and len(scan.words[at].text) >= _SHORTEST_SHOUT and not scan.senses[at].known


def _stands_for_a_person(scan: Scan, at: int) -> bool:
    """A given name alone is a person anywhere; a surname alone where nothing else could stand."""
    word = scan.words[at]
    if word.shout and len(word.text) < _SHORTEST_SHOUT:
        return False
    if scan.senses[at] & Sense.GIVEN:
        return scan.language == "de" or not after_determiner(scan, at)
    # Every trade is a surname in German, and every noun is written large.
    unlikely = word.opens or word.shout or after_determiner(scan, at) or named_after_a_place(scan, at)
    unlikely = unlikely or within_a_title(scan, at)
    return scan.language != "de" and not unlikely
