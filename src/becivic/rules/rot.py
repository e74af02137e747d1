"""How the outside is looked at: how often, how politely, and from when on the trouble is ours (lifecycle 10.1, 11.1)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction
from typing import Final

PROBE_EVERY: Final = timedelta(days=1)
LINKCHECK_EVERY: Final = timedelta(days=30)
AUDIT_EVERY: Final = timedelta(days=30)
"""R-PLC-05, R-CATL-09, R-FM-09."""

CHECKED_LATELY: Final = timedelta(days=25)
"""A reference looked at since then is passed over."""

OURS_FROM_HOSTS: Final = 3
OURS_SHARE: Final = Fraction(9, 10)
"""Where so many hosts were asked and nearly all of them failed, it is our own line that is broken: nobody is judged."""

TEMPORARY_OUTCOME: Final = "source-temporarily-down"
"""A failure signal that speaks of today only; a machine does not hold it against a source."""

GONE_STATUSES: Final = frozenset((404, 410))

WALLS: Final = frozenset((401, 403, 407, 408, 425, 429, 451))
"""Statuses that say more about who asks than about what is there: people may well get through."""

AGENT_NAME: Final = "BeCivic"
"""What we are called in `User-Agent` and looked for under in robots.txt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manners:
    """What one look at somebody else's server may cost, them and us."""

    connect_seconds: float = 5.0
    seconds: float = 15.0
    """On the wire, redirects included; waiting for one's turn does not count."""
    head_bytes: int = 64 << 10
    body_bytes: int = 512 << 10
    redirects: int = 5
    pause_seconds: float = 2.0
    """Between two requests to one host, where it asks for no more."""
    longest_pause_seconds: float = 10.0
    """A host that asks for more is not asked at all."""
    requests: int = 5_000
    """In one run, everything counted."""
    ports: frozenset[int] = frozenset((80, 443))


MANNERS: Final = Manners()
