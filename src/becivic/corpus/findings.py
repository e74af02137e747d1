"""What is wrong with a corpus, where, and what to do about it. The loader and every check speak this."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """An error fails the check; a warning never does (R-CI-29)."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A line of a file of the corpus, counted from 1."""

    file: str
    line: int = 1

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault. The message says what is wrong, the remedy what to do."""

    rule: str
    severity: Severity
    place: Place
    message: str
    remedy: str

    @property
    def sort_key(self) -> tuple[str, int, str, str]:
        return self.place.file, self.place.line, self.rule, self.message

    def as_dict(self) -> dict[str, str | int]:
        return {
            "rule": self.rule,
            "severity": self.severity.value,
            "file": self.place.file,
            "line": self.place.line,
            "message": self.message,
            "remedy": self.remedy,
        }
