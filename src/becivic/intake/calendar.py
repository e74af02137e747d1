"""Days and moments that no calendar has. A schema's pattern lets 30 February through; nothing after it should."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from becivic.rules import pointers
from becivic.rules.identifiers import DATE, is_calendar_day, matches

_MOMENT: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[0-9.:Z+-]*")


def impossible_day(value: Mapping[str, Any]) -> str | None:
    """The pointer of a string that is written like a day or a moment, and is none."""
    waiting: list[tuple[tuple[str | int, ...], Any]] = [((), value)]
    while waiting:
        path, node = waiting.pop()
        for key, child in enumerate(node) if isinstance(node, list) else node.items():
            if isinstance(child, str):
                if child[4:5] == "-" and not _is_possible(child):
                    return pointers.join((*path, key))
            elif isinstance(child, (dict, list)):
                waiting.append(((*path, key), child))
    return None


def _is_possible(text: str) -> bool:
    if matches(DATE, text):
        return is_calendar_day(text)
    if not _MOMENT.fullmatch(text):
        return True
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True
