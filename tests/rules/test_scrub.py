"""The vocabulary of the scrub rules is the engine's own."""

from __future__ import annotations

from itertools import chain, combinations

import pytest

from becivic.rules.scrub import ALL_STRINGS, FLAGS, ScrubCategory
from becivic_scrub import dialect, rules
from tests.requirement import requirement


@requirement("R-SCRUB-03")
def test_law_and_engine_know_the_same_words() -> None:
    assert tuple(each.value for each in ScrubCategory) == rules.CATEGORIES
    assert ALL_STRINGS == rules.ALL_STRINGS


@requirement("R-SCRUB-03")
def test_law_and_engine_know_the_same_flags() -> None:
    for known in chain.from_iterable(combinations(FLAGS, size) for size in range(len(FLAGS) + 1)):
        dialect.read("[0-9]", "".join(known))
    for other in "asuxUgy":
        with pytest.raises(dialect.PatternRefused):
            dialect.read("[0-9]", other)
