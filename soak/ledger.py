"""What the crowd sent and was told, kept apart from the records: at the end the two must agree."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from becivic.rules.submissions import SubmissionType


@dataclass(frozen=True, slots=True)
class Sent:
    """One submission that was accepted, and what its submitter needs to follow it."""

    id: str
    type: SubmissionType
    target: str
    address: str
    cancel_token: str


@dataclass
class Ledger:
    """By id what was accepted; in numbers what was not."""

    accepted: dict[str, Sent] = field(default_factory=dict)
    cancelled: set[str] = field(default_factory=set)
    duplicates: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    """By category."""
    analytics: int = 0
    reads: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    """What else happened: decisions by kind, rulings, restarts."""

    @property
    def total(self) -> int:
        """Everything that was sent, whatever was answered."""
        answered = len(self.accepted) + self.analytics + self.duplicates
        return answered + self.refused.total()

    def kept(self, kind: SubmissionType) -> int:
        """Accepted and never taken back."""
        return sum(sent.type is kind and sent.id not in self.cancelled for sent in self.accepted.values())

    def by_kind(self) -> Counter[SubmissionType]:
        return Counter(sent.type for sent in self.accepted.values() if sent.id not in self.cancelled)
