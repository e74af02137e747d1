"""Owns names that the words before them announce: `je m'appelle Amina`, `signed by …`, `mijn man Youssef`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

from becivic.names.context import DETERMINERS, thing_follows
from becivic.names.folding import APOSTROPHES
from becivic.names.lexicon import Sense
from becivic.names.lists import entries, folded, folded_section
from becivic.names.phrases import Phrases
from becivic.names.recognisers.hit import Hit
from becivic.names.scan import Scan
from becivic.names.words import Word
from becivic.rules.languages import LANGUAGES

EndOf = Callable[[Sequence[Word], int], int]

_INTRODUCTIONS: Final = Phrases(entries("cues", "introductions.txt"))
# `nicht` is a niece in Dutch and `man` a husband; in German they are small words.
_ROLES: Final = {
    language: Phrases(
        role
        for role in entries("cues", "roles.txt")
        if role.casefold() not in entries("function", f"{language}.txt")
    )
    for language in LANGUAGES
}
_ROLE_ENDINGS: Final = tuple(folded("cues", "role_endings.txt"))
_KIN: Final = frozenset[str]().union(
    *(
        folded_section(f"kin and friends in {name}", "cues", "roles.txt")
        for name in ("French", "Dutch", "German", "English")
    )
)
_OF: Final = frozenset(["de", "d", "van", "von", "of"])
_QUOTES: Final = frozenset('"«“„(' + APOSTROPHES)
_NAMING: Final = _QUOTES | frozenset(" ,\u00a0\u202f")
_INTRODUCING: Final = _NAMING | frozenset(":.-\u2013\u2014\n\r*_")


def find_introduced(scan: Scan) -> Iterator[Hit]:
    for _, start in _cues(scan, _INTRODUCTIONS.end_of, _INTRODUCING):
        if "," not in scan.words[start].gap or _is_known(scan, start) or scan.is_past_line(start + 1):
            yield from _named(scan, start, 0.85)


def find_by_role(scan: Scan) -> Iterator[Hit]:
    for role, start in _cues(scan, partial(_end_of_role, _ROLES[scan.language]), _NAMING):
        sure = _is_known(scan, start) and not scan.senses[start] & Sense.COMMON
        if sure or _belongs_to_the_role(scan, role, start):
            yield from _named(scan, start, 0.8)


def find_kin(scan: Scan) -> Iterator[Hit]:
    """`le neveu de Gjergj`, `de broer van Milan`: who has a nephew is somebody."""
    for start, _ in scan.runs:
        owned = start > 1 and scan.joined(start) and scan.joined(start - 1)
        if owned and scan.words[start - 1].folded in _OF and scan.words[start - 2].folded in _KIN:
            yield from _named(scan, start, 0.6)


def _end_of_role(roles: Phrases, words: Sequence[Word], at: int) -> int:
    """Dutch and German grow roles together: `Polizeikommissar`, `onderzoeksrechter`."""
    return max(roles.end_of(words, at), at + words[at].folded.endswith(_ROLE_ENDINGS))


def _cues(scan: Scan, end_of: EndOf, gap: frozenset[str]) -> Iterator[tuple[int, int]]:
    for at in range(len(scan.words)):
        start = end_of(scan.words, at)
        if at < start < len(scan.words) and gap.issuperset(scan.words[start].gap):
            yield at, start


def _named(scan: Scan, start: int, score: float) -> Iterator[Hit]:
    first = _past_particles(scan, start)
    if _is_name(scan, first):
        end = scan.stretch(first)[1]
        if not thing_follows(scan, end):
            yield Hit(start, end, score)


def _is_known(scan: Scan, start: int) -> bool:
    """A name on our lists or by its form, or more than one word of it."""
    first = _past_particles(scan, start)
    sense = scan.senses[first]
    return sense.known or bool(sense & Sense.SHAPED) or scan.stretch(first)[1] > first + 1


def _belongs_to_the_role(scan: Scan, role: int, start: int) -> bool:
    """`Client, Conjoint, Enfant` and `Kunde Budget` are lists; `de tolk Zabihullah` is somebody."""
    certain = any(_is_article(scan, at) for at in range(max(0, role - 2), role))
    if "," in scan.words[start].gap:
        return certain
    large = scan.words[role].capital and not certain
    return start not in scan.headline and (not large or _goes_on(scan, start + 1))


def _is_article(scan: Scan, at: int) -> bool:
    return scan.words[at].folded in DETERMINERS[scan.language]


def _goes_on(scan: Scan, at: int) -> bool:
    return at < len(scan.words) and scan.joined(at) and not scan.words[at].capital


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
