"""Filters that work by address alone: what was asked for, what fits it, and how many would fit otherwise.

Whatever is not known, a parameter or a value, is passed over; nothing a reader writes is an error here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, Generic, NamedTuple, TypeVar
from unicodedata import normalize
from urllib.parse import urlencode

from becivic.rendering.markup import bounded
from becivic.rules.reading import FILTER_VALUES, PAGE_MOST

Item = TypeVar("Item")
Pairs = Iterable[tuple[str, str]]

WORDS: Final = "q"
PART: Final = "page"
_ACCENTS: Final = re.compile("[\u0300-\u036f]")


@dataclass(frozen=True, slots=True)
class Facet(Generic[Item]):
    """One thing to choose by. `values` is everything that may be asked for, in the order it is shown."""

    name: str
    label: str
    """The key of its words."""
    values: Sequence[str]
    of: Callable[[Item], Collection[str]]
    word: Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Option:
    value: str
    word: str
    count: int
    is_chosen: bool


class Choice(NamedTuple):
    """A facet as it is shown: only what leads somewhere, or was chosen."""

    name: str
    label: str
    options: list[Option]

    @property
    def chosen(self) -> list[str]:
        """The words of what is in force: they are read where the choices themselves are folded away."""
        return [option.word for option in self.options if option.is_chosen]


class Chosen(NamedTuple):
    """One filter that is in force, and the query of the page without it."""

    word: str
    without: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Narrowed(Generic[Item]):
    items: list[Item]
    """Of this part of the list."""
    count: int
    """In all parts."""
    words: str
    choices: list[Choice]
    chosen: list[Chosen]
    part: int
    parts: int
    query: str
    """What was asked for, without the part: `domain=family&q=child`."""
    unknown: tuple[str, ...] = ()
    """The filters that were given a value which none of them has."""

    def at(self, part: int) -> str:
        """The query of another part."""
        return "&".join(filter(None, (self.query, f"{PART}={part}")))


def folded(text: str) -> str:
    """Without capitals and accents, so that etat finds état."""
    plain = text.casefold()
    return plain if plain.isascii() else _ACCENTS.sub("", normalize("NFKD", plain))


def parts_of(count: int, most: int = 0) -> int:
    """How many parts a list has."""
    return max(1, -(-count // (most or PAGE_MOST)))


def narrowed(
    items: Sequence[Item],
    facets: Sequence[Facet[Item]],
    asked: Pairs,
    words_of: Callable[[Item], str],
    most: int = 0,
) -> Narrowed[Item]:
    """`most` of them make a part, where it is not as usual."""
    pairs = list(islice(asked, FILTER_VALUES * (len(facets) + 2)))
    words = bounded(next((value for name, value in pairs if name == WORDS), ""))
    wanted = [_wanted(facet, pairs) for facet in facets]
    in_force = [(facet, value) for facet, values in zip(facets, wanted, strict=True) for value in values]
    fitting = _with_words(items, words, words_of)
    left = _fitting(fitting, facets, wanted)
    most = most or PAGE_MOST
    parts = parts_of(len(left), most)
    part = min(_number(next((value for name, value in pairs if name == PART), "")), parts)
    return Narrowed(
        items=left[(part - 1) * most : part * most],
        count=len(left),
        words=words,
        choices=[
            _choice(facet, wanted[at], _fitting(fitting, facets, [*wanted[:at], [], *wanted[at + 1 :]]))
            for at, facet in enumerate(facets)
        ],
        chosen=[
            Chosen(facet.word(value), _query([each for each in in_force if each != (facet, value)], words))
            for facet, value in in_force
        ],
        part=part,
        parts=parts,
        query=_query(in_force, words),
        unknown=tuple(facet.name for facet in facets if _has_unknown(facet, pairs)),
    )


def _wanted(facet: Facet[Item], pairs: Pairs) -> list[str]:
    asked = {value for name, value in pairs if name == facet.name}
    return [value for value in facet.values if value in asked]


def _has_unknown(facet: Facet[Item], pairs: Pairs) -> bool:
    return any(name == facet.name and value not in facet.values for name, value in pairs)


def _with_words(items: Iterable[Item], words: str, words_of: Callable[[Item], str]) -> list[Item]:
    """Those in which every word stands."""
    wanted = folded(words).split()
    if not wanted:
        return list(items)
    return [
        item for item in items if all(word in text for text in [folded(words_of(item))] for word in wanted)
    ]


def _fitting(
    items: Iterable[Item], facets: Sequence[Facet[Item]], wanted: Sequence[Sequence[str]]
) -> list[Item]:
    """One value of each facet that was asked for at all."""
    asked = [(facet, set(values)) for facet, values in zip(facets, wanted, strict=True) if values]
    return [item for item in items if all(not values.isdisjoint(facet.of(item)) for facet, values in asked)]


def _choice(facet: Facet[Item], wanted: Collection[str], among: Iterable[Item]) -> Choice:
    counts = Counter(value for item in among for value in facet.of(item))
    options = [
        Option(value, facet.word(value), counts[value], value in wanted)
        for value in facet.values
        if counts[value] or value in wanted
    ]
    return Choice(facet.name, facet.label, options)


def _query(in_force: Iterable[tuple[Facet[Item], str]], words: str) -> str:
    said = [(WORDS, words)] if words else []
    return urlencode([*((facet.name, value) for facet, value in in_force), *said])


def _number(text: str) -> int:
    """A part of the list, from one on; whatever is no such number is the first."""
    return max(1, int(text)) if text.isascii() and text.isdigit() and len(text) < 6 else 1
