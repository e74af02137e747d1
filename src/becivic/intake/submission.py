"""One thing somebody sent, from the moment its type is known. Stages look at it and hand it on, never change it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from becivic.rules.identifiers import matches
from becivic.rules.submissions import STAGING_WINDOW, SubmissionType
from becivic.rules.targets import TargetType


@dataclass(frozen=True, slots=True)
class Submission:
    """The payload, where it stood in the request, and what the stages have added."""

    type: SubmissionType
    payload: Mapping[str, Any]
    pointer: str = ""
    """Where the payload stands in what was sent: empty, or `/items/3`."""
    session_id: str | None = None
    """The envelope's, for recovery; the payload of most types may not carry one (R-SUB-05)."""
    from_header: frozenset[str] = frozenset()
    """Fields that stood in the envelope's header, not in the item."""
    cohort_anchor: str | None = None
    regex_passes: tuple[str, ...] = ()
    warnings: tuple[Mapping[str, Any], ...] = ()
    """What the corpus checks will say of it a day later; told now, so that it can be mended."""

    @property
    def id(self) -> str:
        return str(self.payload[self.type.id_field])

    @property
    def well_formed_id(self) -> str | None:
        """The id if it looks like one: nothing else that a caller wrote is ever repeated."""
        found = self.payload.get(self.type.id_field)
        return found if isinstance(found, str) and matches(self.type.id_pattern, found) else None

    @property
    def target(self) -> TargetType | None:
        """None for the types that speak of Be Civic itself."""
        named = self.payload.get("target_type")
        return TargetType(named) if named is not None else None

    @property
    def target_id(self) -> str:
        """What it is about; a draft is about the artefact that it proposes."""
        return str(self.payload.get("target_id", self.payload.get("proposed_id", "")))

    @property
    def content(self) -> Mapping[str, Any]:
        found = self.payload.get("content")
        return found if isinstance(found, dict) else {}

    @property
    def submitted_at(self) -> datetime:
        return datetime.fromisoformat(self.payload["submitted_at"]).astimezone(UTC)

    def commit_eta(self, received_at: datetime) -> datetime:
        """R-STAGE-01: a clock that runs ahead never shortens the window."""
        return max(self.submitted_at, received_at) + STAGING_WINDOW

    def at(self, pointer: str) -> str:
        """A pointer into the payload, as a pointer into what was sent."""
        field = pointer[1:].partition("/")[0]
        return pointer if field in self.from_header else f"{self.pointer}{pointer}"
