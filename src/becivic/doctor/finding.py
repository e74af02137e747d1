"""What the doctor says: a code for each thing that is looked at, and a finding each time somebody looks.

A code is either fine or the one verdict that it states, so that whoever reads a code knows how bad it is.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Verdict(StrEnum):
    """From good to bad."""

    FINE = "fine"
    LOOK = "look"
    """Works, and could be better."""
    BROKEN = "broken"


class Group(StrEnum):
    """In the order in which they are looked at: what comes later often stands on what comes before."""

    PROGRAM = "program"
    SETTINGS = "settings"
    HOME = "home"
    DATABASE = "database"
    GIT = "git"
    SCHEMAS = "schemas"
    MODELS = "models"
    TIME = "time"
    JOBS = "jobs"
    STUCK = "stuck items"
    SALTS = "salts"
    BACKUPS = "backups"
    GITHUB = "github"


class NotLookedAt(Exception):
    """Why a group cannot be looked at here, or need not be."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What was seen, in one sentence; where; and what to type about it."""

    code: str
    subject: str
    verdict: Verdict
    found: str
    where: str = ""
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Code:
    """One thing that is looked at. Words in capitals in the remedy stand for what a finding fills in."""

    name: str
    subject: str
    verdict: Verdict
    """Where it is not fine."""
    meaning: str
    remedy: str
    slow: bool = False
    """Left out by `--quick`."""
    otherwise: str = ""
    """What to type where the cause is another than usual."""

    def fine(self, found: str, where: object = "") -> Finding:
        return Finding(self.name, self.subject, Verdict.FINE, found, str(where))

    def bad(self, found: str, where: object = "", **words: object) -> Finding:
        return self._finding(self.remedy, found, where, words)

    def bad_otherwise(self, found: str, where: object = "", **words: object) -> Finding:
        return self._finding(self.otherwise, found, where, words)

    def _finding(self, remedy: str, found: str, where: object, words: Mapping[str, object]) -> Finding:
        return Finding(self.name, self.subject, self.verdict, found, str(where), filled(remedy, words))


def filled(remedy: str, words: Mapping[str, object]) -> str:
    """A remedy that can be pasted: a path with a space in it is one word to a shell."""
    return re.sub(
        r"\b[A-Z]{3,}\b",
        lambda word: shlex.quote(str(words[word[0]])) if word[0] in words else word[0],
        remedy,
    )


def look(
    name: str, subject: str, meaning: str, remedy: str, *, slow: bool = False, otherwise: str = ""
) -> Code:
    return Code(name, subject, Verdict.LOOK, meaning, remedy, slow, otherwise)


def broken(
    name: str, subject: str, meaning: str, remedy: str, *, slow: bool = False, otherwise: str = ""
) -> Code:
    return Code(name, subject, Verdict.BROKEN, meaning, remedy, slow, otherwise)
