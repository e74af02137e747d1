"""Those who mean harm send all they can, and no more."""

from __future__ import annotations

from collections import Counter

from becivic.rules.limits import Limit
from becivic.rules.statuses import Status
from becivic.simulation.calendar import DAY
from becivic.simulation.contents import Quality
from becivic.simulation.troublemakers import FIRST, Loner, Ring, ring_of
from tests.factories.simulated import content, thing, world


def test_a_loner_uses_its_whole_allowance_on_good_things_and_each_cohort_once() -> None:
    good = [thing(number=number) for number in range(30)]
    bad = [thing(number=number, held=content(Quality.WRONG)) for number in range(30, 60)]
    made = world(*good, *bad)
    Loner(made, FIRST, flags=False).begin()
    made.run(DAY)
    assert made.votes == Limit.VALIDATION.value.number
    assert not any(each.votes for each in bad)
    made.run(20 * DAY)
    assert made.votes == len(good)


def test_a_flagger_flags_twice_a_day_and_finds_nothing_in_an_empty_library() -> None:
    made, empty = world(*[thing(number=number) for number in range(30)]), world()
    Loner(made, FIRST, flags=True).begin()
    Loner(empty, FIRST, flags=True).begin()
    made.run(3 * DAY)
    empty.run(3 * DAY)
    assert made.votes == 3 * Limit.INJECTION_FLAG.value.number
    assert sum(each.status is Status.QUARANTINED for each in made.things) == made.votes
    assert empty.votes == 0


def test_a_ring_confirms_what_it_pushes_and_rejects_what_it_pulls_once_each() -> None:
    bad, good, other = thing(number=1, held=content(Quality.WRONG)), thing(number=50), thing(number=51)
    gone = thing(number=2, held=content(Quality.WRONG), status=Status.DEPRECATED)
    made = world(bad, good, other, gone)
    ring_of(made, 1).begin()
    made.run(4 * DAY)
    said = {each.number: Counter(vote.confirms for vote in each.votes) for each in made.things}
    assert said == {1: Counter({True: 1}), 50: Counter({False: 1}), 51: Counter(), 2: Counter()}


def test_a_ring_stays_within_the_limits_of_its_addresses() -> None:
    made = world(*[thing(number=number) for number in range(25)])
    Ring(made, range(FIRST, FIRST + 1), pushes=lambda _: True, pulls=lambda _: False).begin()
    made.run(2 * DAY)
    assert made.votes in range(Limit.VALIDATION.value.number, 2 * Limit.VALIDATION.value.number + 1)
    assert made.desk.refused == 0
