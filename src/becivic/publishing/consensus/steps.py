"""The steps of a decision about a file that something can go wrong between. Whoever watches is told after each."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum


class Step(StrEnum):
    """In the order they are taken."""

    CLAIMED = "claimed"
    OPENED = "opened"
    MERGED = "merged"
    SETTLED = "settled"


OnStep = Callable[[Step, str], None]
"""Told the step and the change request it was taken for."""


def unwatched(_: Step, __: str) -> None:
    """Nobody looks."""
