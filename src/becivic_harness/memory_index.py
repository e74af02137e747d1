"""Owns MEMORY.md: one line a file, at most 200 lines and 8 KB, every procedure under way in it (R-MEM-04, R-RET-05)."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import Final

from becivic_harness import files, topics
from becivic_harness.here import Here
from becivic_harness.topics import Topic

MOST_LINES: Final = 200
MOST_BYTES: Final = 8 * 1024
_HEADING: Final = "# What Be Civic remembers on this machine"
_ENTRY: Final = re.compile(r"- \[[^\]]*\]\([^)]*\.md\): .*")
_MORE: Final = re.compile(r"- and \d+ more files? in this folder")
_LONGEST: Final = 160


def refresh(here: Here) -> list[str]:
    """The index anew, after a file of memory was changed. Lines that a person added by hand stay at the end."""
    path = os.path.join(here.home.memory, topics.INDEX)
    known = sorted(topics.every(here), key=_weight)
    by_hand = [
        line.rstrip()
        for line in (files.read_text(path) or "").split("\n")
        if line.strip()
        and line.strip() != _HEADING
        and not _ENTRY.fullmatch(line)
        and not _MORE.fullmatch(line)
    ]
    lines = _fitted([_line(topic) for topic in known], by_hand)
    files.write(path, "\n".join(lines) + "\n")
    return lines


def read(here: Here) -> list[str]:
    text = files.read_text(os.path.join(here.home.memory, topics.INDEX))
    return [] if text is None else [line for line in text.split("\n") if line.strip()]


def _weight(topic: Topic) -> tuple[int, str, str]:
    """Procedures under way first: no cap may push them out. Then the situation, then by type and name."""
    order = (topics.PROGRESS, topics.CONTEXT, topics.DOCUMENT, topics.DECISIONS, topics.HISTORY)
    return order.index(topic.type), topic.id, topic.file


def _line(topic: Topic) -> str:
    said = " ".join(f"{topic.description}".split())
    step = topic.head.get("step")
    if topic.type == topics.PROGRESS and isinstance(step, str) and step:
        said = f"{said}; now at: {' '.join(step.split())}"
    line = f"- [{topic.name.replace(']', ')')}]({topic.file}): {said}"
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"


def _fitted(entries: Sequence[str], by_hand: Sequence[str]) -> list[str]:
    for kept in range(len(entries), -1, -1):
        left = len(entries) - kept
        more = [f"- and {left} more file{'s' * (left > 1)} in this folder"] if left else []
        for hand in (by_hand, by_hand[:0]):
            lines = [_HEADING, "", *entries[:kept], *more, *hand]
            if len(lines) <= MOST_LINES and len("\n".join(lines).encode()) < MOST_BYTES:
                return lines
    raise AssertionError  # pragma: no cover  a heading alone always fits
