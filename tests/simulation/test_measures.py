"""Numbers from a world whose story is known."""

from __future__ import annotations

from becivic.rules.consensus import POLICY
from becivic.rules.statuses import Status
from becivic.rules.targets import TargetType
from becivic.simulation.calendar import DAY, MONTH
from becivic.simulation.contents import Quality
from becivic.simulation.measures import measured, share, spread
from becivic.simulation.things import Thing
from becivic.simulation.whole import Lived, Scale
from tests.factories.simulated import content, thing, votes, world


def _lived(*things: Thing) -> Lived:
    return Lived(world(*things), Scale(artefacts=len(things), months=1))


def test_a_spread_says_how_many_got_there_and_when() -> None:
    assert spread([4.0, 1.0, 2.0], 4) == {
        "count": 3, "of": 4, "share": 0.75, "median_days": 2.0, "p90_days": 3.6
    }  # fmt: skip
    assert spread([2.0], 1)["p90_days"] is None
    assert spread([], 0) == {"count": 0, "of": 0, "share": 0.0, "median_days": None, "p90_days": None}


def test_a_share_of_nothing_is_nothing() -> None:
    assert (share(1, 3), share(0, 0)) == (0.3333, 0.0)


def test_an_empty_world_has_numbers_too() -> None:
    found = measured(_lived())
    assert found["wrong_way"] == {
        "rollbacks": 0.0,
        "quarantines": 0.0,
        "unconfirmed": 0.0,
        "unavailable": 0.0,
    }


def test_good_content_is_followed_from_its_first_day() -> None:
    skill, late = thing(), thing(number=1)
    lived = _lived(skill, late)
    lived.world.agenda.at(3 * DAY, lambda: votes(lived.world, skill, confirms=POLICY.alpha_confirms))
    lived.world.run(MONTH)
    beta = measured(lived)["good"]["beta"]
    assert (beta["count"], beta["of"], beta["median_days"]) == (1, 2, 3.0)
    assert beta["by_week"] == [0.0, 0.5, 0.5, 0.5, 0.5]


def test_bad_content_that_got_somewhere_is_counted_with_its_days_there() -> None:
    bad, hostile = thing(held=content(Quality.WRONG)), thing(number=1, held=content(Quality.HOSTILE))
    lived = _lived(bad, hostile)
    lived.world.agenda.at(2 * DAY, lambda: votes(lived.world, bad, confirms=POLICY.alpha_confirms))
    lived.world.agenda.at(4 * DAY, lambda: votes(lived.world, hostile, flags=1))
    lived.world.run(MONTH)
    found = measured(lived)["bad"]
    assert found["beta"] == {"count": 1, "of": 2, "share": 0.5, "median_days": 28.4}
    assert (found["hostile_left"]["count"], found["hostile_left"]["median_days"]) == (1, 4.0)
    assert found["left"]["share"] == 0.5


def test_what_turned_wrong_while_stable_is_followed_until_it_is_gone() -> None:
    gone, stands = thing(status=Status.STABLE), thing(status=Status.STABLE, number=1)
    lived = _lived(gone, stands)
    for each in (gone, stands):
        each.content.turn_wrong(DAY)
        each.content.was_stable_then = True
    gone.amended(content(), 6 * DAY)
    found = measured(lived)["turned"]
    assert (found["count"], found["of"], found["median_days"]) == (1, 2, 5.0)


def test_harm_to_good_content_is_told_by_rule() -> None:
    pulled, wiped = thing(), thing(TargetType.VOLATILE_VALUE, number=1)
    lived = _lived(pulled, wiped)
    lived.world.agenda.at(1, lambda: votes(lived.world, pulled, flags=1))
    lived.world.agenda.at(1, lambda: votes(lived.world, wiped, rejects=2))
    lived.world.run(MONTH)
    assert measured(lived)["wrong_way"] == {
        "rollbacks": 600.0, "quarantines": 600.0, "unconfirmed": 0.0, "unavailable": 0.9995
    }  # fmt: skip
