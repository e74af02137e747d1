"""What a tag becomes, kept aside while markdown is read, and put back by its number."""

from __future__ import annotations

from typing import NamedTuple


class Phrase(NamedTuple):
    """Goes into a line of text."""

    html: str
    plain: str
    """The same as words, escaped: for places where nothing can be pressed, like the text of a link."""


class Block(NamedTuple):
    """Stands by itself, between paragraphs."""

    html: str


class RiskOpens(NamedTuple):
    id: int
    heading: str
    """HTML, shown once: where the passage begins."""


class RiskCloses(NamedTuple):
    id: int


Lifted = Phrase | Block | RiskOpens | RiskCloses
