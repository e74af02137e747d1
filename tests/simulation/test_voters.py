"""Those who mean well: how they see, and how often they vote."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from becivic.rules.targets import TargetType
from becivic.simulation import voters
from becivic.simulation.assumptions import STILL
from becivic.simulation.calendar import MONTH
from becivic.simulation.contents import Quality
from becivic.simulation.populations import NOBODY, POPULATIONS
from becivic.simulation.things import Thing
from becivic.simulation.voters import CARELESS, HONEST, Habits, crowd, heavy_tailed
from becivic.simulation.world import Ballot
from tests.factories.simulated import content, thing, world

SURE = Habits(error=0, notices=1, flags_wrongly=0)
BLIND = Habits(error=1, notices=0, flags_wrongly=0)


def _given(each: Thing, habits: Habits) -> list[Ballot]:
    ballots = voters._path_ballots if each.content.works else voters._ballots
    return ballots(each, 1, habits, Random(1))


@pytest.mark.parametrize("quality", [Quality.GOOD, Quality.WRONG])
def test_one_who_never_errs_confirms_exactly_what_is_good(quality: Quality) -> None:
    (sure,) = _given(thing(held=content(quality)), SURE)
    (blind,) = _given(thing(held=content(quality)), BLIND)
    assert (sure.confirms, blind.confirms) == (quality is Quality.GOOD, quality is not Quality.GOOD)
    assert not sure.flagged


def test_one_who_notices_an_injection_flags_and_rejects() -> None:
    assert _given(thing(held=content(Quality.HOSTILE)), SURE) == [Ballot(1, confirms=False, flagged=True)]
    hostile = thing(TargetType.PATH, held=content(Quality.HOSTILE, (True,)))
    assert _given(hostile, SURE) == [Ballot(1, confirms=False, flagged=True, source=0)]


def test_a_path_is_tried_source_by_source_until_one_works() -> None:
    path = thing(TargetType.PATH, held=content(works=(False, True, True)))
    assert _given(path, SURE) == [Ballot(1, confirms=False, source=0), Ballot(1, confirms=True, source=1)]
    broken = thing(TargetType.PATH, held=content(Quality.WRONG, (False, False)))
    assert [ballot.confirms for ballot in _given(broken, SURE)] == [False, False]


def test_the_careless_see_worse_than_the_honest() -> None:
    assert HONEST.error < CARELESS.error
    assert HONEST.notices > CARELESS.notices
    assert HONEST.flags_wrongly < CARELESS.flags_wrongly


def test_some_are_met_far_more_often_than_most() -> None:
    random = Random(1)
    weights = sorted(heavy_tailed(random) for _ in range(1000))
    assert weights[-1] > 5 * weights[500]
    assert weights[0] >= 1


def test_a_crowd_votes_as_much_as_its_population_says() -> None:
    things = [thing(number=number) for number in range(30)]
    made = world(*things, assumptions=replace(STILL, volume=2, validations_a_day=1000))
    healthy = POPULATIONS["healthy"]
    crowd(made, healthy, len(things), lambda _thing, _address: None)
    made.run(3 * MONTH)
    assert made.votes == pytest.approx(3 * 2 * healthy.votes * 30, rel=0.15)


def test_those_who_reject_are_asked_for_something_better_and_nobody_else() -> None:
    bad, asked = thing(held=content(Quality.WRONG)), list[int]()
    made = world(bad)
    crowd(made, POPULATIONS["healthy"], 10, lambda _thing, address: asked.append(address))
    made.run(MONTH)
    rejecting = {vote.voter for vote in bad.votes if not vote.confirms}
    assert rejecting or made.settled
    assert asked


def test_nobody_votes_where_nobody_is_nor_before_there_is_anything() -> None:
    silent, empty = world(thing()), world()
    crowd(silent, NOBODY, 1, lambda _thing, _address: None)
    crowd(empty, POPULATIONS["healthy"], 10, lambda _thing, _address: None)
    silent.run(MONTH)
    empty.run(MONTH)
    assert (silent.votes, empty.votes) == (0, 0)
