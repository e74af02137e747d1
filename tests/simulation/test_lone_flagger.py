"""One false flagger in a month: the limits and the rulings are what holds it."""

from __future__ import annotations

from dataclasses import replace

from becivic.rules.consensus import POLICY
from becivic.rules.limits import Limit
from becivic.simulation.assumptions import ASSUMED
from becivic.simulation.lone_flagger import ANSWERS, lone_flagger
from becivic.simulation.whole import Rules, Scale


def test_without_sanctions_it_flags_as_the_limit_lets_it_all_month() -> None:
    months = [each for each in lone_flagger(Scale(), Rules()) if not each["sanctions"]]
    assert [each["answer_days"] for each in months] == list(ANSWERS)
    assert {each["quarantines"] for each in months} == {30 * Limit.INJECTION_FLAG.value.number}
    lost = [each["lost_days"] for each in months]
    assert lost == sorted(lost)


def test_with_sanctions_a_quick_answer_ends_it_within_days() -> None:
    quick, *_, slow = (each for each in lone_flagger(Scale(), Rules()) if each["sanctions"])
    assert quick["quarantines"] <= 2 * Limit.INJECTION_FLAG.value.number
    assert quick["quarantines"] < slow["quarantines"]


def test_where_two_must_flag_one_alone_does_nothing() -> None:
    months = lone_flagger(Scale(), Rules(replace(POLICY, quarantine_flags=2)))
    assert {(each["quarantines"], each["lost_days"]) for each in months} == {(0, 0.0)}


def test_its_limit_can_be_another_one() -> None:
    first, *_ = lone_flagger(Scale(), Rules(assumptions=replace(ASSUMED, flags_a_day=1)))
    assert first["flags"] == 30
