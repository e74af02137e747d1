"""The populations that the consensus is tried on: who votes, how much, and who means harm."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Population:
    """`votes` are given on an average artefact in a month by those who mean well; the others come on top of them."""

    name: str
    meaning: str
    votes: float
    careless: float = 0.05
    """The share of those votes that come from careless agents."""
    ring: int = 0
    """Addresses that act together: they confirm bad content and reject some of the good."""
    rejecters: int = 0
    """Single addresses that reject whatever they meet, as often as the limits let them."""
    flaggers: int = 0
    """Single addresses that flag good content, as often as the limits let them."""

    def as_json(self) -> dict[str, Any]:
        return {
            "meaning": self.meaning,
            "votes_a_month": self.votes,
            "careless": self.careless,
            "ring": self.ring,
            "rejecters": self.rejecters,
            "flaggers": self.flaggers,
        }


POPULATIONS: Final = {
    each.name: each
    for each in (
        Population(name="quiet", meaning="few votes, nearly all of them honest", votes=1),
        Population(name="healthy", meaning="enough votes, nearly all of them honest", votes=3),
        Population(name="careless", meaning="enough votes, half of them careless", votes=3, careless=0.5),
        Population(name="ring", meaning="healthy, and 12 addresses that act together", votes=3, ring=12),
        Population(
            name="vandals",
            meaning="healthy, and 4 addresses that reject and 3 that flag all they can",
            votes=3,
            rejecters=4,
            flaggers=3,
        ),
    )
}

NOBODY: Final = Population(name="nobody", meaning="nobody else votes", votes=0)
"""For the attacks alone: what the rules themselves give away."""
