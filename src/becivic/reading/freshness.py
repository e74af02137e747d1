"""Whether anything was stored since somebody looked: the revision, known without asking the database at every read.

What this process stores is known at once; what another does, after a moment (design 3).
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from becivic.store import revision
from becivic.store.store import Store, StoreUnavailable

LOOK_EVERY: Final = 0.5
"""Seconds after which the database is asked again: a change elsewhere shows within one (design 3)."""


class Freshness:
    """`ticks` is a monotonic clock in seconds; with `every` at 0 each look asks the database."""

    def __init__(self, store: Store, ticks: Callable[[], float], every: float = LOOK_EVERY) -> None:
        self._store: Final = store
        self._ticks: Final = ticks
        self._every: Final = every
        self._number: int | None = None
        self._looked: tuple[float, int] | None = None
        """When the last look began, and how much this process had stored by then."""

    def fresh(self) -> int | None:
        """The number without waiting for anything; None where a look is due, or nothing is known yet."""
        return None if self._is_due() else self._number

    async def number(self) -> int | None:
        """What was known stands while the records cannot be reached; None where they never were."""
        if self._is_due():
            begun = self._ticks(), self._store.writes
            with suppress(StoreUnavailable):
                self._learn(begun, await self._store.reading(revision.current))
            self._looked = max(begun, self._looked or begun)
        return self._number

    def _is_due(self) -> bool:
        if self._looked is None:
            return True
        at, writes = self._looked
        return writes != self._store.writes or self._ticks() - at >= self._every

    def _learn(self, begun: tuple[float, int], number: int) -> None:
        """Of two looks at once the one that began later knows more, whichever ends first."""
        if self._looked is None or begun >= self._looked:
            self._number = number
