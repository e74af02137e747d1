"""How well one entry answers a question, and by what: worked out of the words it is known by."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from typing import Final, NamedTuple

from becivic.search.analysis import Word, keys_of
from becivic.search.concepts import Phrase
from becivic.search.entries import Entry, Field, Kind
from becivic.search.question import Want

_WORTH: Final = {
    Field.TITLE: 0.7,
    Field.TAG: 0.55,
    Field.SUMMARY: 0.4,
    Field.HEADING: 0.25,
    Field.BODY: 0.12,
}
"""How sure a page is about something that it names there."""

_PART: Final = 0.35
"""A page that has only some of the words of a phrase may speak of something else."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an entry was found: what was written, what was read, and where it stands."""

    asked: str
    found: str
    fields: tuple[Field, ...]


class KnownBy:
    """The words that an entry is known by: for each key, in which of its units it stands."""

    __slots__ = ("_at", "_fields")

    def __init__(self, entry: Entry) -> None:
        self._fields: Final = [unit.field for unit in entry.units]
        self._at: Final[dict[str, list[int]]] = {}
        for number, unit in enumerate(entry.units):
            for key in keys_of(unit.text, *([unit.language] if unit.language else [])):
                self._at.setdefault(key, []).append(number)

    def fields_with(self, phrase: Phrase) -> set[Field]:
        """Where all words of the phrase stand together."""
        first, *others = phrase.words
        units = self._units_with(first)
        for word in others:
            if not units:
                break
            units &= self._units_with(word)
        return {self._fields[number] for number in units}

    def _units_with(self, word: Word) -> set[int]:
        return {number for key in word.keys for number in self._at.get(key, ())}


NOTHING: Final = KnownBy(
    Entry(kind=Kind.DOC, id="", address="", status="", titles={}, summaries={}, units=())
)
"""What an entry is known by that the index does not name."""


class Weighed(NamedTuple):
    strength: float
    """From 0 to 1."""
    reason: Reason | None


def weighed(want: Want, known_by: KnownBy, *, in_text: bool) -> Weighed:
    """What the entry has of one thing asked for; the parts of a phrase count where the phrase does not stand."""
    whole = _standing(want.phrases, known_by, in_text=in_text)
    if whole.strength or len(want.words) == 1:
        return _told(want, whole)
    parts = [_standing([each], known_by, in_text=False) for each in want.own]
    mean = sum(part.strength for part in parts) / len(parts)
    best = max(parts, key=lambda part: part.strength)
    return _told(want, best._replace(strength=mean * _PART))


class _Standing(NamedTuple):
    strength: float
    found: str
    fields: tuple[Field, ...]


def _told(want: Want, standing: _Standing) -> Weighed:
    if not standing.fields:
        return Weighed(0.0, None)
    return Weighed(standing.strength, Reason(" ".join(want.words), standing.found, standing.fields))


def _standing(phrases: Iterable[Phrase], known_by: KnownBy, *, in_text: bool) -> _Standing:
    """Where any of the phrases stands; the more places, the surer."""
    found: dict[Field, str] = {}
    for phrase in phrases:
        for field in known_by.fields_with(phrase):
            found.setdefault(field, phrase.text)
    if in_text:
        found.setdefault(Field.BODY, "")
    doubt = reduce(lambda left, field: left * (1 - _WORTH[field]), found, 1.0)
    fields = tuple(field for field in Field if field in found)
    return _Standing(1 - doubt, next((found[field] for field in fields if found[field]), ""), fields)
