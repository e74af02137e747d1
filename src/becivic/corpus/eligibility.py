"""Which sources of a path are open to somebody, and in which order they are tried (schemas 6.12.5).

This runs on the person's own machine and in tests, never in the service: no profile is ever sent to the
server (R-PRED-05). Predicates alone decide; `regions` and `communes` of an audience are hints (C-32).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any, Final

from becivic.corpus.directory import Source
from becivic.corpus.fields import Fields
from becivic.rules.identifiers import MONTH, matches
from becivic.rules.routes import PredicateOp

NO_ELIGIBLE_SOURCES: Final = "no-eligible-sources"
"""What is said when nothing is left (lifecycle 12)."""

_USER: Final = "user"
_CURRENT: Final = "current"
_YEARS_LEGAL_RESIDENCE: Final = "years_legal_residence"

Profile = Mapping[str, Any]


def eligible_sources(profile: Profile, sources: Iterable[Source], today: date) -> list[Source]:
    """The sources whose every predicate holds: ordinary ones by falling priority, then fallbacks likewise."""
    answers = _with_computed_axes(profile, today)
    open_ones = (source for source in sources if _all_hold(answers, source))
    return sorted(open_ones, key=lambda source: source.turn)


def is_eligible(profile: Profile, source: Source, today: date) -> bool:
    """Whether all predicates of one source hold (R-PRED-02)."""
    return _all_hold(_with_computed_axes(profile, today), source)


def _with_computed_axes(profile: Profile, today: date) -> Profile:
    return {**profile, _YEARS_LEGAL_RESIDENCE: years_legal_residence(profile, today)}


def _all_hold(answers: Profile, source: Source) -> bool:
    """A source whose predicates cannot be read is open to nobody."""
    listed = source.fields.child("audience").raw("predicates")
    predicates = source.predicates()
    if not isinstance(listed, list) or len(predicates) != len(listed):
        return False
    return all(holds(predicate, answers) for predicate in predicates)


def holds(predicate: Fields, profile: Profile) -> bool:
    """Whether one predicate is true of a profile. What the profile does not say never holds."""
    said = _axis(predicate.text("field"), profile)
    if said is None:
        return False
    wanted = predicate.raw("value")
    match predicate.text("op"):
        case PredicateOp.EQ:
            return any(_same(each, wanted) for each in _listed(said))
        case PredicateOp.IN:
            return any(_same(each, option) for each in _listed(said) for option in _options(wanted))
        case PredicateOp.GTE:
            return _in_order(wanted, said)
        case PredicateOp.LTE:
            return _in_order(said, wanted)
        case PredicateOp.EXISTS:
            return wanted is True
        case _:
            return False


def years_legal_residence(profile: Profile, today: date) -> float | None:
    """Years of the residence that lasts until today without a break, by the months of the residency history.

    None when the history has no entry that can be counted: one without an end is not guessed at.
    """
    this_month = today.year * 12 + today.month - 1
    stays = [
        stay for entry in Fields(profile).children("residency_history") if (stay := _stay(entry, this_month))
    ]
    since = this_month + 1
    for end, start in sorted(stays, reverse=True):
        if end + 1 >= since:  # a stay that begins the month after another ends goes on from it
            since = min(since, start)
    return max(this_month - since, 0) / 12 if stays else None


def _stay(entry: Fields, this_month: int) -> tuple[int, int] | None:
    start = _month(entry.text("start"))
    end = this_month if entry.text("end") == _CURRENT else _month(entry.text("end"))
    return None if start is None or end is None else (end, start)


def _axis(field: str, profile: Profile) -> Any:  # noqa: ANN401  whatever the profile holds there
    user, *steps = field.split(".")
    value: Any = profile if user == _USER and steps else None
    for step in steps:
        value = value.get(step) if isinstance(value, Mapping) else None
    return value


def _listed(said: object) -> list[object]:
    """A list axis is asked about one name at a time."""
    return said if isinstance(said, list) else [said]


def _options(wanted: object) -> list[object]:
    return wanted if isinstance(wanted, list) else []


def _same(one: object, other: object) -> bool:
    """Equal as JSON: true is not 1."""
    return isinstance(one, bool) == isinstance(other, bool) and one == other


def _in_order(low: object, high: object) -> bool:
    """Numbers by size, months and days by calendar; anything else has no order."""
    if isinstance(low, str) and isinstance(high, str):
        # A profile knows months at best, so a day counts as its month.
        first, last = _month(low[:7]), _month(high[:7])
        return first is not None and last is not None and first <= last
    if isinstance(low, int | float) and isinstance(high, int | float):
        return not isinstance(low, bool) and not isinstance(high, bool) and low <= high
    return False


def _month(text: str) -> int | None:
    """A YYYY-MM as a count of months, or None."""
    return int(text[:4]) * 12 + int(text[5:]) - 1 if matches(MONTH, text) else None
