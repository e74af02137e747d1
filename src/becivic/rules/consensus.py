"""The law of the consensus: the numbers that move an artefact, and the closed words that say why it moved
(lifecycle 9.2, 9.5, 11.1; schemas 6.2.7, 6.10). Every number is configurable (R-SM-15).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from datetime import timedelta
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final

from becivic.rules.statuses import Status

TICK_EVERY: Final = timedelta(minutes=10)
"""How often a server looks at what may have changed its status (C-68)."""

RATINGS_SHOWN_FROM: Final = 3
"""Below this many ratings in the cohort no average is shown (R-OBSV-08)."""


class DecisionKind(StrEnum):
    """What may become of an artefact. `hold` is the answer when nothing does."""

    HOLD = "hold"
    PROMOTE = "promote"
    ROLLBACK = "rollback"
    DEPRECATE = "deprecate"
    QUARANTINE = "quarantine"
    OBSERVE = "observe"
    """What lies behind a hand-over was seen by enough people (C-31); no status changes."""
    REINSTATE = "reinstate"
    """A maintainer's, never the machine's: a flag was bogus (R-QUAR-04)."""


class Rule(StrEnum):
    """The rule that a decision stands on. `hold` stands on none."""

    ALPHA_TO_BETA = "alpha-to-beta"
    BETA_TO_STABLE = "beta-to-stable"
    NET_REJECTS = "net-rejects"
    SOURCES_REJECTED = "all-sources-rejected"
    UNCONFIRMED = "unconfirmed-too-long"
    INJECTION_FLAG = "injection-flag"
    HANDOFF_OBSERVED = "handoff-observed"
    RULING = "maintainer-ruling"


class Ruling(StrEnum):
    """What a maintainer says of a quarantine (lifecycle 9.2)."""

    REINSTATED = "reinstated"
    """The flag was bogus, and what was flagged is back."""
    BOGUS = "bogus"
    """The flag was bogus; what was flagged stays as it is by now."""
    UPHELD = "upheld"


VOICES_OF_A_NETWORK: Final = 2
"""So many voices of one IPv6 /48 count at most (design 7.9). A voice is an IPv4 address or an IPv6 /56."""


class NotCounted(StrEnum):
    """Why a vote counts for nothing."""

    HELD = "held"
    NOT_LOOKED_THROUGH = "not_looked_through"
    BEFORE_COHORT = "before_cohort"
    OTHER_VERSION = "other_version"
    LATER_VERDICT = "later_verdict"
    UNKNOWN_ADDRESS = "unknown_address"
    NO_SEAT = "no_seat"

    @property
    def meaning(self) -> str:
        return _NOT_COUNTED[self]


_NOT_COUNTED: Final = {
    NotCounted.HELD: "a person must look at its words first",
    NotCounted.NOT_LOOKED_THROUGH: "its words have not been looked through for names yet",
    NotCounted.BEFORE_COHORT: "it is older than what is judged now",
    NotCounted.OTHER_VERSION: "it was about another version",
    NotCounted.LATER_VERDICT: "the same address gave a later verdict",
    NotCounted.NO_SEAT: "its IPv6 /48 network has two voices already",
    NotCounted.UNKNOWN_ADDRESS: "its address was forgotten, so that it cannot be told apart",
}

_MAY_BECOME: Final = frozenset(
    (Status.ALPHA, Status.BETA, Status.STABLE, Status.DEPRECATED, Status.QUARANTINED)
)
TRANSITIONS: Final[dict[Status, frozenset[Status]]] = {
    Status.ALPHA: _MAY_BECOME,
    Status.BETA: _MAY_BECOME,
    Status.STABLE: _MAY_BECOME,
}
"""What the machine may make of a status: up by one step, or back to the status of an earlier text, which may be any that
people read (R-QUAR-02). Nothing becomes a draft. What is a draft, deprecated or quarantined it leaves alone (R-SM-02,
R-QUAR-05, R-QUAR-06)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """All thresholds, weights and windows, as one thing that is passed around and written into the log."""

    alpha_confirms: int = 3
    alpha_rejects: int = 0
    alpha_addresses: int = 3
    alpha_age: timedelta = timedelta(hours=48)
    stable_confirms: int = 10
    stable_addresses: int = 10
    stable_age: timedelta = timedelta(days=14)
    stable_rate: Fraction = Fraction("0.85")
    rollback_margin: int = 2
    quarantine_flags: int = 1
    handoff_confirms: int = 3
    handoff_addresses: int = 3
    hide_below: int = 3
    stale_after: timedelta = timedelta(days=30)
    deprecate_after: timedelta = timedelta(days=90)
    probe_weight: Fraction = Fraction("0.5")

    def __post_init__(self) -> None:
        """A policy under which nothing could be decided soundly is a slip of the pen."""
        for name, (holds, must) in _BOUNDS.items():
            if not holds(getattr(self, name)):
                raise ValueError(f"`{name}` must be {must}")

    def as_json(self) -> dict[str, Any]:
        """Whole seconds and exact fractions, so that what is read back is the same policy."""
        return {each.name: _written(getattr(self, each.name)) for each in fields(self)}

    @classmethod
    def of_json(cls, written: dict[str, Any]) -> Policy:
        return cls(
            **{
                each.name: _READERS[each.type](written[each.name])
                for each in fields(cls)
                if each.name in written
            }
        )


