"""Answers kept by what they are made of: made anew when that has changed, forgotten when nobody asked for longest.

What they are made of is not kept alive: a page that nobody asks for would hold on to the whole corpus it was made from.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Final, NamedTuple

from becivic.reading.kept import weakly
from becivic.web.answers import Prepared

KEPT_BYTES: Final = 96 * 2**20


class _Kept(NamedTuple):
    made_of: tuple[Callable[[], object], ...]
    answer: Prepared


class Kept:
    def __init__(self, most: int = KEPT_BYTES) -> None:
        self._most = most
        self._answers: OrderedDict[Hashable, _Kept] = OrderedDict()
        self.weight = 0
        """What all of them weigh together."""

    def known(self, key: Hashable, made_of: tuple[object, ...]) -> Prepared | None:
        """`made_of` is compared by identity: readings and corpora are never changed, and a new one is another."""
        known = self._answers.get(key)
        if known is None or not _are_same(known.made_of, made_of):
            return None
        self._answers.move_to_end(key)
        return known.answer

    def get(self, key: Hashable, made_of: tuple[object, ...], make: Callable[[], Prepared]) -> Prepared:
        """What is known, or else what is made now."""
        found = self.known(key, made_of)
        if found is not None:
            return found
        known, answer = self._answers.get(key), make()
        if known is not None and _say_the_same(known.answer, answer):
            answer = known.answer  # and has since it was first made
        self._drop(key)
        self._answers[key] = _Kept(tuple(map(weakly, made_of)), answer)
        self.weight += answer.weight
        while self.weight > self._most:
            self._drop(next(iter(self._answers)))
        return answer

    def _drop(self, key: Hashable) -> None:
        known = self._answers.pop(key, None)
        self.weight -= known.answer.weight if known is not None else 0


def _are_same(known: tuple[Callable[[], object], ...], made_of: tuple[object, ...]) -> bool:
    return len(known) == len(made_of) and all(a() is b for a, b in zip(known, made_of, strict=True))


def _say_the_same(one: Prepared, other: Prepared) -> bool:
    """A tag may name what counts of an answer, and not all of it."""
    return one.tag == other.tag and one.body == other.body
