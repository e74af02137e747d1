"""What a ring of k addresses can do: alone it is exactly what the thresholds say."""

from __future__ import annotations

from dataclasses import replace

import pytest

from becivic.rules.consensus import POLICY
from becivic.simulation.populations import NOBODY, POPULATIONS
from becivic.simulation.rings import Aim, ring_table
from becivic.simulation.whole import Rules, Scale

TEN = Scale(rings=POLICY.stable_addresses)


def test_where_nobody_else_votes_the_thresholds_are_all_that_stands_in_the_way() -> None:
    told = list[int]()
    table = ring_table(NOBODY, TEN, Rules(), told.append)
    assert {aim: table[aim]["smallest"] for aim in Aim} == {
        Aim.BETA: POLICY.alpha_addresses,
        Aim.STABLE: POLICY.stable_addresses,
        Aim.ROLLBACK: POLICY.rollback_margin,
        Aim.WIPE: POLICY.rollback_margin,
    }
    assert table[Aim.STABLE]["by_size"][1] == 0, "a ring of two does not"
    assert told == list(range(1, 11))


@pytest.mark.parametrize("margin", [1, 4])
def test_another_policy_asks_for_another_ring(margin: int) -> None:
    table = ring_table(NOBODY, Scale(rings=4), Rules(replace(POLICY, rollback_margin=margin)))
    assert table[Aim.ROLLBACK]["smallest"] == margin
    assert table[Aim.STABLE]["smallest"] is None


def test_honest_votes_are_what_protects_stable_content() -> None:
    busy = replace(POPULATIONS["healthy"], votes=12)
    table = ring_table(busy, Scale(rings=2), Rules())
    assert table[Aim.ROLLBACK]["by_size"][1] < 0.5


def test_a_ring_of_none_is_not_tried() -> None:
    assert ring_table(NOBODY, Scale(rings=0), Rules())[Aim.BETA] == {"by_size": [], "smallest": None}
