r"""Gates: what a text must hold for a rule to match anywhere in it, cheap to look for.

A closed gate is certain, an open one says nothing. Only a rule whose gate a text opens is worth reading its pattern.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from operator import sub
from typing import Any, Final, NamedTuple

from becivic_scrub.patterns import WIDEST_MATCH, for_python
from becivic_scrub.rules import Rule

BOUNDARY: Final = "\b"
"""At the end of a needle: the text must not go on with part of a word. No folded text holds this character."""
IN_WORDS: Final = frozenset("abcdefghijklmnopqrstuvwxyz0_")
"""What patterns take for part of a word, as it stands in an outline."""

_LOWERED_TO_TWO: Final = "\u0130"
"""The one letter beyond ASCII, of those that folding leaves, whose lower case begins with a letter of ASCII: patterns
see the end of a word before it."""
_NOUGHTS: Final = str.maketrans("123456789", "0" * 9)


def outline(text: str) -> str:
    """A folded text as needles are written: in lower case, every digit a nought."""
    return text.replace(_LOWERED_TO_TWO, "\ufffd").lower().translate(_NOUGHTS)


class Gate(NamedTuple):
    """What every match of a rule holds: so many digits within so many characters, and a needle of each list."""

    digits: Sequence[Sequence[int]] = ()
    needles: Sequence[Sequence[str]] = ()

    @classmethod
    def of(cls, facts: Mapping[str, Any]) -> Gate | None:
        """The gate among the facts of a rule; None for a rule that may not run."""
        return cls(facts["digits"], facts["needles"]) if facts["runs"] else None


class Gates:
    """Which rules are worth trying on a text, each pattern read when that is first so."""

    def __init__(self, rules: Sequence[Rule], gates: Sequence[Gate | None]) -> None:
        self._rules = rules
        self._gates = gates
        self._patterns: dict[int, re.Pattern[str] | None] = {}

    def opened_by(self, text: str) -> Iterator[tuple[int, re.Pattern[str] | None]]:
        """For each rule that may match the folded text its number and pattern; None for one that may not run."""
        look = Look(text)
        for number, gate in enumerate(self._gates):
            if gate is None:
                yield number, None
            elif look.opens(gate):
                yield number, self._pattern(number)

    def _pattern(self, number: int) -> re.Pattern[str] | None:
        if number not in self._patterns:
            rule = self._rules[number]
            try:
                self._patterns[number] = for_python(rule.pattern, rule.flags)
            except re.error:  # another Python than the one that took it: then it counts as fired
                self._patterns[number] = None
        return self._patterns[number]


class Look:
    """What gates ask about one folded text, each thing found out once."""

    def __init__(self, text: str) -> None:
        self._outline = outline(text)
        self._places = [found.start() for found in re.finditer("[0-9]", text)]
        self._stretches: dict[int, int] = {}

    def opens(self, gate: Gate) -> bool:
        """Whether a rule with this gate may match. False is certain."""
        if any(self._shortest(digits) > within for digits, within in gate.digits):
            return False
        return all(any(map(self._holds, needles)) for needles in gate.needles)

    def _shortest(self, digits: int) -> int:
        """The shortest stretch of text with so many digits; where there is none, one that is wider than any match."""
        if digits not in self._stretches:
            apart = map(sub, self._places[digits - 1 :], self._places)
            self._stretches[digits] = min(apart, default=WIDEST_MATCH) + 1
        return self._stretches[digits]

    def _holds(self, needle: str) -> bool:
        word = needle.strip(BOUNDARY)
        if len(word) == len(needle):
            return word in self._outline
        place = self._outline.find(word)
        while place >= 0:
            if self._is_bounded(needle, place, place + len(word)):
                return True
            place = self._outline.find(word, place + 1)
        return False

    def _is_bounded(self, needle: str, start: int, end: int) -> bool:
        """Whether no part of a word stands beside this stretch, on the sides where the needle asks for that."""
        if needle.startswith(BOUNDARY) and start > 0 and self._outline[start - 1] in IN_WORDS:
            return False
        return not (needle.endswith(BOUNDARY) and self._outline[end : end + 1] in IN_WORDS)
