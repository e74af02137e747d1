"""What became of good and of bad content in one world: the numbers of the report."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import median, quantiles
from typing import Any

from becivic.rules.consensus import DecisionKind, Rule
from becivic.rules.statuses import Status
from becivic.simulation.calendar import days
from becivic.simulation.contents import Content, Quality
from becivic.simulation.whole import WEEK, Lived
from becivic.simulation.world import Settled

_STEPS = (Status.BETA, Status.STABLE)


def measured(lived: Lived) -> dict[str, Any]:
    world = lived.world
    return {
        "votes": world.votes,
        "refused_votes": world.desk.refused,
        "good": _good(lived),
        "returned": _returned(lived),
        "bad": _bad(lived),
        "turned": _turned(lived),
        "wrong_way": _wrong_way(lived),
        "weeks": [dict(sorted(week.items())) for week in lived.weeks],
    }


def spread(spans: Sequence[float], of: int) -> dict[str, Any]:
    """Median and ninth decile of those who got there, and how many did."""
    ordered = sorted(spans)
    return {
        "count": len(ordered),
        "of": of,
        "share": share(len(ordered), of),
        "median_days": round(median(ordered), 1) if ordered else None,
        "p90_days": round(quantiles(ordered, n=10, method="inclusive")[-1], 1) if len(ordered) > 1 else None,
    }


def share(count: float, of: float) -> float:
    return round(count / of, 4) if of else 0.0


def _good(lived: Lived) -> dict[str, Any]:
    """New artefacts that were right, while they were."""
    good = [each for each in lived.world.contents if each.is_new and each.began_good]
    weeks = lived.scale.ticks // WEEK
    return {
        step.value: {
            **spread([days(span) for span in _spans(good, step)], len(good)),
            "by_week": _by_week(_spans(good, step), len(good), weeks),
        }
        for step in _STEPS
    }


def _returned(lived: Lived) -> dict[str, Any]:
    """Good content that was withdrawn and proposed again: how long until it is beta."""
    returned = [each for each in lived.world.contents if each.is_return]
    return spread([days(span) for span in _spans(returned, Status.BETA)], len(returned))


def _spans(contents: Iterable[Content], step: Status) -> list[int]:
    return [each.reached[True, step] - each.born for each in contents if (True, step) in each.reached]


def _by_week(spans: Sequence[int], of: int, weeks: int) -> list[float]:
    """The share that had got there so many weeks after it came."""
    return [share(sum(span <= week * WEEK for span in spans), of) for week in range(weeks + 1)]


def _bad(lived: Lived) -> dict[str, Any]:
    """Whatever was wrong from its first day: new artefacts and amendments alike."""
    bad = [each for each in lived.world.contents if not each.began_good]
    hostile = [each for each in bad if each.quality is Quality.HOSTILE]
    return {
        "left": spread(_until_gone(bad), len(bad)),
        "hostile_left": spread(_until_gone(hostile), len(hostile)),
        **{step.value: _exposed(bad, step) for step in _STEPS},
    }


def _until_gone(contents: Iterable[Content]) -> list[float]:
    return [days(each.left_at - each.born) for each in contents if each.left_at is not None]


def _exposed(bad: Sequence[Content], step: Status) -> dict[str, Any]:
    reached = [each for each in bad if (False, step) in each.reached]
    served = [days(each.served[False, step]) for each in reached]
    return {
        "count": len(reached),
        "of": len(bad),
        "share": share(len(reached), len(bad)),
        "median_days": round(median(served), 1) if served else None,
    }


def _turned(lived: Lived) -> dict[str, Any]:
    """What was stable when reality left it: how long readers still got it."""
    turned = [(each.turned_at, each.left_at) for each in lived.world.contents if each.was_stable_then]
    left = [
        days(gone - since)
        for since, gone in turned
        if since is not None and gone is not None and gone >= since
    ]
    return spread(left, len(turned))


def _wrong_way(lived: Lived) -> dict[str, Any]:
    """What the machine did to content that was right, for a hundred artefacts in a year."""
    things, years = len(lived.world.things), lived.scale.months / 12
    good = [each for each in lived.world.settled if each.was_good]

    def rate(found: Iterable[Settled]) -> float:
        return round(100 * len(list(found)) / (things * years), 2) if things else 0.0

    lost = sum(thing.lost for thing in lived.world.things)
    return {
        "rollbacks": rate(s for s in good if s.rule in {Rule.NET_REJECTS, Rule.SOURCES_REJECTED}),
        "quarantines": rate(s for s in good if s.kind is DecisionKind.QUARANTINE),
        "unconfirmed": rate(s for s in good if s.rule is Rule.UNCONFIRMED),
        "unavailable": share(lost, things * lived.scale.ticks),
    }
