"""What became of a submission that was not refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from becivic.intake.refusal import Refusal
from becivic.intake.submission import Submission
from becivic.store.ledger import Known


@dataclass(frozen=True, slots=True)
class Staged:
    """Kept in private until `commit_eta`; the token is said once and kept as a hash (R-STAGE-02)."""

    id: str
    cancel_token: str
    commit_eta: datetime
    warnings: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Applied:
    """In force at once: a vote, or an analytics event (R-SUB-13)."""

    id: str
    applied_at: datetime
    counts: bool = True
    """False for a vote whose IPv6 /48 has its two voices already (design 7.9)."""


@dataclass(frozen=True, slots=True)
class Duplicate:
    """Known already, from the same address; nothing happened a second time (R-STAGE-04).

    What is known of it is said again, except the token: of that only a hash was kept (C-67).
    """

    id: str
    known: Known | None = None


@dataclass(frozen=True, slots=True)
class Validated:
    """Would be taken; nothing was kept (R-ENV-05)."""

    id: str
    would_stage_for: datetime
    warnings: tuple[Mapping[str, Any], ...] = ()


Kept = Staged | Applied | Duplicate
Outcome = Kept | Validated | Refusal

Step = Submission | Duplicate | Refusal
"""What a stage hands on: the submission, or how it ends here."""
