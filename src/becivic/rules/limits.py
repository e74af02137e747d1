"""How much one address, one IPv6 network and everybody may send (privacy 8.3, 8.4; design 7.3, 7.9). All configurable."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from enum import Enum
from typing import Final, NamedTuple


class Window(NamedTuple):
    """So many in so long."""

    number: int
    period: timedelta


class Width(Enum):
    """How much of an IPv6 address is looked at. An IPv4 address has one width and counts as an address alone."""

    ADDRESS = 64
    """A subnet: what every device of it can choose addresses from."""
    VOICE = 56
    """What a provider gives to a household."""
    NETWORK = 48
    """What a provider gives to a company or a university, and anybody can rent."""

    @property
    def bits(self) -> int:
        return self.value

    def __str__(self) -> str:
        return "address" if self is Width.ADDRESS else f"IPv6 /{self.bits}"


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

    def grown(self, number: int, width: Width) -> int:
        """How many all addresses of one prefix may send together where one address may send `number`."""
        return number * _GROWTH[width][self in _ACTS_AT_ONCE]

    @property
    def setting(self) -> str:
        """The name an operator uses to change it (R-RATE-04)."""
        return f"limit_{self.name.lower()}"

    @property
    def meaning(self) -> str:
        """What it counts, for the people who may change it."""
        if self is Limit.SERVICE_TRIPWIRE:
            return _MEANINGS[self]
        wider = " and ".join(
            f"{self.grown(1, width)} times as many for a /{width.bits}"
            for width in (Width.VOICE, Width.NETWORK)
        )
        return f"{_MEANINGS[self]} IPv6 by /64, with {wider}."


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

_ACTS_AT_ONCE: Final = frozenset((Limit.VALIDATION, Limit.INJECTION_FLAG))
_GROWTH: Final = {Width.ADDRESS: (1, 1), Width.VOICE: (4, 2), Width.NETWORK: (16, 4)}
"""By width: for what waits a day or is only read, and for votes. Votes act at once and are what spite uses (ADR 44)."""

TIGHTENED: Final[Mapping[Limit, int]] = {Limit.VALIDATION: 2, Limit.INJECTION_FLAG: 1, Limit.COMBINED: 10}
"""What an address may send in a day once a flag of its own was ruled bogus (R-RATE-05). Where an operator has set
less, that holds: nobody gains by a ruling."""

LIMITED_FROM: Final = {Width.VOICE: 1, Width.NETWORK: 4}
BANNED_FROM: Final = {Width.VOICE: 2, Width.NETWORK: 8}
"""From so many bogus flags on one voice may send less, and nothing any more (R-RATE-05: a repeat); all of a /48 when its
voices together have sent four times as many, as they may flag four times as often."""

ENVELOPE_ITEMS: Final = 200
"""More than four days' quota in one request is a mistake; the daily limit stops it anyway."""
