"""The labelled set that ships with the program, and the score of the engine and the finder on it.

The set is written by seeded generators, so that anybody can make it again; it knows nothing of the rules
and recognisers it measures.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from becivic.names import NameFinder
from becivic.score import clean_sentences, identifiers, names
from becivic.score.item import Item
from becivic.score.measure import Score, measure
from becivic_scrub import Engine

SEED: Final = 20261115

Watch = Callable[[Iterable[Item]], Iterable[Item]]
"""Hands the sentences on, one by one, so that somebody can show how far it is."""


@dataclass(frozen=True, slots=True)
class Published:
    identifiers: Score
    names: Score


def identifier_items() -> list[Item]:
    """Sentences with identifiers in every spelling, and tempting clean ones."""
    rng = random.Random(SEED)  # noqa: S311  a labelled set, not a secret
    return [*identifiers.generate(rng), *clean_sentences.generate(rng)]


def name_items() -> list[Item]:
    """Sentences with people in them, and others with what only looks like one."""
    return list(names.generate(random.Random(SEED)))  # noqa: S311


def published_score(engine: Engine, finder: NameFinder, watch: Watch = iter) -> Published:
    """Both scores. A clean sentence of either set tempts both; nobody is told the language."""
    with_numbers, with_people = identifier_items(), name_items()
    return Published(
        measure(
            watch([*with_numbers, *_clean(with_people)]),
            lambda item: [(each.start, each.end) for each in engine.find(item.text)],
            lambda item: item.kind or "",
        ),
        measure(
            watch([*with_people, *_clean(with_numbers)]),
            lambda item: [(each.start, each.end) for each in finder.find(item.text)],
            lambda item: item.lang,
        ),
    )


def _clean(items: Iterable[Item]) -> Iterator[Item]:
    return (item for item in items if item.kind is None)
