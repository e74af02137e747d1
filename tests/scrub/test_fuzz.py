"""Each packaged rule against the input that hurts engines which backtrack, in work and not in wall-clock time."""

from __future__ import annotations

import re
import time
from functools import cache
from random import Random
from typing import Final

from becivic_scrub import dialect, packaged_rules
from becivic_scrub.windows import TIME_LIMIT, WINDOW
from tests.factories.scrub_texts import HURTFUL, LABELS, SHAPES, noise
from tests.requirement import requirement

LIMIT: Final = TIME_LIMIT / 2
"""Seconds of this thread's own work for a pattern on one text: half of what the engine itself allows."""


@cache
def _texts() -> tuple[str, ...]:
    """Bounded and seeded: every piece alone, every shape cut short again and again, and mixtures."""
    rng = Random(42)
    alone = [(piece * WINDOW)[:WINDOW] for piece in (*HURTFUL, *LABELS)]
    pairs = [((one + other) * WINDOW)[:WINDOW] for one in HURTFUL for other in rng.sample(HURTFUL, 4)]
    nearly = [
        ((shape[: rng.randint(1, len(shape))] + rng.choice(HURTFUL)) * WINDOW)[:WINDOW]
        for shape in SHAPES * 2
    ]
    return (*alone, *pairs, *nearly, *(noise(rng, WINDOW) for _ in range(60)))


def _work(pattern: re.Pattern[str], text: str) -> float:
    began = time.thread_time()
    for _ in pattern.finditer(text):
        pass
    return time.thread_time() - began


@requirement("R-SCRUB-04")
def test_no_packaged_rule_works_longer_than_its_limit_on_any_text_that_hurts() -> None:
    for rule in packaged_rules():
        pattern = dialect.compiled(rule.pattern, rule.flags)
        assert max(_work(pattern, text) for text in _texts()) < LIMIT, rule.name


def test_the_limit_catches_a_pattern_that_backtracks_without_end() -> None:
    """Twice the work for each letter: four times the limit already on a quick machine."""
    assert _work(dialect.compiled("(?:a|a){25}b", ""), "a" * 26) > LIMIT


def test_the_texts_are_many_bounded_and_always_the_same() -> None:
    assert len(_texts()) > 200
    assert {len(text) for text in _texts()} == {WINDOW}
    assert noise(Random(42), 50) == noise(Random(42), 50)
