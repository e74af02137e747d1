"""What became of a newer package, for whoever starts the service."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Outcome(StrEnum):
    TAKEN_UP = "taken_up"
    WAITS = "waits"
    """A maintainer is asked, and main is as it was."""
    POSTPONED = "postponed"
    """The forge could not be reached, or main moved all the time: the next start tries again."""


@dataclass(frozen=True, slots=True)
class Upgrade:
    outcome: Outcome
    branch: str
    commit: str | None = None
    files: tuple[str, ...] = ()
    """What the package changes."""
    conflicts: tuple[str, ...] = ()
    """What main changed in the same lines."""
    broken: tuple[str, ...] = ()
    """The rules that the corpus would break with it."""
    recounted: tuple[str, ...] = ()
    """Artefacts whose packaged version does not follow from main's, and was counted anew (R-VER-08)."""
    stays: tuple[str, ...] = ()
    """Files that the package no longer has, and main keeps: a change takes nothing away (R-RETR-02)."""
