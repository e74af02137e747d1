"""Reads the fences of a markdown page by the rules of CommonMark 4.5 alone, sharing nothing with who wrote them."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

_OPENING: Final = re.compile(r"^ {0,3}(?P<fence>`{3,})(?P<words>[^`]*)$|^ {0,3}(?P<waves>~{3,})(?P<more>.*)$")
_OBSERVATION: Final = re.compile(r'^<Observation (?:[a-z_]+="[^"<>]*" ?)+>$')


class Read(NamedTuple):
    outside: list[str]
    fenced: list[str]
    """What stands in the fences inside observations."""


def read_fences(page: str) -> Read:
    """Fails where an observation holds anything but one fence, or anything that looks like one stands elsewhere."""
    lines = page.split("\n")
    outside: list[str] = []
    fenced: list[str] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        outside.append(line)
        at += 1
        if line.startswith("<Observation "):
            assert _OBSERVATION.match(line), line
            text, at = _observation(lines, at)
            fenced.append(text)
    return Read(outside, fenced)


def _observation(lines: list[str], at: int) -> tuple[str, int]:
    assert lines[at] == "", "a blank line ends the tag's own block"
    opening = _OPENING.match(lines[at + 1])
    assert opening, lines[at + 1]
    assert opening["words"] == "text", lines[at + 1]
    first = end = at + 2
    while not _closes(lines[end], opening["fence"]):
        end += 1
    assert lines[end + 1] == "</Observation>", lines[end + 1]
    return "\n".join(lines[first:end]), end + 2


def _closes(line: str, fence: str) -> bool:
    """As many backticks or more, and nothing else (example 117 and after)."""
    ticks = line.strip(" ")
    return set(ticks) == {"`"} and len(ticks) >= len(fence) and not line.startswith("    ")
