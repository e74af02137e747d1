"""Locating in windows: cutting changes no answer, and no text buys more than one slow window a rule."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from becivic_scrub import Engine, dialect, windows
from becivic_scrub.finding import Hit
from becivic_scrub.windows import TIME_LIMIT, WINDOW, WindowedLocator
from tests.factories.scrub_rules import EMAIL, NRN, SEVERAL, UNTRANSLATABLE, entry, rules
from tests.factories.scrub_texts import MIXED, SHAPES
from tests.requirement import requirement

RULES = rules(*SEVERAL, entry("widest", "[ab]{200}"), entry("ends", r"\bend\b"))


def _hits_without_windows(text: str) -> list[Hit]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(windows, "WINDOW", 1 << 30)
        return WindowedLocator(RULES).locate(text)[1]


def _hits(text: str, window: int) -> list[Hit]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(windows, "WINDOW", window)
        return WindowedLocator(RULES).locate(text)[1]


@settings(max_examples=60)
@given(st.lists(MIXED, min_size=1, max_size=3).map(" ".join), st.integers(1, 60))
def test_no_cut_changes_an_answer(text: str, window: int) -> None:
    assert _hits(text, window) == _hits_without_windows(text)


@pytest.mark.parametrize(
    "shape", ["85.07.30-033.28", "jan.peeters@example.be", "+32 470 12 34 56", "a" * 200, "end"]
)
def test_an_identifier_that_straddles_a_cut_is_found_whole_wherever_the_cut_is(shape: str) -> None:
    for before in range(len(shape) + 3):
        text = "," * (WINDOW - before) + shape + "," * 500
        (hit,) = _hits(text, WINDOW)
        assert (hit.start, hit.end) == (WINDOW - before, WINDOW - before + len(shape))
        assert _hits(text, WINDOW) == _hits_without_windows(text)


@pytest.mark.parametrize("glued", ["endx", "xend", "end5", "_end"])
def test_a_boundary_is_judged_by_the_character_beyond_the_cut(glued: str) -> None:
    for before in range(6):
        text = "." * (WINDOW - before) + glued + "." * 500
        assert not _hits(text, WINDOW)


@given(
    st.lists(st.sampled_from(["a", "b", "aab", " ", "end", "x"]), max_size=500).map("".join),
    st.integers(1, 50),
)
@settings(max_examples=30)
def test_the_widest_match_survives_any_cut(text: str, window: int) -> None:
    assert _hits(text, window) == _hits_without_windows(text)


def test_windows_overlap_by_more_than_the_widest_match() -> None:
    assert dialect.WIDEST_MATCH + 1 < windows._OVERLAP < WINDOW


class _Timer:
    """Stands still, but for the windows it is told to be slow in: two readings a window."""

    def __init__(self, *slow: int) -> None:
        self._slow = slow
        self.read = 0

    def __call__(self) -> float:
        window, after = divmod(self.read, 2)
        self.read += 1
        return TIME_LIMIT * 2 if after and window in self._slow else 0.0


LONG = ("." * (WINDOW - 20) + " a@b.be 85.07.30-033.28") * 4


@requirement("R-SCRUB-05")
def test_a_window_that_takes_too_long_counts_as_fired_and_so_does_the_rest_while_other_rules_still_run() -> (
    None
):
    two = rules(NRN, EMAIL)
    whole = Engine(two).find(LONG)
    slow = Engine(two, WindowedLocator(two, timer=_Timer(1)).locate).find(LONG)
    unfinished = [each for each in slow if not each.ran]
    assert [(each.rule, each.category, each.start, each.end) for each in unfinished] == [
        ("nrn", "direct_identifier", WINDOW, len(LONG))
    ]
    emails = [each for each in whole if each.rule == "email"]
    assert len(emails) == 4
    assert [each for each in slow if each.rule == "email"] == emails
    first = [each for each in whole if each.rule == "nrn" and each.start < WINDOW * 2]
    assert [each for each in slow if each.rule == "nrn" and each.ran] == first


def test_a_rule_that_is_slow_in_the_first_window_counts_as_fired_on_the_whole_text() -> None:
    one = rules(NRN)
    engine = Engine(one, WindowedLocator(one, timer=_Timer(0)).locate)
    assert engine.redact("\u200b" + LONG) == "[nrn]"


def test_exactly_the_limit_is_in_time() -> None:
    ticks: Iterator[float] = itertools.cycle([0.0, 0.25])
    locator = WindowedLocator(rules(NRN), limit=0.25, timer=lambda: next(ticks))
    assert all(hit.ran for hit in locator.locate(LONG)[1])


def test_no_text_buys_more_than_one_slow_window_a_rule() -> None:
    timer = _Timer(*range(100_000))
    hits = WindowedLocator(RULES, timer=timer).locate("." * WINDOW * 50)[1]
    assert hits == [Hit(number, 0, WINDOW * 50, ran=False) for number in range(len(RULES))]
    assert timer.read == 2 * len(RULES)


def test_a_clean_text_is_timed_once_a_window_and_rule() -> None:
    timer = _Timer()
    assert WindowedLocator(RULES, timer=timer).locate("." * (WINDOW * 3 + 1))[1] == []
    assert timer.read == 2 * 4 * len(RULES)


def test_a_rule_that_cannot_run_is_one_hit_over_everything() -> None:
    locator = WindowedLocator(rules(UNTRANSLATABLE, NRN, lenient=True))
    assert locator.locate("abc")[1] == [Hit(0, 0, 3, ran=False)]
    assert locator.locate("")[1] == [Hit(0, 0, 0, ran=False)]


@requirement("R-SCRUB-05")
def test_a_pattern_that_only_python_refuses_is_one_hit_over_everything_too() -> None:
    locator = WindowedLocator(rules(entry("backwards", "[z-a]"), NRN, lenient=True))
    assert locator.locate("abc")[1] == [Hit(0, 0, 3, ran=False)]


def test_only_candidates_are_tried_where_somebody_says_which() -> None:
    pattern = dialect.compiled("[0-9]{2}", "")
    locator = WindowedLocator([], candidates=lambda text: [(5, pattern), (7, None)] if "1" in text else [])
    assert locator.locate("a12")[1] == [Hit(5, 1, 3), Hit(7, 0, 3, ran=False)]
    assert locator.locate("a22")[1] == []


def test_most_stops_the_search_and_not_only_the_answer() -> None:
    timer = _Timer()
    text = " ".join(SHAPES) * 200
    hits = WindowedLocator(rules(EMAIL), timer=timer).locate(text, 2)[1]
    assert len(hits) == 2
    assert timer.read == 1
