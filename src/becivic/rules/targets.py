"""What a submission may be about, and how its `target_id` is written (schemas 6.2; R-SUB-02)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from becivic.rules.identifiers import KEBAB, PATH_ID, SEMVER, SESSION_ID, UidPrefix

_SKILL_GRAPH_ID: Final = r"^([a-z][a-z0-9-]+)?$"
_SOURCE_ID: Final = r"^[a-z0-9][a-z0-9-]*[a-z0-9]:[a-z0-9][a-z0-9-]*[a-z0-9]$"


class TargetType(StrEnum):
    """The sole discriminator of a submission's target. The last two belong to ratings only."""

    SKILL = "skill"
    SKILL_GRAPH = "skill_graph"
    VOLATILE_VALUE = "volatile_value"
    REFERENCE = "reference"
    PATH = "path"
    PATH_SOURCE = "path_source"
    OBSERVATION = "observation"
    AGENT_PROTOCOL = "agent_protocol"
    SESSION = "session"

    @property
    def id_pattern(self) -> str:
        return _ID_PATTERNS[self]

    @property
    def must_resolve(self) -> bool:
        """A skill_graph concern asserts a gap, so nothing needs to exist (R-XREF-04)."""
        return self is not TargetType.SKILL_GRAPH


_ID_PATTERNS: Final = {
    TargetType.SKILL: KEBAB,
    TargetType.SKILL_GRAPH: _SKILL_GRAPH_ID,
    TargetType.VOLATILE_VALUE: UidPrefix.VOLATILE_VALUE.pattern,
    TargetType.REFERENCE: UidPrefix.REFERENCE.pattern,
    TargetType.PATH: PATH_ID,
    TargetType.PATH_SOURCE: _SOURCE_ID,
    TargetType.OBSERVATION: UidPrefix.CONCERN.pattern,
    TargetType.AGENT_PROTOCOL: SEMVER,
    TargetType.SESSION: SESSION_ID,
}
"""For target_type path_source with amendment_subtype source_add the bare path id is used instead."""


def owner(target: TargetType, target_id: str) -> tuple[TargetType, str]:
    """What a target belongs to: a source to its path (R-SALT-04), everything else to itself."""
    if target is TargetType.PATH_SOURCE:
        return TargetType.PATH, target_id.partition(":")[0]
    return target, target_id


COHORT_ANCHORED: Final = (TargetType.SKILL, TargetType.PATH)
"""Rows on these targets carry `cohort_anchor = <target_id>@<version>` (R-SUB-16)."""

OBSERVATION_GROUPS: Final = (
    TargetType.SKILL,
    TargetType.VOLATILE_VALUE,
    TargetType.REFERENCE,
    TargetType.PATH,
    TargetType.PATH_SOURCE,
)
"""The order of the groups in an `<Observations>` block (R-OBSV-03)."""


class RatingAxis(StrEnum):
    """Each rating fills exactly one star field, the one of its target (schemas 6.2.7)."""

    SKILL_QUALITY = "skill_quality_stars"
    AGENT_PROTOCOL = "agent_protocol_stars"
    USER_EXPERIENCE = "user_experience_stars"


RATING_AXIS: Final = {
    TargetType.SKILL: RatingAxis.SKILL_QUALITY,
    TargetType.AGENT_PROTOCOL: RatingAxis.AGENT_PROTOCOL,
    TargetType.SESSION: RatingAxis.USER_EXPERIENCE,
}
