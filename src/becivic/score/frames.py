"""The sentences identifiers are set in, read from plain text: one frame a line, `{slot}` where it goes.

A line that starts with `~` has no label for what stands in it; `{label}` is one of the labels of the kind.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

DATA: Final = Path(__file__).resolve().parent / "data"
_IDENTIFIERS: Final = DATA / "identifiers"
_UNLABELLED: Final = "~ "


@dataclass(frozen=True, slots=True)
class Frame:
    text: str
    labelled: bool


def lines(path: Path) -> tuple[str, ...]:
    """The lines of a data file; empty ones and those that begin with `#` are for its readers."""
    every = path.read_text(encoding="utf-8").splitlines()
    return tuple(line for line in every if line and not line.startswith("#"))


@cache
def frames(family: str, lang: str) -> tuple[Frame, ...]:
    every = lines(_IDENTIFIERS / lang / f"{family}.txt")
    return tuple(Frame(line.removeprefix(_UNLABELLED), not line.startswith(_UNLABELLED)) for line in every)


@cache
def labels(lang: str) -> dict[str, tuple[str, ...]]:
    """Kind: what people call it."""
    pairs = (line.split(": ", 1) for line in lines(_IDENTIFIERS / lang / "labels.txt"))
    return {kind: tuple(names.split("; ")) for kind, names in pairs}
