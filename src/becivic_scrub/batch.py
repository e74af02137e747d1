"""Many texts at once: lines {"id", "text", "lang"?} in, lines {"id", "findings"} out, in the same order."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from becivic_scrub.finding import Finding
from becivic_scrub.rules import once


class BatchRefused(ValueError):
    """A line is not what a batch is made of; the message is one sentence and repeats nothing of it."""


class Item(NamedTuple):
    id: Any
    text: str
    lang: str | None = None


def read_items(lines: Iterable[bytes]) -> Iterator[Item]:
    """The items of a batch, one a line; empty lines are passed over."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield _item(line, number)


def _item(line: bytes, number: int) -> Item:
    try:
        found = json.loads(line.decode("utf-8-sig"), object_pairs_hook=once)
    except (ValueError, RecursionError):
        raise BatchRefused(f"line {number} is not JSON in UTF-8 with each key once") from None
    if not isinstance(found, dict) or "id" not in found or not isinstance(found.get("text"), str):
        raise BatchRefused(f'line {number} is not an object with "id" and a string "text"')
    lang = found.get("lang")
    return Item(found["id"], found["text"], lang if isinstance(lang, str) else None)


def written(item: Item, findings: Iterable[Finding]) -> str:
    """A line of the answer: for each finding exactly rule, category, start and end."""
    said: list[dict[str, Any]] = [
        {"rule": each.rule, "category": each.category, "start": each.start, "end": each.end}
        for each in findings
    ]
    return json.dumps({"id": item.id, "findings": said}, ensure_ascii=False)
