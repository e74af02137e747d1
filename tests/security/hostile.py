"""The hostile texts of tests/fixtures/hostile, and the harmless ones that stand in for them."""

from __future__ import annotations

import json
from functools import cache
from typing import Final

from tests.factories.payloads import FIXTURES

TRIED: Final = 226
"""So many of them in every field: the places of a form begin elsewhere, so that together they hold all."""

_FILE: Final = FIXTURES / "hostile" / "payloads.json"
_APART: Final = 113
"""How far apart the texts of one submission lie, so that its fields hold different ones."""


@cache
def groups() -> dict[str, list[str]]:
    found: dict[str, list[str]] = json.loads(_FILE.read_text(encoding="utf-8"))
    return found


@cache
def hostile() -> tuple[str, ...]:
    return tuple(text for texts in groups().values() for text in texts)


@cache
def harmless() -> tuple[str, ...]:
    """As many plain words, each of its own."""
    return tuple(f"plain words {_letters(number)}" for number in range(len(hostile())))


def _letters(number: int) -> str:
    """No digits, which mean something to some rules: a word for a number."""
    return "".join(chr(ord("a") + int(digit)) for digit in str(number))


def turned(texts: tuple[str, ...], times: int) -> tuple[str, ...]:
    """As many as are tried, beginning elsewhere each time."""
    by = times * _APART % len(texts)
    return (texts[by:] + texts[:by])[:TRIED]
