"""One clean item through the server's engine, beside a bare RE2 set and Presidio's pattern recognisers; and
hostile text beside ordinary text of the same length."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import re2
from presidio_analyzer import Pattern, PatternRecognizer

from becivic.scrub import linear_engine
from becivic.scrub.linear import with_flags
from becivic_scrub import Rule, packaged_rules
from bench.measured import OURS, Benchmark, Measured, Told, Unit, at_least, at_most, compared, hardest
from bench.rounds import Run, seconds_of
from bench.versions import version_of

ROUNDS: Final = 9
ITEM: Final = 1200
LONG: Final = 32 * 1024
ENOUGH: Final = 8
"""Findings a rule: what intake asks for, because one is enough to refuse."""
SET: Final = f"a bare RE2 set ({version_of('google-re2')})"
PRESIDIO: Final = f"Presidio's pattern recognisers ({version_of('presidio-analyzer')})"
ORDINARY: Final = "ordinary text of the same length"

PROSE: Final = (
    "The clerk at the population desk asked for a birth certificate not older than six months. "
    "La redevance est de 25\u00a0€ et le délai de 30 jours ouvrables \u2013 l\u2019extrait est gratuit depuis 2019. "
    "De gemeente vraagt bijlage 19ter en een kopie van het huurcontract; art. 12bis, § 1, 2° is van toepassing. "
    "Die Bescheinigung wird am Schalter 7 im 3. Stock ausgestellt, montags von 8.30 bis 12.00 Uhr. "
)
HOSTILE: Final = {
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


def measure(run: Run) -> list[Measured]:
    rules = packaged_rules()
    engine, bare, presidio = linear_engine(rules), _set(rules), _presidio(rules)
    item = (PROSE * 9)[:ITEM]
    assert not engine.find(item)
    works = {
        OURS: _microseconds(lambda: engine.find(item, most=ENOUGH), 1000),
        SET: _microseconds(lambda: bare.Match(item), 1000),
        PRESIDIO: _microseconds(
            lambda: [each.analyze(item, each.supported_entities) for each in presidio], 3
        ),
    }
    taken = run.turns("clean text", ROUNDS, works)
    what = f"A clean text of {ITEM:,} characters, {len(rules)} rules"
    return [
        compared(what, taken, PRESIDIO, Unit.MICROSECONDS, bar=at_least(10)),
        compared(what, taken, SET, Unit.MICROSECONDS, told=Told.TIME, bar=at_most(4)),
        _hostile(run, lambda text: engine.find(text, most=ENOUGH)),
    ]


def _hostile(run: Run, find: Callable[[str], object]) -> Measured:
    texts = {ORDINARY: PROSE, **HOSTILE}
    works = {name: _microseconds(partial(find, _long(piece)), 5) for name, piece in texts.items()}
    taken = run.turns("hostile text", ROUNDS, works)
    each = [
        compared(name, taken, ORDINARY, Unit.MICROSECONDS, ours=name, told=Told.TIME, bar=at_most(10))
        for name in HOSTILE
    ]
    return hardest(each, f"{LONG // 1024} KB of hostile text")


def _microseconds(work: Callable[[], object], repeats: int) -> Callable[[], float]:
    return lambda: seconds_of(work, repeats) * 1e6


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


BENCHMARK: Final = Benchmark(
    title="Personal numbers found in a text",
    about=(
        "One clean text, as most are, through all scrub rules with normalisation; Presidio's recognisers have the same patterns, and the "
        "bare set only says which rules match, without undoing any disguise. Hostile texts are made to be slow: digits, almost-numbers, "
        "disguised digits, thirty kilobytes of each."
    ),
    packages=("google-re2", "presidio-analyzer"),
    measure=measure,
)
