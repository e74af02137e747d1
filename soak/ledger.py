"""What the crowd sent and was told, kept apart from the records: at the end the two must agree."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from becivic.rules.submissions import SubmissionType

_MOST = 20
"""Unexpected answers that are kept."""


@dataclass
class Ledger:
    """By id what was accepted; in numbers what was not."""

    accepted: dict[str, SubmissionType] = field(default_factory=dict)
    """Small, for it grows: the memory of the service is measured in the same process."""
    cancelled: set[str] = field(default_factory=set)
    duplicates: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    """By category."""
    analytics: int = 0
    reads: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    """What else happened: decisions by kind, rulings, restarts."""

    unexpected: list[str] = field(default_factory=list)
    """Answers that nobody should get."""

    def expects(self, fact: bool, told: str) -> None:  # noqa: FBT001  reads as a sentence
        """A run goes on whatever it finds; the end tells."""
        if not fact and len(self.unexpected) < _MOST:
            self.unexpected.append(told)

    @property
    def total(self) -> int:
        """Everything that was sent, whatever was answered."""
        answered = len(self.accepted) + self.analytics + self.duplicates
        return answered + self.refused.total()

    @property
    def kept(self) -> dict[str, SubmissionType]:
        """Accepted and never taken back."""
        return {number: kind for number, kind in self.accepted.items() if number not in self.cancelled}
