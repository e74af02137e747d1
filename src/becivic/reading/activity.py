"""What goes on in the library, in numbers that name nobody: what it holds, what was confirmed, what was decided.

Nothing that only operators see is in it: no ratings, no feedback, nothing held (R-RTG-05, R-FBK-02).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from becivic.rules.consensus import DecisionKind
from becivic.rules.statuses import Status
from becivic.rules.targets import TargetType

WEEKS: Final = 26
AGES: Final = (3, 6, 12)
"""Months since the source of a value was last read: the edges between what is fresh, ageing, old and very old."""


@dataclass(frozen=True, slots=True)
class Week:
    """Seven days from a Monday."""

    start: date
    confirms: int = 0
    rejects: int = 0
    concerns: int = 0
    amendments: int = 0


@dataclass(frozen=True, slots=True)
class Decided:
    """Something that the consensus, or a maintainer, made of an artefact."""

    at: str
    kind: DecisionKind
    target_type: TargetType
    target_id: str
    from_status: Status
    to_status: Status
    name: str = ""
    """Of a value its name, of a reference its title, while anybody may read it."""


@dataclass(frozen=True, slots=True)
class Reported:
    """An artefact, and how often something was reported of it lately."""

    target_type: TargetType
    target_id: str
    concerns: int
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, weakref_slot=True)
class Activity:
    as_of: str
    holdings: Mapping[TargetType, Mapping[Status, int]]
    weeks: tuple[Week, ...]
    ages: tuple[int, ...]
    """Current values by months since their source was read, in the order of AGES, then older, then not recorded."""
    decided: tuple[Decided, ...]
    reported: tuple[Reported, ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "as_of": self.as_of,
            "holdings": {
                kind.value: {status.value: n for status, n in counts.items()}
                for kind, counts in self.holdings.items()
            },
            "weeks": [
                {
                    "start": week.start.isoformat(),
                    "confirms": week.confirms,
                    "rejects": week.rejects,
                    "concerns": week.concerns,
                    "amendments": week.amendments,
                }
                for week in self.weeks
            ],
            "values_by_age_in_months": dict(
                zip((*(f"under_{edge}" for edge in AGES), "older", "never"), self.ages, strict=True)
            ),
            "decisions": [
                {
                    "at": each.at,
                    "kind": each.kind.value,
                    "target_type": each.target_type.value,
                    "target_id": each.target_id,
                    "from_status": each.from_status.value,
                    "to_status": each.to_status.value,
                }
                for each in self.decided
            ],
            "most_reported": [
                {
                    "target_type": each.target_type.value,
                    "target_id": each.target_id,
                    "concerns_30d": each.concerns,
                }
                for each in self.reported
            ],
        }
