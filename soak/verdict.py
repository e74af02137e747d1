"""What the figures of a run come to: pure, so that the page and the exit code cannot differ."""

from __future__ import annotations

from typing import Any, Final

from soak.model import BOUND, slope

SETTLED: Final = 6
"""Months after which memory is looked at: by then every page, model and cache was there once."""
OLDER: Final = 0.2
"""By which part a server that lived all of it may hold more than one that has just begun on the same home. Memory cannot be quite flat, for
what is public grows, and pages with it; but both serve the same. What the one holds beyond the other it has forgotten to let go."""


def older(told: dict[str, Any]) -> float:
    return float(told["lived_mib"] / told["newborn_mib"] - 1)


def memory_slope(told: dict[str, Any]) -> float:
    """MiB a month; of a short run, over all of it but the first month."""
    samples = [month["resident_mib"] for month in told["months"]]
    settled = samples[SETTLED:] if len(samples) > SETTLED + 2 else samples[1:]
    return slope(settled) if len(settled) > 1 else 0.0


def off(told: dict[str, Any]) -> float:
    """By which part the database is larger than was said before."""
    return float(told["months"][-1]["database_kib"] / told["predicted"]["at_end_kib"] - 1)


def bars(told: dict[str, Any]) -> dict[str, bool]:
    return {
        f"memory is within {OLDER:.0%} of what a service holds that has just begun there": older(told)
        <= OLDER,
        f"the database is within {BOUND:.0%} of what was predicted": abs(off(told)) <= BOUND,
        "every invariant holds": not told["broken"],
    }
