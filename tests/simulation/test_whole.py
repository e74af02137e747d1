"""Whole libraries, small ones: the same seed, the real rules, and what each population is like."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from becivic.rules.consensus import POLICY, DecisionKind
from becivic.simulation.assumptions import ASSUMED
from becivic.simulation.measures import measured
from becivic.simulation.populations import POPULATIONS
from becivic.simulation.whole import GONE, WEEK, Lived, Rules, Scale, live, standing
from becivic.simulation.world import World

SMALL = Scale(artefacts=60, months=4)
TINY = Scale(artefacts=15, months=2)
AT_ONCE = Rules(assumptions=replace(ASSUMED, arrival=20))


@cache
def _lived(name: str) -> Lived:
    return live(POPULATIONS[name], SMALL, AT_ONCE)


def _promoted(world: World) -> int:
    return sum(settled.kind is DecisionKind.PROMOTE for settled in world.settled)


def test_the_same_seed_gives_the_same_life_and_another_seed_another() -> None:
    first, again, other = (
        measured(live(POPULATIONS["vandals"], replace(TINY, seed=seed), Rules())) for seed in (1, 1, 2)
    )
    assert first == again
    assert first != other


def test_there_are_five_populations_and_each_says_what_it_is() -> None:
    assert list(POPULATIONS) == ["quiet", "healthy", "careless", "ring", "vandals"]
    assert all(each.as_json()["meaning"] for each in POPULATIONS.values())


def test_a_policy_that_nobody_can_satisfy_promotes_nothing() -> None:
    strict = replace(AT_ONCE, policy=replace(POLICY, alpha_confirms=1000))
    assert _promoted(live(POPULATIONS["healthy"], TINY, strict).world) == 0
    assert _promoted(live(POPULATIONS["healthy"], TINY, AT_ONCE).world) > 0


def test_honest_votes_bring_good_content_up_and_keep_bad_content_down() -> None:
    found = measured(_lived("healthy"))
    assert found["good"]["beta"]["share"] > 0.6
    assert found["bad"]["stable"]["share"] == 0
    assert found["bad"]["left"]["share"] > 0.6


def test_few_votes_are_slow_and_careless_ones_hit_the_good() -> None:
    quiet, healthy, careless = (measured(_lived(name)) for name in ("quiet", "healthy", "careless"))
    assert quiet["good"]["beta"]["median_days"] > healthy["good"]["beta"]["median_days"]
    assert careless["good"]["beta"]["share"] < healthy["good"]["beta"]["share"]
    assert careless["wrong_way"]["rollbacks"] >= healthy["wrong_way"]["rollbacks"]


def test_a_ring_brings_bad_content_to_stable_and_vandals_keep_good_content_down() -> None:
    ring, vandals = measured(_lived("ring")), measured(_lived("vandals"))
    assert ring["bad"]["stable"]["count"] > 0
    assert vandals["good"]["beta"]["share"] < 0.3
    assert vandals["wrong_way"]["unavailable"] > 0.1


def test_every_week_is_written_down_and_nothing_gets_lost() -> None:
    lived = _lived("vandals")
    assert len(lived.weeks) == SMALL.ticks // WEEK
    assert lived.weeks[-1].total() == SMALL.artefacts == len(lived.world.things)
    assert standing(lived.world)[GONE] > 0


def test_months_are_told_as_they_pass() -> None:
    told = list[int]()
    live(POPULATIONS["quiet"], Scale(artefacts=3, months=4), Rules(), told.append)
    assert told == [1, 2, 3, 4]
