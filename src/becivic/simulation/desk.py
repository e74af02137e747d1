"""What an address may still send: the daily limits, and what rulings about bogus flags make of them (C-25)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from becivic.rules.limits import TIGHTENED, Limit
from becivic.simulation.assumptions import Assumptions


@dataclass(slots=True)
class Desk:
    assumptions: Assumptions
    bogus: Counter[int] = field(default_factory=Counter)
    """Rulings against an address."""
    refused: int = 0
    _sent: Counter[tuple[int, Limit]] = field(default_factory=Counter)
    _day: int = -1

    def admits(self, address: int, day: int, *, flagged: bool) -> bool:
        """Takes one vote from the day's allowance; False where there is none left."""
        if self.left(address, day, flagged=flagged) <= 0:
            self.refused += 1
            return False
        self._sent[address, Limit.VALIDATION] += 1
        self._sent[address, Limit.INJECTION_FLAG] += flagged
        return True

    def left(self, address: int, day: int, *, flagged: bool) -> int:
        """How many more it may send on this day."""
        if day != self._day:
            self._day = day
            self._sent.clear()
        if self.is_banned(address):
            return 0
        votes = self._left(address, Limit.VALIDATION)
        return min(votes, self._left(address, Limit.INJECTION_FLAG)) if flagged else votes

    def is_banned(self, address: int) -> bool:
        """A second bogus flag ends it (R-RATE-05)."""
        return self.assumptions.has_sanctions and self.bogus[address] > 1

    def _left(self, address: int, limit: Limit) -> int:
        assumed = self.assumptions
        most = assumed.validations_a_day if limit is Limit.VALIDATION else assumed.flags_a_day
        if assumed.has_sanctions and self.bogus[address]:
            most = min(most, TIGHTENED[limit])
        return most - self._sent[address, limit]
