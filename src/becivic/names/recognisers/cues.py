"""Owns names that the words before them announce: `je m'appelle Amina`, `signed by …`, `mijn man Youssef`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from becivic.names.context import thing_follows
from becivic.names.folding import APOSTROPHES
from becivic.names.lexicon import Sense
from becivic.names.lists import entries, folded
from becivic.names.phrases import Phrases
from becivic.names.recognisers.hit import Hit
from becivic.names.scan import Scan
from becivic.names.words import Word

EndOf = Callable[[Sequence[Word], int], int]

_INTRODUCTIONS: Final = Phrases(entries("cues", "introductions.txt"))
_ROLES: Final = Phrases(entries("cues", "roles.txt"))
_ROLE_ENDINGS: Final = tuple(folded("cues", "role_endings.txt"))
_QUOTES: Final = frozenset('"«“„(' + APOSTROPHES)
_NAMING: Final = _QUOTES | frozenset(" ,\u00a0\u202f")
_INTRODUCING: Final = _NAMING | frozenset(":.-\u2013\u2014\n\r*_")


def find_introduced(scan: Scan) -> Iterator[Hit]:
    yield from _after(scan, _INTRODUCTIONS.end_of, _INTRODUCING, 0.85)


def find_by_role(scan: Scan) -> Iterator[Hit]:
    yield from _after(scan, _end_of_role, _NAMING, 0.8)


def _end_of_role(words: Sequence[Word], at: int) -> int:
    """Dutch and German grow roles together: `Polizeikommissar`, `onderzoeksrechter`."""
    return max(_ROLES.end_of(words, at), at + words[at].folded.endswith(_ROLE_ENDINGS))


def _after(scan: Scan, end_of: EndOf, gap: frozenset[str], score: float) -> Iterator[Hit]:
    for at in range(len(scan.words)):
        start = end_of(scan.words, at)
        if not at < start < len(scan.words) or not gap.issuperset(scan.words[start].gap):
            continue
        first = _past_particles(scan, start)
        if _is_name(scan, first):
            end = scan.stretch(first)[1]
            if not thing_follows(scan, end):
                yield Hit(start, end, score)


def _past_particles(scan: Scan, start: int) -> int:
    """From `da` to `Silva` and from `Van` to `Hung`; a small word of the language itself is left alone."""
    if scan.words[start].capital and scan.is_particle(start) and not scan.senses[start].known:
        follows = start + 1 < len(scan.words) and scan.joined(start + 1)
        return start + 1 if follows else start
    return scan.beyond_particles(start) if scan.holds(start) else start


def _is_name(scan: Scan, at: int) -> bool:
    """A cue is not proof: what follows must be written as a name and not be an acronym or a thing."""
    if not (scan.nameable(at) or _only_looks_a_thing(scan, at)):
        return False
    sense, alone = scan.senses[at], scan.stretch(at)[1] == at + 1
    if sense.sure:
        return True
    if alone and (_is_acronym(scan, at) or _is_rather_a_thing(sense)):
        return False
    return not alone or scan.joined(at) or _ends_a_clause(scan, at + 1)


def _is_acronym(scan: Scan, at: int) -> bool:
    return scan.words[at].shout and not scan.senses[at].known


def _is_rather_a_thing(sense: Sense) -> bool:
    """`spricht man Deutsch`: also a surname, and `man` also a husband."""
    return bool(sense & (Sense.COMMON | Sense.PLACE)) and not sense & Sense.GIVEN


def _only_looks_a_thing(scan: Scan, at: int) -> bool:
    """`mijn man Koenraad`: a guess from the form, where the language would write the thing small."""
    in_sentence = scan.language != "de" and scan.joined(at) and at not in scan.headline
    return in_sentence and scan.words[at].capital and scan.senses[at] == Sense.THINGLIKE


def _ends_a_clause(scan: Scan, at: int) -> bool:
    """`Hallo, Graag had ik …` goes on; `Groeten, Përparim` does not."""
    return at >= len(scan.words) or not scan.joined(at)
