"""Days and moments that no calendar has. A schema's pattern lets 30 February through; nothing after it should."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Final

from becivic.rules import pointers
from becivic.rules.identifiers import DATE, is_calendar_day, matches

_MOMENT: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[0-9.:Z+-]*")


def impossible_day(value: object) -> str | None:
    """The pointer of the first string that is written like a day or a moment, and is none."""
    waiting: list[tuple[tuple[str | int, ...], object]] = [((), value)]
    while waiting:
        path, node = waiting.pop()
        if isinstance(node, str):
            if node[4:5] == "-" and not _is_possible(node):
                return pointers.join(path)
        elif isinstance(node, dict):
            waiting += [((*path, key), child) for key, child in node.items()]
        elif isinstance(node, list):
            waiting += [((*path, index), child) for index, child in enumerate(node)]
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
