"""Texts of 256 KB that are nearly what a rule looks for, over and over: work that grows with the text, never faster."""

from __future__ import annotations

from functools import cache

import pytest

from becivic_scrub import Engine, packaged_rules
from tests.pace import within
from tests.requirement import requirement

_SIZE = 256 * 1024
_TIMES = 4000
"""Of the plain loop: some ten times what the slowest of these takes. Quadratic work would take thousands of times more."""

NEAR_MISSES = [
    "0",
    "Straße ",
    "a_at_",
    "a dot ",
    "zero ",
    "06/01/20",
    "Am Aa ",
    "née le ",
    "tel. n° ",
    "\u0430\u200b",
]


@cache
def _engine() -> Engine:
    return Engine(packaged_rules())


@requirement("R-SCRUB-05")
@pytest.mark.parametrize("piece", NEAR_MISSES)
def test_a_text_of_near_misses_takes_work_that_grows_with_its_length(piece: str) -> None:
    text = (piece * (_SIZE // len(piece) + 1))[:_SIZE]
    _engine().find("warm")
    with within(_TIMES):
        found = _engine().find(text)
    assert all(each.ran for each in found), {each.rule for each in found if not each.ran}
