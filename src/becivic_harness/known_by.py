"""The words that the nodes of a skill graph are known by, and where each of them says something."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from becivic_harness.asked import Want
from becivic_harness.json_values import text_at
from becivic_harness.sayings import Phrase
from becivic_harness.word_stems import stem as stem_of
from becivic_harness.word_stems import tokens

TITLE: Final = "title"
TAG: Final = "tags"
SUMMARY: Final = "summary"
AREA: Final = "applies_to"

_WORTH: Final = {TITLE: 0.7, TAG: 0.55, SUMMARY: 0.4, AREA: 0.25}
"""How sure a node is about something that it names there."""
_PART: Final = 0.35
"""A node that has only some of the words of a phrase may speak of something else."""
_CLAUSE_ENDS: Final = re.compile(r"[,;:.()]")

Node = Mapping[str, Any]


class Standing(NamedTuple):
    """How strongly a node speaks of something, from 0 to 1, and in which of its fields."""

    strength: float = 0.0
    fields: tuple[str, ...] = ()


class KnownBy:
    """For each stem, in which units it stands. A unit is words that stand together: a title, one tag, a clause."""

    def __init__(self, nodes: Sequence[Node]) -> None:
        self.count: Final = len(nodes)
        self._units: Final[list[tuple[int, str]]] = []
        self._at: Final[dict[str, set[int]]] = {}
        stems: dict[str, str] = {}
        for number, node in enumerate(nodes):
            for field, text in _units(node):
                for word in tokens(text):
                    if word not in stems:
                        stems[word] = stem_of(word)
                    self._at.setdefault(stems[word], set()).add(len(self._units))
                self._units.append((number, field))

    def has(self, stem: str) -> bool:
        return stem in self._at

    def is_named(self, stem: str) -> bool:
        return any(self._units[unit][1] in (TITLE, TAG) for unit in self._at.get(stem, ()))

    def standing(self, want: Want) -> dict[int, Standing]:
        """Which nodes speak of it, by their numbers. The parts of a phrase count where the phrase does not stand."""
        whole = {number: _standing(fields) for number, fields in self._speaking_of(want).items()}
        return {**self._in_part(want), **whole} if len(want.words) > 1 else whole

    def _speaking_of(self, want: Want) -> dict[int, set[str]]:
        """Titles and summaries are in English, tags in any language: that a French word looks like an English one is no
        reason to think of that."""
        found = self._together(want.english())
        for number, fields in self._together(want.others()).items():
            if TAG in fields:
                found.setdefault(number, set()).add(TAG)
        return found

    def _in_part(self, want: Want) -> dict[int, Standing]:
        total: dict[int, float] = {}
        fields: dict[int, set[str]] = {}
        for each in want.stems:
            for number, where in self._together([(each,)]).items():
                total[number] = total.get(number, 0.0) + _standing(where).strength
                fields.setdefault(number, set()).update(where)
        share = _PART / len(want.stems)
        return {
            number: _standing(fields[number])._replace(strength=found * share)
            for number, found in total.items()
        }

    def _together(self, phrases: Iterable[Phrase]) -> dict[int, set[str]]:
        """By node, the fields where all words of any of the phrases stand together."""
        found: dict[int, set[str]] = {}
        for phrase in phrases:
            units = self._at.get(phrase[0])
            for word in phrase[1:]:
                if not units:
                    break
                units = units & self._at.get(word, set())
            for unit in units or ():
                number, field = self._units[unit]
                found.setdefault(number, set()).add(field)
        return found


def _standing(fields: set[str]) -> Standing:
    """The more places, the surer."""
    doubt = 1.0
    for field in fields:
        doubt *= 1 - _WORTH[field]
    return Standing(1 - doubt, tuple(field for field in _WORTH if field in fields))


def _units(node: Node) -> Iterator[tuple[str, str]]:
    yield TITLE, text_at(node, "title")
    yield TAG, text_at(node, "id")
    tags = node.get("tags")
    for tag in tags if isinstance(tags, list) else ():
        yield TAG, str(tag)
    for said in dict.fromkeys((text_at(node, "summary"), text_at(node, "description"))):
        for clause in _CLAUSE_ENDS.split(said):
            yield SUMMARY, clause
    yield AREA, text_at(node, "applies_to")
