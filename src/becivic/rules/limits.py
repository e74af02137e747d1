"""How much one address, and the world, may send (privacy 8.3, 8.4; design 7.3). All configurable."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from enum import Enum
from typing import Final, NamedTuple


class Window(NamedTuple):
    """So many in so long."""

    number: int
    period: timedelta


class Limit(Enum):
    """Counted per hashed address, never per declared agent name (R-PRIN-18); the last one for all."""

    VALIDATION = Window(10, timedelta(days=1))
    INJECTION_FLAG = Window(2, timedelta(days=1))
    COMBINED = Window(50, timedelta(days=1))
    BURST = Window(60, timedelta(hours=1))
    ANALYTICS = Window(200, timedelta(days=1))
    VALIDATE_MODE = Window(300, timedelta(hours=1))
    CONCERN_READ = Window(600, timedelta(hours=1))
    SERVICE_TRIPWIRE = Window(1000, timedelta(hours=1))

    @property
    def setting(self) -> str:
        """The name an operator uses to change it (R-RATE-04)."""
        return f"limit_{self.name.lower()}"

    @property
    def meaning(self) -> str:
        """What it counts, for the people who may change it."""
        return _MEANINGS[self]


_MEANINGS: Final = {
    Limit.VALIDATION: "Validations that one address may send in a day.",
    Limit.INJECTION_FLAG: "Validations with `injection_flag` that one address may send in a day.",
    Limit.COMBINED: "Submissions of all types together that one address may send in a day.",
    Limit.BURST: "Submissions that one address may send within an hour.",
    Limit.ANALYTICS: "Analytics events that one address may send in a day; they count towards no other limit.",
    Limit.VALIDATE_MODE: "Items that one address may have checked without staging them within an hour.",
    Limit.CONCERN_READ: "Times that one address may ask for concerns within an hour; pages are not counted.",
    Limit.SERVICE_TRIPWIRE: "Submissions from everybody together within an hour that mean something is wrong. Passing"
    " it raises an alarm and refuses nobody: a wire that refused would let a few addresses silence everybody.",
}

TIGHTENED: Final[Mapping[Limit, int]] = {Limit.VALIDATION: 2, Limit.INJECTION_FLAG: 1, Limit.COMBINED: 10}
"""What an address may send in a day once a flag of its own was ruled bogus (R-RATE-05). Where an operator has set
less, that holds: nobody gains by a ruling."""

BANNED_FROM: Final = 2
"""From so many bogus flags on an address may send nothing any more (R-RATE-05: a repeat)."""

ENVELOPE_ITEMS: Final = 200
"""More than four days' quota in one request is a mistake; the daily limit stops it anyway."""
