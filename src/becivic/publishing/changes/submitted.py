"""A submission that becomes files, as far as the files are concerned. Who sent it is not known here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from becivic.rules.submissions import SubmissionType
from becivic.rules.targets import TargetType


@dataclass(frozen=True, slots=True)
class Submitted:
    """`target_id` is what it changes, or the id that a draft proposes."""

    id: str
    type: SubmissionType
    target: TargetType
    target_id: str
    payload: Mapping[str, Any]
    submitted_at: datetime

    @property
    def content(self) -> Mapping[str, Any]:
        content: Mapping[str, Any] = self.payload["content"]
        return content

    @property
    def provenance(self) -> Mapping[str, Any] | None:
        """Where it came from; null and absent mean alike (R-PROV-02)."""
        return self.payload.get("provenance") or None
