"""How dense the digits of every match are, as it is read off a pattern."""

from __future__ import annotations

import re
from itertools import accumulate

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from becivic_scrub import dialect
from becivic_scrub.digit_runs import digit_runs
from tests.factories.scrub_rules import PATTERNS


def _runs(pattern: str, flags: str = "") -> list[tuple[int, int]]:
    return digit_runs(dialect.tree(pattern, flags), ignores_case="i" in flags)


@pytest.mark.parametrize(
    ("pattern", "runs"),
    [
        ("a", []),
        (r"\bab\b", []),
        ("7", [(1, 1)]),
        (r"\d\D", [(1, 1)]),
        ("[3-5]x", [(1, 1)]),
        ("[0-9a]", []),
        ("[0-9]{8}", [(8, 8)]),
        ("[0-9]{2,8}", [(2, 2)]),
        ("[0-9]?a", []),
        ("[0-9]{3}-[0-9]{4}", [(4, 4), (7, 8)]),
        ("(?:[ .]{0,2}[0-9]){4}", [(1, 1), (2, 4), (3, 7), (4, 10)]),
        ("[0-9](?:-[0-9]{2})?[0-9]", [(1, 1), (2, 5)]),
        ("[0-9]{2}|[0-9]{5}", [(2, 2)]),
        ("[0-9]{2}|a", []),
        ("x(?:[0-9]{2}a[0-9]|[0-9]{4})", [(2, 2), (3, 4)]),
        ("(?:a[0-9]{6}|[0-9]{3}b[0-9]{3}) [0-9]", [(3, 3), (6, 7), (7, 9)]),
        ("(?:a(?:[0-9]{2}|[0-9]{3})b){2}", [(2, 2), (4, 8)]),
    ],
)
def test_so_many_digits_are_certain_within_so_many_characters(
    pattern: str, runs: list[tuple[int, int]]
) -> None:
    assert _runs(pattern) == runs


def _holds(text: str, digits: int, within: int) -> bool:
    counts = [0, *accumulate(character in "0123456789" for character in text)]
    return any(
        counts[min(start + within, len(text))] - counts[start] >= digits for start in range(len(text) + 1)
    )


@settings(max_examples=300)
@given(PATTERNS, st.sampled_from(["", "i"]), st.text("ab1234- @é/.\n", max_size=30))
def test_every_match_of_any_pattern_holds_what_is_said_of_it(pattern: str, flags: str, text: str) -> None:
    try:
        compiled = dialect.compiled(pattern, flags)
    except dialect.PatternRefused:
        return
    runs = _runs(pattern, flags)
    for match in re.finditer(compiled, text):
        assert all(_holds(match[0], *run) for run in runs)
