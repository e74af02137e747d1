"""Locating with RE2: sets to know which rules fire, then RE2 again to say where (design 5).

Nothing a submitter writes can make it slow. The first set also knows the characters that folding changes,
so a clean text is read as it came; and every set knows one pattern that all texts match, because a set that
ran out of memory answers exactly like one that found nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

import re2

from becivic.scrub.foldable import FOLDABLE
from becivic_scrub import Engine, Rule, RulesRefused, dialect
from becivic_scrub.finding import Hit
from becivic_scrub.fold import Folded, fold, plain_typography

_SET_MEMORY: Final = 32 << 20
_PATTERN_MEMORY: Final = 8 << 20
_LONG: Final = 60
"""Characters. Rules whose widest match is longer read words, the others shapes of digits."""

_FOLDABLE: Final = -1
"""Stands among the numbers of rules for the characters that folding changes."""

_CONTINUATIONS: Final = bytes(range(0x80, 0xC0))
"""The bytes of UTF-8 that begin no character."""


class LinearLocator:
    """Finds where rules fire, in time linear in the text whatever the text."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self._patterns = [_compiled(rule) for rule in rules]
        families: dict[bool, list[int]] = {}
        for number, rule in enumerate(rules):
            families.setdefault(_reads_words(rule), []).append(number)
        sources = {number: with_flags(rule.pattern, rule.flags) for number, rule in enumerate(rules)}
        sources[_FOLDABLE] = FOLDABLE
        first, *others = families.values() or ([],)
        self._sets = [_RuleSet(numbers, sources) for numbers in ([*first, _FOLDABLE], *others)]

    def locate(self, text: str, most: int | None = None) -> tuple[Folded, Sequence[Hit]]:
        folded = Folded(plain_typography(text))
        try:
            raw = folded.text.encode()
            fired = self._fired(raw)
        except UnicodeEncodeError:  # half a surrogate pair, which folding replaces
            fired = [_FOLDABLE]
        if not fired:
            return folded, ()
        if _FOLDABLE in fired:
            folded = fold(text)
            raw = folded.text.encode()
            fired = self._fired(raw)
        return folded, list(self._hits(folded.text, raw, sorted(fired), most))

    def _fired(self, raw: bytes) -> list[int]:
        return [number for each in self._sets for number in each.fired(raw)]

    def _hits(self, text: str, raw: bytes, fired: Iterable[int], most: int | None) -> Iterator[Hit]:
        places = None if len(raw) == len(text) else _Places(raw)
        for number in fired:
            if number == _FOLDABLE:  # a set that was not alive to say names all it holds
                continue
            for start, end in islice(_spans(self._patterns[number], raw), most):
                yield (
                    Hit(number, start, end)
                    if places is None
                    else Hit(number, places.of(start), places.of(end))
                )


class _RuleSet:
    """Some of the rules, asked together which of them fire."""

    def __init__(self, numbers: Sequence[int], sources: Mapping[int, str]) -> None:
        self._numbers = numbers
        self._set = re2.Set.SearchSet(_options(_SET_MEMORY))
        for number in numbers:
            self._set.Add(sources[number])
        self._canary = self._set.Add("(?:)")
        self._clean = [self._canary]
        if not self._is_alive():
            raise RulesRefused("there is no room for the set of all patterns")

    def _is_alive(self) -> bool:
        try:
            self._set.Compile()
        except re2.error:
            return False
        return self._set.Match(b"") == self._clean

    def fired(self, raw: bytes) -> Sequence[int]:
        """The rules worth locating: all of them when the set was not alive to say."""
        found = self._set.Match(raw)
        if found == self._clean:
            return ()
        if found is None or self._canary not in found:
            return self._numbers
        return [self._numbers[place] for place in found if place != self._canary]


def _reads_words(rule: Rule) -> bool:
    """Rules are compiled together with their like. Streets and e-mail times every shape of number would need a
    state for every mixture: one set of all rules takes half as long again on text it has not seen."""
    try:
        return dialect.read(rule.pattern, rule.flags).widest > _LONG
    except dialect.PatternRefused as refused:
        raise RulesRefused(f"the pattern of `{rule.name}` {refused}") from None


def _compiled(rule: Rule) -> re2._Regexp:
    try:
        return re2.compile(with_flags(rule.pattern, rule.flags), _options(_PATTERN_MEMORY))
    except re2.error:
        raise RulesRefused(f"the pattern of `{rule.name}` is refused by the linear-time engine") from None


def linear_engine(rules: Sequence[Rule]) -> Engine:
    """The engine for a server. Fails closed: a rule that RE2 does not take refuses the whole file."""
    return Engine(rules, LinearLocator(rules).locate)


def with_flags(pattern: str, flags: str) -> str:
    """The flags written into the pattern, in the form Python and RE2 share."""
    return f"(?{flags}){pattern}" if flags else pattern


def _options(memory: int) -> re2.Options:
    options = re2.Options()
    options.log_errors = False  # RE2 would print the pattern
    options.max_mem = memory
    return options


def _spans(pattern: re2._Regexp, raw: bytes) -> Iterator[tuple[int, int]]:
    """As the plain engine does: the group where there is one, and on from its end."""
    group = 1 if pattern.groups else 0
    matches = pattern.finditer(raw)
    while match := next(matches, None):
        span = match.span(group)
        if span[0] < 0:
            span = match.span()
        yield span
        if span[1] != match.end():  # it ate the character behind, which the next match may need
            matches = pattern.finditer(raw, span[1])


class _Places:
    """Byte offsets to character offsets, asked in any order, counted once in steps."""

    _STEP: Final = 256

    def __init__(self, raw: bytes) -> None:
        self._raw = raw
        self._counts = [0]
        for start in range(0, len(raw), self._STEP):
            self._counts.append(self._counts[-1] + _characters(raw[start : start + self._STEP]))

    def of(self, offset: int) -> int:
        whole, rest = divmod(offset, self._STEP)
        begun = offset - rest
        return self._counts[whole] + _characters(self._raw[begun:offset])


def _characters(raw: bytes) -> int:
    """How many characters begin in these bytes."""
    return len(raw.translate(None, _CONTINUATIONS))
