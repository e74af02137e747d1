"""The MDX tags of a body: six that authors write, two that only the renderer emits (schemas 6.10)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple


class TagShape(NamedTuple):
    """The form a tag must have."""

    wraps: bool
    required: tuple[str, ...]
    optional: tuple[str, ...] = ()
    authored: bool = True


class Tag(StrEnum):
    """Every component of a body (R-TAG-01)."""

    VV = "VV"
    REF = "Ref"
    OBSERVATIONS = "Observations"
    PATH = "Path"
    SKILL = "Skill"
    RISK = "Risk"
    COHORT_STATS = "CohortStats"
    OBSERVATION = "Observation"

    @property
    def shape(self) -> TagShape:
        return _SHAPES[self]


_SHAPES: Final = {
    Tag.VV: TagShape(True, ("name", "uid")),
    Tag.REF: TagShape(True, ("name", "uid", "title", "url", "last_verified")),
    Tag.OBSERVATIONS: TagShape(False, ("skill",)),
    Tag.PATH: TagShape(False, ("id",)),
    Tag.SKILL: TagShape(False, ("id",)),
    Tag.RISK: TagShape(True, (), ("reason",)),
    Tag.COHORT_STATS: TagShape(False, (), authored=False),
    Tag.OBSERVATION: TagShape(True, ("type", "target_type"), authored=False),
}

UID_MAY_BE_ABSENT: Final = (Tag.VV, Tag.REF)
"""On an authoring branch; minted before merge (schemas 6.11)."""

UNRESOLVED: Final = "[unresolved]"
"""What a reader sees where a uid has no current row; never nothing (R-TAG-17)."""
