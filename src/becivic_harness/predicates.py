"""Whom a source or a path is for: yes, no, or unknown with the fields that would settle it (schemas 6.12.5).

Runs on the person's own machine and nowhere else: no profile is ever sent to a server (R-PRED-05). Predicates alone
decide on a source; `regions` and `communes` of an audience are hints for indexes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from enum import Enum
from typing import Any, Final, NamedTuple

from becivic_harness.audiences import audience_of, seen_by
from becivic_harness.json_values import is_number
from becivic_harness.predicate_holds import Predicate, Profile, axis_name, holds, said_of
from becivic_harness.profile_axes import AXES, accepts, is_ruled_out, settles
from becivic_harness.question_types import COMMUNE, MONTH, NUMBER, SEVERAL, SINGLE_CHOICE, YES_NO
from becivic_harness.question_words import FieldWords
from becivic_harness.residence import HISTORY, YEARS, years_at_most, years_legal_residence

NO_ELIGIBLE_SOURCES: Final = "no-eligible-sources"
"""What is said when nothing is left (lifecycle 12)."""

_EXTREMES: Final[dict[str, tuple[Any, ...]]] = {
    NUMBER: (0,),
    MONTH: ("0000-01", "9999-12"),
    SEVERAL: ([],),
    COMMUNE: ("00000",),
}
"""Answers that show whether a bound, or being known at all, can be met."""


_HOLD_BETWEEN: Final = ("gte", "lte", "exists")
"""What holds at two numbers of years, and so at all between."""


class Truth(Enum):
    """The three values."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


class Eligibility(NamedTuple):
    """`ask` names the fields that settle an UNKNOWN, `open_by` its predicates; `closed_by` the predicates that make a NO."""

    truth: Truth
    ask: tuple[str, ...] = ()
    closed_by: tuple[Predicate, ...] = ()
    open_by: tuple[Predicate, ...] = ()


def eligibility(source: Mapping[str, Any], profile: Profile, today: date) -> Eligibility:
    """All predicates must hold (R-PRED-02). A source whose predicates cannot be read is open to nobody."""
    audience = source.get("audience")
    listed = audience.get("predicates") if isinstance(audience, dict) else None
    if not isinstance(listed, list) or not all(isinstance(each, dict) for each in listed):
        return Eligibility(Truth.NO)
    return _all_of([(each, truth(each, profile, today)) for each in listed])


def applicability(
    page: Mapping[str, Any], profile: Profile, today: date, facts: Mapping[str, Any] | None = None
) -> Eligibility:
    """The coarse `applies_to` of a path or a procedure. Only a definite mismatch is a NO: what cannot be told apart is none
    (C-59). `facts` were said in this session, on axes that no profile has."""
    told = facts or {}
    known = {**told, **seen_by(page, profile)}
    return _all_of([(each, _coarse_truth(each, known, told, today)) for each in audience_of(page)])


def truth(predicate: Predicate, profile: Profile, today: date) -> Truth:
    """Whether one predicate is true of somebody, as far as the profile says."""
    name = axis_name(predicate)
    if name == YEARS:
        return _truth_of_years(predicate, profile, today)
    if holds(predicate, profile):
        return Truth.YES
    field = AXES.get(name)
    if field is None or not _can_hold(predicate, field):
        return Truth.NO
    said = said_of(predicate, profile)
    if said is None:
        return Truth.NO if is_ruled_out(name, profile) else Truth.UNKNOWN
    return Truth.NO if settles(field, said) else Truth.UNKNOWN


def asked_for(axis: str) -> str:
    """The field of the profile that an axis is read from."""
    return HISTORY if axis == YEARS else axis


def _all_of(judged: Iterable[tuple[Predicate, Truth]]) -> Eligibility:
    judged = list(judged)
    closed_by = tuple(predicate for predicate, each in judged if each is Truth.NO)
    if closed_by:
        return Eligibility(Truth.NO, closed_by=closed_by)
    open_by = tuple(predicate for predicate, each in judged if each is Truth.UNKNOWN)
    ask = tuple(dict.fromkeys(asked_for(axis_name(each)) for each in open_by))
    return Eligibility(Truth.UNKNOWN, ask=ask, open_by=open_by) if open_by else Eligibility(Truth.YES)


def _coarse_truth(predicate: Predicate, known: Profile, told: Mapping[str, Any], today: date) -> Truth:
    """An axis or a value that nobody can have leaves nobody out; a number of years is a measure, not a group."""
    found = truth(predicate, known, today)
    name = axis_name(predicate)
    field = AXES.get(name)
    is_a_group = name in told if field is None else _can_hold(predicate, field)
    return found if found is not Truth.NO or is_a_group else Truth.UNKNOWN


def _truth_of_years(predicate: Predicate, profile: Profile, today: date) -> Truth:
    """A yes only where the rest of the history cannot change it, and unknown as long as it could still make it true."""
    bounds = years_at_most(profile, today)
    is_settled = bounds.least == bounds.most
    is_counted = years_legal_residence(profile, today) is not None
    ends_hold = all(holds(predicate, {YEARS: each}) for each in bounds)
    if is_counted and ends_hold and (is_settled or predicate.get("op") in _HOLD_BETWEEN):
        return Truth.YES
    wanted = [each for each in _scalars(predicate) if is_number(each)]
    possible = [*bounds, *(each for each in wanted if bounds.least <= each <= bounds.most)]
    is_open = not is_settled and any(holds(predicate, {YEARS: each}) for each in possible)
    return Truth.UNKNOWN if is_open else Truth.NO


def _can_hold(predicate: Predicate, field: FieldWords) -> bool:
    """Whether any answer at all would make it true. Where none would, nobody is asked."""
    name = str(predicate.get("field")).split(".")[1:]
    return any(holds(predicate, _nested(name, each)) for each in _possible(predicate, field))


def _possible(predicate: Predicate, field: FieldWords) -> list[Any]:
    """Answers that between them show whether any would do."""
    if field.type == SINGLE_CHOICE:
        return list(field.values)
    if field.type == YES_NO:
        return [True, False]
    named = [_as_answer(each, field) for each in _scalars(predicate)]
    return [each for each in (*named, field.most, *_EXTREMES.get(field.type, ())) if accepts(field, each)]


def _as_answer(wanted: object, field: FieldWords) -> object:
    if field.type == SEVERAL:
        return [wanted]
    return int(wanted) if isinstance(wanted, float) and wanted.is_integer() else wanted


def _nested(steps: list[str], value: object) -> Profile:
    for step in reversed(steps):
        value = {step: value}
    return value if isinstance(value, dict) else {}


def _scalars(predicate: Predicate) -> list[Any]:
    wanted = predicate.get("value")
    return wanted if isinstance(wanted, list) else [wanted]
