"""Whether a scrub pattern is fit to be published (schemas 6.8; R-SCRUB-04).

Consumers run patterns in whatever engine they have. What all engines read alike is the dialect's to say, and
RE2 must take them too; here is added that a pattern leaves alone what holds nothing personal.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from becivic.scrub import linear_engine
from becivic_scrub import Rule, RulesRefused, dialect
from becivic_scrub.backtracking import refuse_runaway
from becivic_scrub.rules import DIRECT

_INNOCENT: Final = (" ", "a", "a" * 4096, " " * 4096, "-" * 4096, "a " * 2048, "é" * 2048, "\n" * 4096)
"""Nothing personal is in these."""


_KEPT: Final = 256
"""Answers that are kept: every check asks about the same few dozen patterns, and counting their paths takes seconds."""


@lru_cache(_KEPT)
def refusals(pattern: str, flags: str) -> tuple[str, ...]:
    """Every reason not to publish a pattern; each completes "the pattern …"."""
    try:
        dialect.compiled(pattern, flags)
        refuse_runaway(pattern, flags)
        engine = linear_engine([Rule("tried", pattern, flags, DIRECT)])
    except dialect.PatternRefused as refused:
        return (str(refused),)
    except RulesRefused:
        return ("is refused by the linear-time engine",)
    if any(engine.find(text, most=1) for text in _INNOCENT):
        return ("fires on text that holds nothing personal",)
    return ()
