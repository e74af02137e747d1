"""What a traversal is looked at with: the path as it is now, the profile, the day, and what the agent can do here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any, Final, NamedTuple

from becivic_harness.json_values import objects_at, text_at
from becivic_harness.sources import Source, sources_of

TIERS_THAT_WALK: Final = ("T2", "T3")
"""Below, there is no place to keep a consent: paths are named, never walked (R-TIER-07)."""

TRAVERSAL: Final = "path_traversal"
HANDOFF: Final = "path_handoff"
"""The second implies the first (R-CAP-01)."""

MISSING: Final = "missing"
QUARANTINED: Final = "quarantined"
DEPRECATED: Final = "deprecated"
DRAFT: Final = "draft"

REJECTED: Final = "rejected"
"""The health of a source that most votes are against."""


class Scene(NamedTuple):
    """Everything a step depends on besides the traversal itself. `path` is None where the directory has none."""

    path: Mapping[str, Any] | None
    profile: Mapping[str, Any]
    today: date
    tier: str
    capabilities: frozenset[str]

    @property
    def has_a_place(self) -> bool:
        """Whether there is a profile on the disk that an answer can be written to."""
        return self.tier in TIERS_THAT_WALK

    @property
    def can_walk(self) -> bool:
        return self.has_a_place and bool(self.capabilities & {TRAVERSAL, HANDOFF})

    def can_attempt(self, source: Source) -> bool:
        """Handing over takes a capability of its own."""
        return self.can_walk and (HANDOFF in self.capabilities or not source.needs_handoff)

    @property
    def unavailable(self) -> str:
        """Why the path is not used, or nothing."""
        if not self.path:
            return MISSING
        status = self.path.get("status")
        if status == QUARANTINED:
            return QUARANTINED
        is_over = self.is_deprecated and (text_at(self.path, "superseded_by") or not self.sources)
        return DEPRECATED if is_over else ""

    @property
    def is_deprecated(self) -> bool:
        return bool(self.path) and (self.path or {}).get("status") == DEPRECATED

    @property
    def sources(self) -> list[Source]:
        """Those that are offered: of a deprecated path its offline sources that were not rejected (lifecycle 9.5)."""
        found = sources_of(self.path)
        if not self.is_deprecated:
            return found
        rejected = {
            text_at(each, "source_id")
            for each in objects_at(self.path or {}, "standing")
            if each.get("health") == REJECTED
        }
        return [each for each in found if each.is_offline and each.id not in rejected]

    def can_be_judged(self, source_id: str) -> bool:
        """Whether a validation of this source is accepted: votes on a draft and on a deprecated path are refused."""
        status = self.path.get("status") if self.path else None
        is_open = not self.unavailable and status not in (DRAFT, DEPRECATED)
        return is_open and self.source(source_id) is not None

    @property
    def day(self) -> str:
        return self.today.isoformat()

    def source(self, source_id: str) -> Source | None:
        """The source as the path lists it now."""
        return next((each for each in sources_of(self.path) if each.id == source_id), None)


def scene(
    path: Mapping[str, Any] | None,
    profile: Mapping[str, Any],
    *,
    today: date,
    tier: str,
    capabilities: Iterable[str],
) -> Scene:
    return Scene(path, profile, today, tier, frozenset(capabilities))
