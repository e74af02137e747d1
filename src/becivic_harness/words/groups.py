"""Owns the small groups of words that finders ask for by what they do: titles, particles, months, words of the law."""

from __future__ import annotations

from typing import Final

from becivic_harness.words import packaged

_FILE: Final = "groups.txt"


def _read() -> dict[str, tuple[str, ...]]:
    """`name: entry, entry` and lines that go on behind four blanks."""
    found: dict[str, tuple[str, ...]] = {}
    text = packaged.data(_FILE).decode("utf-8").replace("\n    ", " ")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            name, _, entries = line.partition(": ")
            found[name] = tuple(entry.strip() for entry in entries.split(","))
    return found


_GROUPS: Final = _read()


def in_order(name: str) -> tuple[str, ...]:
    """The entries of a group, folded; some are phrases."""
    return _GROUPS[name]


def group(name: str) -> frozenset[str]:
    return frozenset(_GROUPS[name])
