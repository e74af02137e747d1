"""Owns how the words of a command are cleaned before anything of them is kept."""

from __future__ import annotations

from becivic_harness.cli.command import Answer
from becivic_harness.here import Here


class Cleaner:
    """Cleans what a command was given, and counts what was taken out."""

    def __init__(self, here: Here) -> None:
        self._here = here
        self.removed: list[str] = []

    def __call__(self, text: str) -> str:
        done = self._here.layer_one.clean(" ".join(text.split()))
        self.removed += done.removed
        return done.text

    def told(self) -> Answer:
        if not self.removed:
            return {}
        return {
            "removed": self.removed,
            "say": "What identifies a person was taken out before anything was written.",
        }
