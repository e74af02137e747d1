"""The forty characters around a finding, with everything masked that fires or is a digit (C-16)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from becivic.rules import pointers
from becivic_scrub import Engine, Finding

_WINDOW: Final = 40
_REACH: Final = 250
"""No pattern is wider than 200 characters: what touches the window is found whole within this reach."""
_LEAST: Final = 5
"""With fewer characters left, the window says nothing and is left out."""
_MASK: Final = "*"


def snippet(payload: Mapping[str, Any], finding: Finding, engine: Engine) -> str | None:
    """None where nothing worth showing is left, or where the finding is a key or could not be located."""
    text = _at(payload, finding.pointer or "")
    if text is None or finding.in_key or not finding.ran:
        return None
    start = max(0, (finding.start + finding.end - _WINDOW) // 2)
    end = min(len(text), start + _WINDOW)
    offset = max(0, start - _REACH)
    region = text[offset : end + _REACH]
    shown = list(region)
    for each in engine.find(region):
        shown[each.start : each.end] = _MASK * (each.end - each.start)
    for place in range(max(finding.start, offset), min(finding.end, end + _REACH)):
        shown[place - offset] = _MASK
    window = "".join(_plain(mark) for mark in shown[start - offset : end - offset])
    return window if sum(mark.isalpha() for mark in window) >= _LEAST else None


def _plain(mark: str) -> str:
    if mark.isdigit() or mark.isnumeric():
        return _MASK
    return mark if mark.isprintable() else " "


def _at(payload: Mapping[str, Any], pointer: str) -> str | None:
    node: Any = payload
    for part in pointers.split(pointer):
        if isinstance(node, list) and part.isdecimal():
            node = node[int(part)]
        elif isinstance(node, dict) and part in node:
            node = node[part]
        else:
            return None  # a key on the way is itself masked in pointers
    return node if isinstance(node, str) else None
