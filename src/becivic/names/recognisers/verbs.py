"""Owns names that do what only people do: `Thandeka a dit`, `Wendpanga zei`, `Oyelaran told me`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from becivic.names.context import after_determiner, names_a_thing
from becivic.names.lexicon import Sense
from becivic.names.lists import entries
from becivic.names.phrases import Phrases
from becivic.names.recognisers.hit import Hit
from becivic.names.scan import Scan

_VERBS: Final = Phrases(entries("cues", "verbs.txt"))
_ACTING_THINGS: Final = Sense.COMMON | Sense.INSTITUTION
_SCORE: Final = 0.55


def find(scan: Scan) -> Iterator[Hit]:
    for start, end in scan.runs:
        if (
            end < len(scan.words)
            and scan.joined(end)
            and _VERBS.end_of(scan.words, end) > end
            and _is_subject(scan, start, end)
        ):
            yield Hit(start, end, _SCORE)


def find_owners(scan: Scan) -> Iterator[Hit]:
    """`Anahit's residence card`: what belongs to somebody tells that there is somebody."""
    for start, end in scan.runs:
        if scan.words[end - 1].possessive and _is_subject(scan, start, end):
            yield Hit(start, end, _SCORE)


def _is_subject(scan: Scan, start: int, end: int) -> bool:
    if any(scan.words[at].shout for at in range(start, end)) or start in scan.headline:
        return False
    return (
        not (end - start == 1 and _is_rather_a_thing(scan, start))
        and not after_determiner(scan, start)
        and not names_a_thing(scan, start, end)
    )


def _is_rather_a_thing(scan: Scan, at: int) -> bool:
    """`te Gent bevestigde`, and the small word that opens a sentence."""
    return bool(scan.senses[at] & (_ACTING_THINGS if scan.words[at].opens else Sense.PLACE))
