"""What a question of the form is: what it asks, what answers it takes, what is filled in already.

Knows neither profile nor skill: both say their questions in these terms, and the page shows them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

Answer = str | bool | int | float | tuple[str, ...] | None


class Kind(StrEnum):
    """How a question is shown and its answer read."""

    CHOICE = "choice"
    FLAG = "flag"
    NAMES = "names"
    TEXT = "text"
    NUMBER = "number"
    DATE = "date"
    MONTH = "month"
    MONTH_OR_CURRENT = "month_or_current"
    COUNTRY = "country"
    COMMUNE = "commune"
    ROWS = "rows"

    @property
    def is_grouped(self) -> bool:
        """Whether it has several controls, and so a legend instead of a label."""
        return self in (Kind.CHOICE, Kind.FLAG, Kind.NAMES, Kind.MONTH_OR_CURRENT, Kind.ROWS)


class Capture(StrEnum):
    """The three ways to give a list (R-FORM-03)."""

    ROWS = "rows"
    FOLDER_DROP = "folder_drop"
    CHAT = "chat"


@dataclass(frozen=True, slots=True)
class Said:
    """A text and the language it is in, which of what somebody wrote nobody knows."""

    text: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    value: str
    label: Said


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    name: str
    """Where its answer goes: `profile.dependents.spouse_abroad`, `inputs.document_kind`, or the id of a column."""
    kind: Kind
    label: Said
    help: Said | None = None
    required: bool = False
    needed: bool = False
    """Whether the procedure uses this part of a profile."""
    follows: str = ""
    """The name of the question that must be answered with yes before this one is asked."""
    axis: str = ""
    """Of an input: the axis of the profile that its author says it is."""
    also: tuple[str, ...] = ()
    """The names of the inputs that have the same answer."""
    kept: bool = False
    """Whether the answer is kept in the profile across procedures (R-FORM-04)."""
    choices: tuple[Choice, ...] = ()
    columns: tuple[Question, ...] = ()
    least: int | None = None
    most: int | None = None
    """Of a number, of a text's characters, of a list's rows."""
    whole: bool = False
    pattern: str = ""
    """What a text must look like; `banned` is what it must not hold."""
    banned: str = ""
    fault: str = ""
    """What is said of a text that does not fit the pattern: a key of the words."""
    answer: Answer = None

    @property
    def id(self) -> str:
        """Its name, where a dot would be in the way."""
        return self.name.replace(".", "-")

    def says(self) -> Iterator[Said]:
        """Every text of it."""
        yield self.label
        if self.help is not None:
            yield self.help
        yield from (choice.label for choice in self.choices)
        for column in self.columns:
            yield from column.says()

    def brief(self) -> dict[str, object]:
        """What the script must know of it."""
        told: dict[str, object] = {
            "name": self.name,
            "kind": self.kind.value,
            "required": self.required,
            "follows": self.follows,
            "also": list(self.also),
            "kept": self.kept,
            "least": self.least,
            "most": self.most,
            "whole": self.whole,
            "pattern": self.pattern,
            "banned": self.banned,
            "fault": self.fault,
            "columns": [column.brief() for column in self.columns],
        }
        return {key: value for key, value in told.items() if value not in (None, False, "", [])}


@dataclass(frozen=True, slots=True)
class Group:
    """Questions that stand together under a title."""

    title: Said
    questions: tuple[Question, ...]
