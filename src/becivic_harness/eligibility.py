"""Whom a path, its sources or a procedure are for, in words: yes, no, or unknown with the one question that settles it.

What decides is in predicates.py; here it is told, on the person's own machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from becivic_harness import predicates
from becivic_harness.audiences import ORIGIN, audience_of
from becivic_harness.axis_words import clause
from becivic_harness.countries import country_name
from becivic_harness.predicate_holds import Predicate, Profile, axis_name
from becivic_harness.predicates import Eligibility, Truth, applicability
from becivic_harness.profile_axes import AXES
from becivic_harness.questions import Question, question_for
from becivic_harness.sources import sources_of


class Verdict(NamedTuple):
    answer: Truth
    why: str
    """In words, for the person."""
    question: Question | None = None
    """What settles it, where it is unknown and can be asked."""

    def as_json(self) -> dict[str, Any]:
        told: dict[str, Any] = {"answer": self.answer.value, "why": self.why}
        return told if self.question is None else {**told, "question": self.question.as_json()}


class SourceVerdict(NamedTuple):
    id: str
    verdict: Verdict
    who: str
    """Who acts there, as the source has it."""


class Eligible(NamedTuple):
    id: str
    applies: Verdict
    """The audience as a whole. Where it is no, nothing is tried; where it is unknown, it does not stop anybody (C-59)."""
    sources: tuple[SourceVerdict, ...] = ()
    """In the order they are tried."""

    def as_json(self) -> dict[str, Any]:
        sources = [{"id": each.id, **each.verdict.as_json()} for each in self.sources]
        return {"id": self.id, "applies": self.applies.as_json(), "sources": sources}


def eligibility(path_or_skill: Mapping[str, Any], profile: Profile, today: date) -> Eligible:
    return Eligible(
        str(path_or_skill.get("id")),
        applies(path_or_skill, profile, today),
        tuple(
            SourceVerdict(each.id, source_verdict(each.data, profile, today), each.primary)
            for each in sources_of(path_or_skill)
        ),
    )


def applies(
    path_or_skill: Mapping[str, Any],
    profile: Profile,
    today: date,
    *,
    facts: Mapping[str, Any] | None = None,
) -> Verdict:
    """What is known of the session counts beside the profile: where somebody's papers come from is in no profile."""
    found = applicability(path_or_skill, profile, today, facts)
    return _told(found, audience_of(path_or_skill), profile)


def source_verdict(source: Mapping[str, Any], profile: Profile, today: date) -> Verdict:
    found = predicates.eligibility(source, profile, today)
    if found.truth is Truth.NO and not found.closed_by:
        return Verdict(Truth.NO, "It does not say for whom it is.")
    return _told(found, source["audience"]["predicates"], profile)


def in_words(axis: str, values: Sequence[Any]) -> list[Any]:
    """The values of an axis as a person reads them, where they are codes."""
    return [country_name(str(each)) for each in values] if axis == ORIGIN else list(values)


def _told(found: Eligibility, wanted: Sequence[Predicate], profile: Profile) -> Verdict:
    if found.truth is Truth.NO:
        return Verdict(Truth.NO, f"It is not for you: it is for you only if {_joined(found.closed_by)}.")
    if found.truth is Truth.UNKNOWN:
        asked = next((question_for(field, profile) for field in found.ask if field in AXES), None)
        return Verdict(
            Truth.UNKNOWN, f"It is for you if {_joined(found.open_by)}; that is not known yet.", asked
        )
    return Verdict(
        Truth.YES, f"It is for you, because {_joined(wanted)}." if wanted else "It is open to everybody."
    )


def _joined(wanted: Iterable[Predicate]) -> str:
    return ", and ".join(dict.fromkeys(clause(_readable(each)) for each in wanted))


def _readable(predicate: Predicate) -> Predicate:
    value = predicate.get("value")
    return (
        {**predicate, "value": in_words(axis_name(predicate), value)}
        if isinstance(value, list)
        else predicate
    )
