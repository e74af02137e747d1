"""One tick after the other: who may vote, when things are looked at, and what comes of it."""

from __future__ import annotations

from dataclasses import replace

from becivic.rules.consensus import POLICY, TICK_EVERY, DecisionKind
from becivic.rules.limits import Limit
from becivic.rules.statuses import Status
from becivic.simulation.calendar import DAY
from becivic.simulation.world import MACHINE, Ballot, flaggers
from tests.factories.simulated import AUTHOR, thing, votes, world

AGE = POLICY.alpha_age // TICK_EVERY


def test_nobody_votes_on_their_own_content_nor_on_what_is_withdrawn() -> None:
    own, gone = thing(), thing(status=Status.DEPRECATED, number=1)
    made = world(own, gone)
    assert not made.cast(own, Ballot(AUTHOR, confirms=True))
    assert not made.cast(gone, Ballot(1, confirms=True))
    assert made.votes == 0


def test_the_limits_hold_for_people_and_not_for_probes() -> None:
    each = thing()
    made = world(each)
    most = Limit.VALIDATION.value.number
    assert [made.cast(each, Ballot(1, confirms=True)) for _ in range(most + 1)] == [True] * most + [False]
    assert all(made.cast(each, Ballot(MACHINE, confirms=True)) for _ in range(most + 1))


def test_time_alone_promotes_at_the_first_tick_that_is_old_enough() -> None:
    each = thing()
    made = world(each)
    made.agenda.at(1, lambda: votes(made, each, confirms=POLICY.alpha_confirms))
    seen = list[Status]()
    for until in (AGE - 1, AGE + 1):
        made.run(until)
        seen.append(each.status)
    assert seen == [Status.ALPHA, Status.BETA]
    assert [(settled.kind, settled.tick) for settled in made.settled] == [(DecisionKind.PROMOTE, AGE)]


def test_a_policy_that_asks_for_more_than_there_is_promotes_nothing() -> None:
    each = thing()
    made = world(each, policy=replace(POLICY, alpha_confirms=4))
    made.agenda.at(1, lambda: votes(made, each, confirms=3))
    made.run(30 * DAY)
    assert (each.status, made.settled) == (Status.ALPHA, [])


def test_those_who_flagged_are_told_once_each_and_probes_never() -> None:
    each = thing()
    made = world(each)
    for ballot in (
        Ballot(1, confirms=True),
        Ballot(2, confirms=False, flagged=True),
        Ballot(2, confirms=False, flagged=True, source=0),
        Ballot(MACHINE, confirms=False, flagged=True),
    ):
        made.cast(each, ballot)
    assert flaggers(each.votes) == [2]
