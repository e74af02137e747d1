"""The steps of a run that something can go wrong between. Whoever watches is told after each (a test dies there)."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum


class Step(StrEnum):
    """In the order they are taken for one submission."""

    PICKED = "picked"
    SCREENED = "screened"
    HELD = "held"
    ROW_WRITTEN = "row_written"
    CLAIMED = "claimed"
    COMPOSED = "composed"
    OPENED = "opened"
    MERGED = "merged"
    SETTLED = "settled"
    FORGOTTEN = "forgotten"
    STOPPED = "stopped"


OnStep = Callable[[Step, str], None]
"""Told the step and the id it was taken for."""


def unwatched(_: Step, __: str) -> None:
    """Nobody looks."""
