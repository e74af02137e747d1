"""One clean item through the server's engine, beside a bare RE2 set and Presidio's pattern recognisers; and
hostile text beside ordinary text of the same length."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import re2
from presidio_analyzer import Pattern, PatternRecognizer

from becivic.scrub import linear_engine
from becivic.scrub.linear import with_flags
from becivic_scrub import Rule, packaged_rules

ROUNDS = 9
ITEM = 1200
LONG = 32 * 1024
ENOUGH = 8
"""Findings a rule: what intake asks for, because one is enough to refuse."""

PROSE = (
    "The clerk at the population desk asked for a birth certificate not older than six months. "
    "La redevance est de 25\u00a0€ et le délai de 30 jours ouvrables \u2013 l\u2019extrait est gratuit depuis 2019. "
    "De gemeente vraagt bijlage 19ter en een kopie van het huurcontract; art. 12bis, § 1, 2° is van toepassing. "
    "Die Bescheinigung wird am Schalter 7 im 3. Stock ausgestellt, montags von 8.30 bis 12.00 Uhr. "
)
HOSTILE = {
    "digits": "1",
    "spaced digits": "1 ",
    "dotted digits": "85.07.30-",
    "almost mail": "a.a.a.a@",
    "almost phones": "+32 470 12 ",
    "almost an account": "BE68 5390 0754 ",
    "letters and digits": "Ab1-",
    "almost streets": "rue de la Loi ",
    "labels": "passport number ",
    "wide digits": "\uff11\u200b",
    "many disguises": "".join(
        map(chr, (*range(0x660, 0x66A), *range(0x1D7CE, 0x1D7FF), *range(0x2000, 0x2010)))
    ),
    "spaces that do not break": "1\u00a0",
    "nothing but identifiers": "85.07.30-033.28 ",
}


def run() -> dict[str, Any]:
    rules = packaged_rules()
    engine, bare, presidio = linear_engine(rules), _set(rules), _presidio(rules)
    item = (PROSE * 9)[:ITEM]
    assert not engine.find(item)
    ours, sets, theirs = [], [], []
    for _ in range(ROUNDS):  # interleaved, so that a busy neighbour slows all alike
        ours.append(_seconds(lambda: engine.find(item, most=ENOUGH), 1000))
        sets.append(_seconds(lambda: bare.Match(item), 1000))
        theirs.append(_seconds(lambda: [each.analyze(item, each.supported_entities) for each in presidio], 3))
    hostile = _hostile(lambda text: engine.find(text, most=ENOUGH))
    over_set, over_presidio = min(ours) / min(sets), min(theirs) / min(ours)
    return {
        "rules": len(rules),
        "engine_us": round(min(ours) * 1e6, 2),
        "bare_set_us": round(min(sets) * 1e6, 2),
        "presidio_patterns_us": round(min(theirs) * 1e6, 1),
        "times_a_bare_set": round(over_set, 2),
        "times_faster_than_presidio": round(over_presidio, 1),
        "hostile_times_ordinary": hostile,
        "bars": {
            "at most 4 times a bare set": over_set <= 4,
            "at least 10 times faster than Presidio's patterns": over_presidio >= 10,
            "hostile text at most 10 times ordinary text": max(hostile.values()) <= 10,
        },
    }


def _hostile(find: Callable[[str], object]) -> dict[str, float]:
    ordinary = _long(PROSE)
    texts = {name: _long(piece) for name, piece in HOSTILE.items()}
    base, taken = [], {name: [] for name in texts}  # type: tuple[list[float], dict[str, list[float]]]
    for _ in range(ROUNDS):
        base.append(_seconds(lambda: find(ordinary), 5))
        for name, text in texts.items():
            taken[name].append(_seconds(lambda text=text: find(text), 5))  # type: ignore[misc]
    return {name: round(min(times) / min(base), 2) for name, times in taken.items()}


def _long(piece: str) -> str:
    """A piece again and again, as long on the wire as every other."""
    return (piece * LONG).encode()[:LONG].decode(errors="ignore")


def _set(rules: list[Rule]) -> re2.Set:
    found = re2.Set.SearchSet()
    for rule in rules:
        found.Add(with_flags(rule.pattern, rule.flags))
    found.Compile()
    return found


def _presidio(rules: list[Rule]) -> list[PatternRecognizer]:
    return [
        PatternRecognizer(
            supported_entity=rule.name.upper(),
            patterns=[Pattern(rule.name, with_flags(rule.pattern, rule.flags), 0.5)],
        )
        for rule in rules
    ]


def _seconds(work: Callable[[], object], repeats: int) -> float:
    started = time.perf_counter()
    for _ in range(repeats):
        work()
    return (time.perf_counter() - started) / repeats
