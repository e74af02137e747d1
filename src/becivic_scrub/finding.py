"""What the engine says: which rule, which category, where. Never the text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any, Final, NamedTuple

from becivic_scrub.rules import CATEGORIES

VALID: Final = "valid"
INVALID: Final = "invalid"

PERSON: Final = "person"
"""The category of a name: no rule of the file has it, a name finder gives it."""


class Finding(NamedTuple):
    """A stretch of text that a rule fires on, by its offsets in characters of the original text.

    `category` has taken the checksum into account: a direct identifier whose check fails is an
    indirect one (design 7.7). `ran` is False where a rule could not be run or not in time, which
    counts as fired. `pointer` is where the text stands in a JSON document; `in_key` that it is a key.
    """

    rule: str
    category: str
    start: int
    end: int
    checksum: str | None = None
    ran: bool = True
    pointer: str | None = None
    in_key: bool = False

    def as_dict(self) -> dict[str, Any]:
        """For JSON: the four facts of every finding, and the others where there is something to say."""
        said: dict[str, Any] = {
            "rule": self.rule,
            "category": self.category,
            "start": self.start,
            "end": self.end,
        }
        if self.checksum is not None:
            said["checksum"] = self.checksum
        if not self.ran:
            said["ran"] = False
        if self.pointer is not None:
            said["pointer"] = self.pointer
        if self.in_key:
            said["in_key"] = True
        return said


class Hit(NamedTuple):
    """A rule, by its place in the list, and a span of the folded text."""

    rule: int
    start: int
    end: int
    ran: bool = True


BY_PLACE: Final = attrgetter("start", "end")


def overlapping(findings: Iterable[Finding]) -> Iterator[list[Finding]]:
    """Findings that share text, by place: several rules may know one thing."""
    group: list[Finding] = []
    end = 0
    for finding in sorted(findings, key=BY_PLACE):
        if group and finding.start >= end:
            yield group
            group = []
        group.append(finding)
        end = max(end, finding.end)
    if group:
        yield group


def gravest(group: Sequence[Finding]) -> Finding:
    """The finding to name a group after: the gravest, and the widest of those."""
    return min(group, key=lambda each: (_gravity(each.category), each.start - each.end))


def _gravity(category: str) -> int:
    return CATEGORIES.index(category) if category in CATEGORIES else len(CATEGORIES)
