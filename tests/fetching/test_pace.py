"""Nobody is hurried, and there is an end to it."""

from __future__ import annotations

import pytest

from becivic.fetching import NoAnswer, Trouble
from becivic.fetching.pace import Pace
from becivic.rules.rot import Manners
from tests.factories.outside import Clock

MANNERS = Manners(pause_seconds=2, longest_pause_seconds=10, requests=4)


def test_a_host_is_left_alone_between_two_requests_and_others_are_not_kept_waiting() -> None:
    clock = Clock()
    pace = Pace(clock, clock.sleep, MANNERS)
    pace.take_turn("one.example")
    clock.now += 1
    pace.done("one.example")
    pace.take_turn("two.example")
    assert clock.slept == []
    clock.now += 0.5
    pace.take_turn("one.example")
    assert clock.slept == [1.5]
    pace.done("one.example")
    clock.now += 5
    pace.take_turn("one.example")
    assert (clock.slept, pace.asked) == ([1.5], 4)
    with pytest.raises(NoAnswer) as caught:
        pace.take_turn("one.example")
    assert caught.value.trouble is Trouble.ENOUGH_ASKED


def test_who_wishes_for_more_gets_it_up_to_a_point() -> None:
    clock = Clock()
    pace = Pace(clock, clock.sleep, MANNERS)
    pace.take_turn("one.example", 10)
    pace.done("one.example")
    pace.take_turn("one.example", 10)
    assert clock.slept == [10]
    with pytest.raises(NoAnswer) as caught:
        pace.take_turn("one.example", 10.5)
    assert caught.value.trouble is Trouble.SLOWER_WISHED
