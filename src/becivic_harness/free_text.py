"""Layer 1 in one call: text of a person in, text without anybody in it out (R-SCRUB-08, C-42).

The scrub rules, names, dates, loose numbers, addresses and ages, each replaced by a word in brackets. Cleaning goes on
until nothing more is found, so cleaning twice changes nothing; and it never raises: what cannot be read is withheld.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final, NamedTuple

from becivic_harness import addresses, ages, dates, numbers, people, plain_text
from becivic_harness.patterns import Pattern
from becivic_harness.spans import Span
from becivic_harness.words import decoding, opaque
from becivic_scrub import Engine

WITHHELD: Final = "withheld"
_MOST_PASSES: Final = 12
_GRAVITY: Final = (people.KIND, addresses.KIND, numbers.KIND, dates.KIND, ages.KIND)
_MARK: Final = Pattern(r"\[([a-z_0-9]+)\]")
_DISGUISED: Final = "email_disguised"
_DOTTED: Final = Pattern(
    r"(?:[^\W_][\w+-]{0,30}(?: ?[(\[{] ?(?:dot|punt|point|punkt|\.) ?[)\]}] ?| (?:dot|punt|point|punkt) | \. ?|\.)){1,4}$",
    re.IGNORECASE,
)
_LONGEST_DOTTED: Final = 120
_ADDRESS_RULES: Final = ("street_address", "address_")


class Removed(NamedTuple):
    kind: str
    count: int  # type: ignore[assignment]  # tuples have a method of that name, which nobody needs here


class Cleaned(NamedTuple):
    text: str
    removed: list[Removed]


class _Taken(NamedTuple):
    start: int
    end: int
    kind: str
    instead: str


def clean(text: str, engine: Engine, today: date) -> Cleaned:
    """The text with nobody in it, and how much of what was taken out."""
    counts: dict[str, int] = {}
    try:
        text = plain_text.visible(text)
        for _ in range(_MOST_PASSES):
            taken = _with_hidden(text, _taken(text, engine, today), engine, today)
            if not taken:
                return Cleaned(text, [Removed(kind, counts[kind]) for kind in sorted(counts)])
            for each in taken:
                counts[each.kind] = counts.get(each.kind, 0) + 1
            text = _replaced(text, taken)
    except Exception:  # noqa: BLE001  whatever it is, the text must not go on unread
        return Cleaned(f"[{WITHHELD}]", [Removed(WITHHELD, 1)])
    return Cleaned(f"[{WITHHELD}]", [Removed(WITHHELD, 1)])


def personal(text: str, engine: Engine, today: date) -> list[str]:
    """The kinds of what would be taken out; empty where the text may stand as it is."""
    return [removed.kind for removed in clean(text, engine, today).removed]


def _taken(text: str, engine: Engine, today: date) -> list[_Taken]:
    """What one reading finds, by place, overlaps merged into the gravest."""
    text = _without_marks(text, engine)
    by_rule = [
        Span(_with_local_part(text, found.start, found.rule), found.end, found.rule)
        for found in engine.find(text)
    ]
    dated = dates.find(text, today)
    names = people.find(text)
    homes = [span._replace(kind=addresses.KIND) for span in by_rule if span.kind.startswith(_ADDRESS_RULES)]
    spans = [
        *by_rule,
        *names,
        *addresses.extended(text, [*homes, *addresses.find(text)]),
        *numbers.find(text, [(each.start, each.end) for each in dated]),
        *ages.find(text, names),
    ]
    days = [
        _Taken(each.start, each.end, dates.KIND, each.instead) for each in dated if each.instead is not None
    ]
    return list(_merged([*days, *(_Taken(*span, f"[{span.kind}]") for span in spans)]))


def _with_local_part(text: str, start: int, rule: str) -> int:
    """`jean (dot) dupont at …`: a rule sees the end of such an address; what is dotted onto it goes along."""
    before = _DOTTED.search(text, max(0, start - _LONGEST_DOTTED), start) if rule == _DISGUISED else None
    return before.start() if before else start


def _with_hidden(text: str, taken: Sequence[_Taken], engine: Engine, today: date) -> list[_Taken]:
    """With what is found only where escapes, tags and letters set apart are read as they are meant."""
    read = _without_marks(text, engine)
    for start, end in opaque.stretches(read):  # their own finder reads these decoded
        read = f"{read[:start]}{'¤' * (end - start)}{read[end:]}"
    hidden = [
        _Taken(meant.places[each.start][0], meant.places[each.end - 1][1], each.kind, f"[{each.kind}]")
        for meant in decoding.readings(read)
        for each in _taken(meant.text, engine, today)
    ]
    more = [
        each for each in hidden if not any(one.start <= each.start and each.end <= one.end for one in taken)
    ]
    return list(_merged([*taken, *more])) if more else list(taken)


def _without_marks(text: str, engine: Engine) -> str:
    """With a sign that means nothing in place of what was written in brackets before, mark for mark."""
    if "[" not in text:
        return text
    known = {WITHHELD, *_GRAVITY, *(rule.name for rule in engine.rules)}
    pieces = _MARK.split(text)  # every other piece is what stood between brackets
    return "".join(
        piece if at % 2 == 0 else "¤" * (len(piece) + 2) if piece in known else f"[{piece}]"
        for at, piece in enumerate(pieces)
    )


def _merged(taken: Sequence[_Taken]) -> Iterator[_Taken]:
    group: list[_Taken] = []
    end = -1
    for each in sorted(taken):
        if group and each.start >= end:
            yield _as_one(group)
            group = []
        group.append(each)
        end = max(end, each.end) if len(group) > 1 else each.end
    if group:
        yield _as_one(group)


def _as_one(group: Sequence[_Taken]) -> _Taken:
    """Named after a rule where one knows it, after our own finders otherwise."""
    first = min(group, key=lambda each: (_gravity(each.kind), each.start - each.end))
    instead = first.instead if len(group) == 1 else f"[{first.kind}]"
    return _Taken(group[0].start, max(each.end for each in group), first.kind, instead)


def _gravity(kind: str) -> int:
    return _GRAVITY.index(kind) if kind in _GRAVITY else -1


def _replaced(text: str, taken: Sequence[_Taken]) -> str:
    pieces: list[str] = []
    place = 0
    for each in taken:
        pieces += (text[place : each.start], each.instead)
        place = each.end
    return "".join((*pieces, text[place:]))
