"""What the model takes for granted about content, people and maintainers. Nothing here was measured: see docs/consensus.md.

The limits come from the law; everything else is a guess that a run may replace.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final

from becivic.rules.limits import Limit
from becivic.rules.targets import TargetType

KINDS: Final = {
    TargetType.SKILL: 25,
    TargetType.PATH: 25,
    TargetType.VOLATILE_VALUE: 30,
    TargetType.REFERENCE: 20,
}
"""The four kinds of artefact, and how many of a hundred are of each."""

CHANGES_A_YEAR: Final = {
    TargetType.SKILL: 0.15,
    TargetType.PATH: 0.2,
    TargetType.VOLATILE_VALUE: 0.3,
    TargetType.REFERENCE: 0.1,
}
"""How often reality moves away from one artefact, and what was right is wrong. For a path: from one of its sources."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Assumptions:
    """Shares are of 1; times are in days."""

    bad_share: float = 0.15
    """New content that is wrong from the beginning."""
    hostile_share: float = 1 / 3
    """Of the bad content: what carries instructions for the reader's agent."""
    arrival: float = 90
    """The library fills over this time."""
    improved_a_year: float = 0.2
    """Amendments that nobody's reject has asked for, for one artefact."""
    amends: float = 0.15
    """How often somebody who rejects sends a better text."""
    amended_well: float = 0.92
    restored_after: float = 21
    """On average, until somebody proposes again what was withdrawn."""
    ruled_after: float = 3
    """Until a maintainer answers a quarantine."""
    has_sanctions: bool = True
    """Whether bogus flags tighten an address's limits and then ban it (C-25)."""
    probed_share: float = 0.5
    """Paths whose sources are probed by machine; audited deliveries never are."""
    probed_every: float = 7
    """All probes are one voter, so that more of them would say nothing more."""
    volume: float = 1
    """Multiplies everybody's votes."""
    validations_a_day: int = Limit.VALIDATION.value.number
    flags_a_day: int = Limit.INJECTION_FLAG.value.number
    keeps_confirms: bool = False
    """Whether a text that is proposed again keeps the confirms of its first round (architecture 18)."""

    def as_json(self) -> dict[str, Any]:
        return {name: round(value, 4) for name, value in asdict(self).items()}


ASSUMED: Final = Assumptions()
STILL: Final = Assumptions(amends=0, improved_a_year=0, bad_share=0, probed_share=0)
"""For the small trials of one attack: nothing moves but votes."""
