"""The model's time: whole ticks, and what happens in one of them."""

from __future__ import annotations

from datetime import timedelta

from becivic.rules.consensus import TICK_EVERY
from becivic.simulation.calendar import BEGINNING, DAY, MONTH, Agenda, days, moment, tick_at


def test_a_day_has_as_many_ticks_as_the_service() -> None:
    assert timedelta(days=1) == DAY * TICK_EVERY
    assert (days(DAY), MONTH // DAY) == (1, 30)


def test_a_moment_between_two_ticks_is_seen_at_the_later() -> None:
    assert tick_at(BEGINNING) == 0
    assert tick_at(moment(7)) == 7
    assert tick_at(moment(7, order=1)) == 8


def test_things_happen_in_order_of_time_and_then_as_they_were_written_down() -> None:
    agenda, seen = Agenda(), list[str]()
    for tick, word in ((5, "late"), (1, "first"), (1, "second")):
        agenda.at(tick, lambda word=word: seen.append(word))  # type: ignore[misc]
    assert agenda.next_tick() == 1
    while (happens := agenda.take(1)) is not None:
        happens()
    assert seen == ["first", "second"]
    assert agenda.next_tick() == 5


def test_an_empty_agenda_has_nothing_to_come() -> None:
    assert Agenda().next_tick() is None
    assert Agenda().take(9) is None
