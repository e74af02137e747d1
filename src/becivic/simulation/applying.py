"""What a decision does to a thing of the model, as publishing does it to the real one (ADR 22)."""

from __future__ import annotations

from becivic.lifecycle import Decision
from becivic.rules.consensus import DecisionKind
from becivic.simulation.things import Thing


def apply(decision: Decision, thing: Thing, tick: int) -> None:
    earlier = thing.earlier
    if decision.kind is DecisionKind.PROMOTE:
        thing.rise(decision.to, decision.next_cohort_at, tick)
    elif decision.goes_back and earlier is not None:
        thing.put(earlier.content, earlier.status, earlier.before, tick)
    else:
        thing.put(thing.content, decision.to, None, tick)
