"""How one source of a path stands, as a fact that pages and answers tell (C-29; R-PLC-06, R-PLC-07)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from becivic.lifecycle.standing import SourceHealth
from becivic.rules.moments import rfc3339


@dataclass(frozen=True, slots=True)
class SourceStanding:
    """One source. What is shown of an audited delivery is what people confirmed, for no machine ever tries it."""

    source: str
    health: SourceHealth
    last_validated: datetime | None
    last_user_confirmation: datetime | None
    is_audited: bool
    is_stale: bool

    @property
    def is_viable(self) -> bool:
        """Whether it is still worth offering. Stale ones are (R-PLC-07)."""
        return self.health is not SourceHealth.REJECTED

    def as_json(self) -> dict[str, Any]:
        named, shown = (
            ("last_user_confirmation", self.last_user_confirmation)
            if self.is_audited
            else ("last_validated", self.last_validated)
        )
        return {
            "source_id": self.source,
            "health": self.health.value,
            named: None if shown is None else rfc3339(shown),
            "is_stale": self.is_stale,
        }
