"""Whether a run tells of our own line rather than of the world: then it judges nobody."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from becivic.rules.rot import OURS_FROM_HOSTS, OURS_SHARE

OWN_TROUBLE: Final = "nearly_everything_failed"
"""What a report says then, in one word."""


@dataclass(frozen=True, slots=True)
class HostLook:
    """How one host fared: whether it said anything, and whether anything was in order there."""

    host: str
    has_answered: bool
    is_fine: bool


def is_ours(looks: Iterable[HostLook]) -> bool:
    """Nobody answered at all, or nearly all of several hosts failed in one run. Hosts that were not asked do not count."""
    answered: dict[str, bool] = {}
    fine: dict[str, bool] = {}
    for look in looks:
        answered[look.host] = answered.get(look.host, False) or look.has_answered
        fine[look.host] = fine.get(look.host, False) or look.is_fine
    if not answered:
        return False
    failed = sum(not each for each in fine.values())
    several = len(fine) >= OURS_FROM_HOSTS
    return not any(answered.values()) or (several and failed >= OURS_SHARE * len(fine))
