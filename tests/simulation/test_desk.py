"""What an address may send in the model: the law's limits, and what rulings make of them."""

from __future__ import annotations

from dataclasses import replace

from becivic.rules.limits import TIGHTENED, Limit
from becivic.simulation.assumptions import ASSUMED
from becivic.simulation.desk import Desk

VOTES, FLAGS = Limit.VALIDATION.value.number, Limit.INJECTION_FLAG.value.number


def test_an_address_sends_as_much_as_the_law_lets_it_and_again_the_next_day() -> None:
    desk = Desk(ASSUMED)
    assert [desk.admits(1, 0, flagged=False) for _ in range(VOTES + 1)] == [True] * VOTES + [False]
    assert desk.refused == 1
    assert desk.admits(2, 0, flagged=False)
    assert desk.admits(1, 1, flagged=False)


def test_flags_have_a_limit_of_their_own_beside_the_votes() -> None:
    desk = Desk(ASSUMED)
    assert [desk.admits(1, 0, flagged=True) for _ in range(FLAGS + 1)] == [True] * FLAGS + [False]
    assert desk.left(1, 0, flagged=False) == VOTES - FLAGS


def test_a_first_bogus_flag_tightens_and_a_second_bans() -> None:
    desk = Desk(ASSUMED)
    desk.bogus[1] = 1
    assert desk.left(1, 0, flagged=False) == TIGHTENED[Limit.VALIDATION]
    assert desk.left(1, 0, flagged=True) == TIGHTENED[Limit.INJECTION_FLAG]
    desk.bogus[1] = 2
    assert desk.is_banned(1)
    assert not desk.admits(1, 5, flagged=False)


def test_without_sanctions_a_ruling_changes_nothing_for_the_address() -> None:
    desk = Desk(replace(ASSUMED, has_sanctions=False))
    desk.bogus[1] = 9
    assert desk.left(1, 0, flagged=True) == FLAGS
