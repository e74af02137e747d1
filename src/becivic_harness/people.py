"""Finds the people named in a text by what they are not: a word written large that is nothing else we know is a name.

Recall comes first: what this leaves standing may be written to disk. Names on our lists are found in any case, others
where they are written large, stand beside a name, or behind something that announces one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from becivic_harness.names import cues, handles, phrases, web
from becivic_harness.names.cues import PARTICLES
from becivic_harness.names.reading import Reading
from becivic_harness.names.whole import mark_whole
from becivic_harness.spans import Span, merged
from becivic_harness.words.groups import group
from becivic_harness.words.lists import NAME
from becivic_harness.words.tokens import split

KIND: Final = "name"
_AND: Final = group("and")
_MOST_PARTICLES: Final = 3


def find(text: str) -> list[Span]:
    """Where people are named, by place and without overlap."""
    tokens = split(text)
    reading = Reading(tokens, phrases.covered(tokens))
    return merged(
        [
            *_spans(reading, _marked(reading)),
            *(Span(*place, KIND) for place in (*web.named(text), *handles.found(text))),
        ]
    )


def _marked(reading: Reading) -> list[bool]:
    """Which words are part of a name: those that are one by themselves, those announced, and their neighbours."""
    together = phrases.surnames(reading.tokens) - reading.covered
    marked = [at in together or reading.is_name(at) for at in range(len(reading.tokens))]
    _mark_strangers(reading, marked)
    _mark_announced(reading, marked)
    for at in range(len(marked)):
        if marked[at]:
            _mark_right(reading, marked, at)
            _mark_beyond_and(reading, marked, at)
    for at in range(len(marked) - 1, -1, -1):
        if marked[at]:
            _mark_left(reading, marked, at)
    mark_whole(reading, marked)
    return marked


def _mark_strangers(reading: Reading, marked: list[bool]) -> None:
    """`xhevdet qarri called`: two words side by side that nobody knows, or nothing but one."""
    strange = [reading.is_strange(at) for at in range(len(reading.tokens))]
    for at in range(1, len(strange)):
        if strange[at - 1] and strange[at] and reading.tokens[at].joined:
            marked[at - 1 : at + 1] = [True, True]
    if strange == [True]:
        marked[0] = True


def _mark_announced(reading: Reading, marked: list[bool]) -> None:
    tokens = reading.tokens
    for at in range(len(tokens) - 1):
        if cues.announces(tokens, at):
            _mark_behind(reading, marked, at, sure=True)
        elif tokens[at + 1].joined and cues.suggests(tokens, at):
            _mark_behind(reading, marked, at, sure=False)


def _mark_behind(reading: Reading, marked: list[bool], at: int, *, sure: bool) -> None:
    """The first word behind a cue, beyond particles."""
    tokens = reading.tokens
    first = at + 1
    while first + 1 < len(tokens) and first - at <= _MOST_PARTICLES and tokens[first].folded in PARTICLES:
        if not tokens[first + 1].joined:
            break
        first += 1
    if reading.may_be_announced(first, sure=sure, titled=cues.is_title(tokens[at])):
        marked[at + 1 : first + 1] = [True] * (first - at)


def _mark_right(reading: Reading, marked: list[bool], at: int) -> None:
    """`Amina` takes `van den Broeck` along, and `El Idrissi`."""
    tokens, probe = reading.tokens, at + 1
    while probe < len(tokens) and probe - at <= _MOST_PARTICLES + 1 and reading.flows(probe):
        if marked[probe] or reading.belongs_behind(probe, at):
            marked[at + 1 : probe + 1] = [True] * (probe - at)
            return
        if tokens[probe].folded not in PARTICLES:
            return
        probe += 1


def _mark_beyond_and(reading: Reading, marked: list[bool], at: int) -> None:
    """`Spyros en Georgia`: beside a person stands a person."""
    tokens, other = reading.tokens, at + 2
    if other >= len(tokens) or tokens[at + 1].folded not in _AND or other in reading.covered:
        return
    if tokens[other].joined and tokens[other].capital and reading.senses[other] & NAME:
        marked[other] = True


def _mark_left(reading: Reading, marked: list[bool], at: int) -> None:
    """An initial, a particle or another name before this one."""
    tokens, probe = reading.tokens, at - 1
    while probe >= 0 and at - probe <= _MOST_PARTICLES + 1 and reading.flows(probe + 1):
        if marked[probe] or reading.belongs_before(probe, at):
            marked[probe:at] = [True] * (at - probe)
            return
        if tokens[probe].folded not in PARTICLES or probe in reading.covered:
            return
        if tokens[probe].capital and not tokens[probe].opens:
            marked[probe:at] = [True] * (at - probe)
        probe -= 1


def _spans(reading: Reading, marked: Sequence[bool]) -> Iterator[Span]:
    tokens, start = reading.tokens, 0
    while start < len(tokens):
        end = start
        while end < len(tokens) and marked[end] and (end == start or reading.flows(end)):
            end += 1
        if end > start:
            yield Span(tokens[_with_title(reading, start)].start, tokens[end - 1].end, KIND)
        start = max(end, start + 1)


def _with_title(reading: Reading, start: int) -> int:
    tokens = reading.tokens
    titled = start > 0 and (tokens[start].joined or tokens[start].after_a_dot)
    return start - 1 if titled and cues.is_title(tokens[start - 1]) else start
