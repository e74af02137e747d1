"""JSON pointers (RFC 6901), and the line a pointer stands on in JSON text.

Lines are looked up only when something is wrong, so a clean corpus never pays for them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from becivic.rules.json_tokens import members
from becivic_scrub import strings


def escape(part: str | int) -> str:
    return strings.escape(str(part))


def join(parts: Sequence[str | int]) -> str:
    return "".join(f"/{escape(part)}" for part in parts)


def split(pointer: str) -> list[str]:
    return [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]


def lines_in_json(text: str) -> dict[str, int]:
    """The line of every value of a JSON text by its pointer; the root stands on line 1."""
    lines = {"": 1}
    for member in members(text):
        lines.setdefault(join(member.path), member.line)
    return lines


def nearest(lines: Mapping[str, int], pointer: str) -> int:
    """The line of a pointer, or of its nearest ancestor that has one. The root always does."""
    while pointer not in lines:
        pointer = pointer.rpartition("/")[0]
    return lines[pointer]
