"""What a tag becomes, kept aside while markdown is read, and put back by its number."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Phrase:
    """Goes into a line of text."""

    html: str
    plain: str
    """The same as words, escaped: for places where nothing can be pressed, like the text of a link."""


@dataclass(frozen=True, slots=True)
class Block:
    """Stands by itself, between paragraphs."""

    html: str


@dataclass(frozen=True, slots=True)
class RiskOpens:
    id: int
    heading: str
    """HTML, shown once: where the passage begins."""


@dataclass(frozen=True, slots=True)
class RiskCloses:
    id: int


Lifted = Phrase | Block | RiskOpens | RiskCloses
