"""Findings for a person to read: one line a thing found, however many rules know it. Never the text."""

from __future__ import annotations

import io
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from becivic_scrub.content import Content
from becivic_scrub.finding import PERSON, VALID, Finding, gravest, overlapping
from becivic_scrub.rules import DIRECT, INDIRECT, METADATA

_NOUNS: Final = {
    DIRECT: "direct identifier",
    INDIRECT: "indirect identifier",
    PERSON: "name",
    METADATA: "trace of metadata",
}


class Told(NamedTuple):
    """One thing found: where it is, how grave, which rules know it, and what the checksum says."""

    place: str
    category: str
    rules: str
    verdict: str

    def __str__(self) -> str:
        return f"{self.place:>10}  {self.category:<19}  {self.rules}{self.verdict}"


def things(content: Content, findings: Sequence[Finding]) -> Iterator[Told]:
    """Each thing found, in order."""
    place = content.placer()
    for _, in_one_text in groupby(findings, key=lambda each: (each.pointer, each.in_key)):
        for group in overlapping(in_one_text):
            first = gravest(group)
            names = dict.fromkeys([first.rule, *(each.rule for each in group)])
            yield Told(place(group[0]), first.category, ", ".join(names), _verdict(group, first.category))


def _verdict(group: Sequence[Finding], category: str) -> str:
    """What the checksums of the rules that give the line its category say."""
    if not all(each.ran for each in group):
        return "  could not be run here, which counts as fired"
    checked = [each.checksum for each in group if each.checksum and each.category == category]
    if not checked:
        return ""
    return "  checksum valid" if VALID in checked else "  checksum invalid"


def closing(found: Sequence[Told]) -> str:
    """The last line: how much of what."""
    counts = Counter(each.category for each in found)
    said = [
        f"{counts[category]} {noun}" + "s" * (counts[category] > 1)
        for category, noun in _NOUNS.items()
        if counts[category]
    ]
    return f"{', '.join(said)}." if said else "Nothing found."


def exit_code(findings: Iterable[Finding]) -> int:
    """1 where a direct identifier was found, for both command lines."""
    return int(any(each.category == DIRECT for each in findings))


def write_anything() -> None:
    """UTF-8 wherever this runs; half a surrogate pair as JSON writes it, instead of a stack trace."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
