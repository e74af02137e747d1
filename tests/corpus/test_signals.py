"""Signals seen while walking a source: success, failure, or neither."""

from __future__ import annotations

import pytest

from becivic.corpus.fields import Fields
from becivic.corpus.signals import Outcome, classify
from tests.requirement import requirement

PATH = Fields(
    {
        "success_signals": [{"check": "page-loads-200", "value": 200}, {"check": "form-sent", "value": True}],
        "failure_signals": [{"check": "response-status", "value": "404", "outcome": "source-retired"}],
    }
)


def seen(*signals: tuple[str, object]) -> list[Fields]:
    return [Fields({"check": check, "value": value}) for check, value in signals]


@requirement("R-TEST-03")
def test_every_success_signal_and_no_failure_signal_is_a_success() -> None:
    assert classify(seen(("page-loads-200", 200), ("form-sent", True)), PATH) is Outcome.SUCCESS


@requirement("R-TEST-03")
def test_one_failure_signal_outweighs_every_success_signal() -> None:
    observed = seen(("page-loads-200", 200), ("form-sent", True), ("response-status", "404"))
    assert classify(observed, PATH) is Outcome.FAILURE


@requirement("R-TEST-03")
@pytest.mark.parametrize(
    "observed",
    [
        [],
        seen(("page-loads-200", 200)),
        seen(("something-else", 1)),
        seen(("page-loads-200", "200"), ("form-sent", True)),
        seen(("page-loads-200", 200), ("form-sent", 1)),
        seen(("page-loads-200", 200), ("form-sent", "true")),
        seen(("response-status", 404)),
    ],
)
def test_anything_less_is_ambiguous(observed: list[Fields]) -> None:
    assert classify(observed, PATH) is Outcome.AMBIGUOUS


def test_a_whole_number_is_the_same_number_with_a_fraction_of_zero() -> None:
    assert classify(seen(("page-loads-200", 200.0), ("form-sent", True)), PATH) is Outcome.SUCCESS


def test_a_source_that_lists_no_success_signal_never_succeeds() -> None:
    assert classify(seen(("page-loads-200", 200)), Fields({})) is Outcome.AMBIGUOUS


@pytest.mark.parametrize(
    "signal", [{}, {"check": "a"}, {"check": "a", "value": []}, {"check": 1, "value": 1}]
)
def test_a_malformed_signal_is_never_seen(signal: dict[str, object]) -> None:
    assert classify([Fields(signal)], Fields({"success_signals": [signal]})) is Outcome.AMBIGUOUS
    assert classify([Fields(signal)], Fields({"failure_signals": [signal]})) is Outcome.AMBIGUOUS
