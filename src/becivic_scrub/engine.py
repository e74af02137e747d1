"""The engine: rules in; findings, redacted text and walks over JSON out.

Everything but the locating is here once, for both sides of the wire: the checksums, the downgrade of
what fails them, the way back to original offsets. Who locates is a seam: Python's own engine by
default, a linear one on the server.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Callable, Final, Optional

from becivic_scrub.finding import BY_PLACE, INVALID, VALID, Finding, Hit, gravest, overlapping
from becivic_scrub.fold import Folded
from becivic_scrub.rules import DIRECT, INDIRECT, Rule, RulesRefused
from becivic_scrub.windows import WindowedLocator

Locate = Callable[[str, Optional[int]], tuple[Folded, Sequence[Hit]]]
"""Text, and how many hits a rule is worth (None: all), to folded text and hits by rule and then by place."""


_TAIL: Final = "[0-9A-Za-z]{1,11}?(?:[ ./_-]{1,3}|(?<=[A-Za-z])(?=[0-9]))"
"""Read backwards: a last group, or letters glued to the digits before them."""
_JSON: Final = json.JSONEncoder(ensure_ascii=False)
_MOST_CUTS: Final = 3


class Engine:
    """Finds what identifies a person, by rules that come as data."""

    def __init__(self, rules: Sequence[Rule], locate: Locate | None = None) -> None:
        if not rules:
            raise RulesRefused("there are no scrub rules to run")
        self.rules = tuple(rules)
        self.locate = locate or WindowedLocator(self.rules).locate

    def find(self, text: str, field: str | None = None, *, most: int | None = None) -> list[Finding]:
        """What fires in a text, by place. A dotted `field` leaves out rules made for other fields.

        `most` bounds the work on a text that is nothing but identifiers: so many findings a rule.
        """
        folded, hits = self.locate(text, most)
        if not hits:
            return []
        found = [
            self._finding(hit, folded) if hit.ran else self._counted(hit, folded, len(text))
            for hit in hits
            if self.rules[hit.rule].applies_to(field)
        ]
        found.sort(key=BY_PLACE)
        return found

    def redact(self, text: str, findings: Sequence[Finding] | None = None) -> str:
        """The text with each thing found replaced by the name of its rule in brackets."""
        pieces: list[str] = []
        place = 0
        for start, end, name in _merged(self.find(text) if findings is None else findings):
            pieces += (text[place:start], f"[{name}]")
            place = end
        return "".join((*pieces, text[place:]))

    def looks_clean(self, document: object) -> bool:
        """A look at a whole JSON value in one go, for nearly everything is clean. True is certain, False is not.

        Text that JSON has to escape is not looked at in its own form, and so is left to `walk`.
        """
        text = _JSON.encode(document)
        return "\\" not in text and not self.find(text, most=1)

    def walk(self, document: object, *, most: int | None = None) -> Iterator[Finding]:
        """What fires in a JSON value: every string, every whole number, every key.

        Values that are an id and nothing else are passed over: the digits of a UUID mean nobody.
        """
        from becivic_scrub.strings import strings  # noqa: PLC0415  for JSON alone

        keys: dict[str, list[Finding]] = {}

        def of_key(key: str) -> list[Finding]:
            if key not in keys:
                keys[key] = self.find(key, most=most)
            return keys[key]

        for each in strings(document, lambda key: bool(of_key(key))):
            for finding in of_key(each.text) if each.is_key else self.find(each.text, each.field, most=most):
                yield finding._replace(pointer=each.pointer, in_key=each.is_key)

    def _finding(self, hit: Hit, folded: Folded) -> Finding:
        rule = self.rules[hit.rule]
        check = _check(rule.checksum) if rule.checksum else None
        if check is None:
            return Finding(rule.name, rule.category, *folded.original(hit.start, hit.end))
        for end in _ends(folded.text, hit):
            if check(folded.text[hit.start : end]):
                return Finding(rule.name, rule.category, *folded.original(hit.start, end), VALID)
        weaker = INDIRECT if rule.category == DIRECT else rule.category
        return Finding(rule.name, weaker, *folded.original(hit.start, hit.end), INVALID)

    def _counted(self, hit: Hit, folded: Folded, length: int) -> Finding:
        """A rule that did not run, or not to the end: everything from there on is found, seen or not."""
        rule = self.rules[hit.rule]
        start = folded.original(hit.start, hit.end)[0] if hit.start else 0
        return Finding(rule.name, rule.category, start, length, ran=False)


@cache
def _check(name: str) -> Callable[[str], bool] | None:
    from becivic_scrub.checksums import CHECKSUMS  # noqa: PLC0415  for what is found alone

    return CHECKSUMS.get(name)


@cache
def _tail() -> re.Pattern[str]:
    return re.compile(_TAIL)


def _ends(text: str, hit: Hit) -> Iterator[int]:
    """Where the identifier may end: a pattern may take along what stands behind it, as in `… 3201 BIC`.

    Only what holds its checksum is cut short, so nothing is made smaller by guessing.
    """
    yield hit.end
    for _, cut in zip(range(_MOST_CUTS), _tail().finditer(text[hit.start : hit.end][::-1])):
        yield hit.end - cut.end()


def _merged(findings: Sequence[Finding]) -> Iterator[tuple[int, int, str]]:
    """Spans that overlap become one, named after the gravest and widest of them."""
    for group in overlapping(findings):
        yield group[0].start, max(each.end for each in group), gravest(group).rule
