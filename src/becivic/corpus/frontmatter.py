"""Cuts canonical.md into YAML frontmatter and body, and knows which line each field stands on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from becivic.corpus.fields import Fields
from becivic.corpus.yaml12 import YamlRefused, parse_yaml, yaml_lines
from becivic.rules import pointers

_FENCE: Final = "---"


class FrontmatterRefused(ValueError):
    """The file has no readable frontmatter; `line` counts from 1 in the file."""

    def __init__(self, reason: str, line: int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line


@dataclass(frozen=True)
class Frontmatter:
    """The fields as JSON values, and the YAML they came from for when a line is asked for."""

    fields: Fields
    source: str

    @cached_property
    def _lines(self) -> Mapping[str, int]:
        """Worked out once, at the first fault: broken frontmatter may have thousands."""
        return yaml_lines(self.source)

    def line(self, pointer: str) -> int:
        """The line in the file of a field, or of its nearest existing ancestor."""
        return pointers.nearest(self._lines, pointer) + 1  # the opening fence is line 1


def split(text: str) -> tuple[Frontmatter, str, int]:
    """Frontmatter, body, and the line the body starts on. The body loses its leading blank lines (design 7.11)."""
    if not text.startswith(_FENCE + "\n"):
        raise FrontmatterRefused("does not start with a `---` line", 1)
    close = text.find(f"\n{_FENCE}\n", len(_FENCE))
    if close < 0:
        if not text.endswith(f"\n{_FENCE}"):
            raise FrontmatterRefused("has no closing `---` line", 1)
        close = len(text) - len(_FENCE) - 1
    source = text[len(_FENCE) + 1 : close + 1]
    frontmatter = Frontmatter(_parse(source), source)
    rest = text[close + len(_FENCE) + 2 :]
    body = without_leading_blank_lines(rest)
    first_line = text.count("\n", 0, len(text) - len(body)) + 1
    return frontmatter, body, first_line


def _parse(source: str) -> Fields:
    try:
        value = parse_yaml(source)
    except YamlRefused as refused:
        raise FrontmatterRefused(f"has frontmatter that {refused.reason}", refused.line + 1) from None
    if not isinstance(value, dict):
        raise FrontmatterRefused("has frontmatter that is not a list of fields", 2)
    return Fields(value)


def without_leading_blank_lines(text: str) -> str:
    stripped = text.lstrip(" \t\n")
    cut = len(text) - len(stripped)
    return text[text.rfind("\n", 0, cut) + 1 :] if stripped else ""