def _from_one(number: int) -> bool:
    return number >= 1


def _whole_seconds(window: timedelta) -> bool:
    """The log writes seconds, and what is read back must be the same policy."""
    return window >= timedelta(0) and not window.microseconds


_COUNT: Final = (_from_one, "1 or more")
_WINDOW: Final = (_whole_seconds, "a number of whole seconds, 0 or more")
_BOUNDS: Final[dict[str, tuple[Callable[[Any], bool], str]]] = {
    "alpha_confirms": _COUNT,
    "alpha_rejects": (lambda most: most >= 0, "0 or more"),
    "alpha_addresses": _COUNT,
    "alpha_age": _WINDOW,
    "stable_confirms": _COUNT,
    "stable_addresses": _COUNT,
    "stable_age": _WINDOW,
    "stable_rate": (lambda share: 0 <= share < 1, "0 or more and less than 1, which no share exceeds"),
    "rollback_margin": _COUNT,
    "quarantine_flags": _COUNT,
    "handoff_confirms": _COUNT,
    "handoff_addresses": _COUNT,
    "hide_below": _COUNT,
    "stale_after": _WINDOW,
    "deprecate_after": (lambda window: _whole_seconds(window) and window, "whole seconds, more than 0"),
    "probe_weight": (lambda weight: 0 <= weight <= 1, "between 0 and 1: a machine never outweighs a person"),
}
"""What each number must be, and how that is said."""


def _written(value: int | timedelta | Fraction) -> int | str:
    if isinstance(value, timedelta):
        return int(value.total_seconds())
    return str(value) if isinstance(value, Fraction) else value


_READERS: Final[dict[Any, Any]] = {
    "int": int,
    "timedelta": lambda seconds: timedelta(seconds=seconds),
    "Fraction": Fraction,
}

POLICY_MEANINGS: Final = {
    "alpha_confirms": "Confirms that an alpha needs to become beta.",
    "alpha_rejects": "Rejects that an alpha may have at most when it becomes beta.",
    "alpha_addresses": "Different addresses that must have confirmed an alpha.",
    "alpha_age": "How long an alpha must have stood before it becomes beta.",
    "stable_confirms": "Confirms that a beta needs to become stable.",
    "stable_addresses": "Different addresses that must have confirmed a beta.",
    "stable_age": "How long a beta must have stood before it becomes stable.",
    "stable_rate": "The share of confirms that a beta must exceed; reaching it is not enough.",
    "rollback_margin": "By how many the rejects must exceed the confirms for a rollback.",
    "quarantine_flags": "Different addresses whose injection flags quarantine.",
    "handoff_confirms": "Confirms from beyond a hand-over, after which a source's `post_handoff_observed` is set.",
    "handoff_addresses": "Different addresses that must have given them.",
    "hide_below": "A concern with so many more rejects than confirms is folded away, never removed.",
    "stale_after": "A source that was not confirmed for so long is shown as stale.",
    "deprecate_after": "A path that was not confirmed for so long, on any of its sources, is deprecated. Only days count on which"
    " a probe asked a source of the same class, or a vote on one arrived.",
    "probe_weight": "What the verdict of a machine probe counts where an agent's counts 1. All probes are one address.",
}
"""What each number does, for the people who may change it."""

POLICY: Final = Policy()
"""What holds where an operator has set nothing else."""
