"""Owns what a recogniser answers: words from `first` up to `end`, and how sure it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from becivic.names.scan import Scan


@dataclass(frozen=True, slots=True)
class Hit:
    first: int
    end: int
    score: float


Recogniser = Callable[[Scan], Iterator[Hit]]
