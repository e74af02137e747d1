"""body-volatile-literal: amounts and durations are volatile values."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import body_volatile_literal
from becivic.corpus.findings import Severity
from tests.factories.corpora import CLOCK, FALLBACK, Files, assert_caught, assert_clean
from tests.requirement import requirement

RULE = body_volatile_literal.check
PLACE = "Leap years count once."


def with_prose(text: str) -> Files:
    return Files.valid().replaced(CLOCK, PLACE, f"First line.\n{text}")


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), RULE)


@requirement("R-BODY-17", "R-BODY-03")
@pytest.mark.parametrize(
    "amount",
    ["€ 180", "€180", "180 €", "180€", "EUR 180", "180 EUR", "180 euro", "180 euros", "1.250,50 €", "180,- EUR", "180 Euro",
     "€\u00a0180", "180\u202f€", "**180** €", "€&nbsp;180", "&euro; 180", "180 &euro;", "eur 180", "1 000 euros"],
)  # fmt: skip
def test_an_amount_in_the_prose_is_an_error_at_its_line(amount: str) -> None:
    files = with_prose(f"It costs {amount} today.")
    assert_caught(files, RULE, CLOCK, files.line_of(CLOCK, "It costs"), says="amount")


@requirement("R-BODY-17")
@pytest.mark.parametrize(
    "duration",
    ["30 days", "1 day", "2 weeks", "6 months", "5 years", "24 hours", "30 working days", "3 calendar days", "3 to 6 months",
     "30\u00a0days", "**30** days", "30&nbsp;days"],
)  # fmt: skip
def test_a_duration_in_figures_is_a_warning_at_its_line(duration: str) -> None:
    (found,) = with_prose(f"Wait {duration}.").findings([RULE])
    assert found.severity is Severity.WARNING
    assert found.place.line == with_prose("Wait").line_of(CLOCK, "Wait")
    assert "duration" in found.message


def test_a_risk_and_a_meta_skill_are_prose_too() -> None:
    assert_caught(with_prose("<Risk>Pay 20 €.</Risk>"), RULE, CLOCK, with_prose("Pay").line_of(CLOCK, "Pay"))
    files = Files.valid().replaced(FALLBACK, "2. Research", "2. Pay €5, then research")
    assert_caught(files, RULE, FALLBACK, files.line_of(FALLBACK, "€5"))


@pytest.mark.parametrize(
    "text",
    [
        '<VV name="a-b">€ 180</VV> and <VV name="a-c">30 days</VV>',
        '<Ref name="a-b" title="180 €">law on 180 €, 30 days</Ref>',
        '<Risk reason="It costs €180.">Stop.</Risk>',
        "`180 €` and <!-- 30 days -->",
        '€<VV name="a-b">180</VV>',
        "You are 18 years old, or 18 years of age.",
        "A euro, some days, article 12 euroscepticism, the 5-year clock, since 2018.",
        "European 5, Eurostat 2024, entrepreneur 3, 30 dayshift",
    ],
)
def test_cited_values_and_other_figures_are_clean(text: str) -> None:
    assert_clean(with_prose(text), RULE)
