"""What a procedure requires, and whether that is so for this person: yes, no, or unknown with the one question.

An edge counts where its `selects_on` does, a path where its audience does, and a requirement that its note narrows ("Only when
…") where the person says so. Facts are what was said in this session: `inputs.<name>`, `<axis>` or `applies.<path id>`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any, Final, NamedTuple

from becivic_harness.audiences import ORIGIN, REGION, regions, settled
from becivic_harness.axis_words import one_of
from becivic_harness.eligibility import Verdict, applies, in_words
from becivic_harness.json_values import texts_at
from becivic_harness.predicates import Truth
from becivic_harness.question_types import COUNTRY, SINGLE_CHOICE, YES_NO
from becivic_harness.questions import (
    Option,
    Question,
    input_question,
    question_for,
)

SKILL: Final = "skill"
PATH: Final = "path"
INFORMATIONAL: Final = "informational"

AXIS_QUESTIONS: Final = {
    ORIGIN: "From which country do your papers come?",
    "sponsor_type": "Who vouches for your stay?",
    "entry_type": "How did you come to Belgium, or how will you come?",
    "card_outcome": "Which residence card do you have, or will you get?",
    "sub_category": "Which route are you taking?",
}
"""What is asked where the procedure itself has no input for it."""
OTHER: Final = "other"

_SESSION_AXES: Final = {"origin_countries": ORIGIN, "visa_categories": "visa_category"}
"""The keys of an audience that no profile answers."""

_NARROWED: Final = re.compile(r"(?:Only|When|If)\b|For [^.]*\b(?:who|whose|that|which)\b")
"""How a note begins that says for whom a requirement is. What it says is for the person to judge."""


class Known(NamedTuple):
    """What is known of the person, today."""

    profile: Mapping[str, Any]
    facts: Mapping[str, Any]
    today: date


class Requirement(NamedTuple):
    kind: str
    id: str
    role: str
    timing: str
    note: str
    verdict: Verdict
    axes: Mapping[str, object] = {}
    """What was known on the axes that select it: the same holds for whom it is for."""


def skills_required(skill: Mapping[str, Any], node: Mapping[str, Any], known: Known) -> list[Requirement]:
    """Out of `requires`, and `prerequisites` of the page or the graph."""
    edges = [*_edges(skill, "requires")]
    named = {str(edge["id"]) for edge in edges}
    before = [*texts_at(skill, "prerequisites"), *texts_at(node, "prerequisites")]
    edges += [{"id": each} for each in dict.fromkeys(before) if each not in named]
    return [
        Requirement(
            SKILL, str(edge["id"]), "", "", "", selected(edge, skill, known), _said_on(edge, skill, known)
        )
        for edge in edges
    ]


def audience(skill: Mapping[str, Any], known: Known, axes: Mapping[str, object]) -> Verdict:
    """Whom a procedure is for. Where papers come from is in no profile: it was said in this session, or is asked."""
    told = skill.get("applies_to")
    said, asked = dict(axes), []
    for key, axis in _SESSION_AXES.items():
        values = told.get(key) if isinstance(told, Mapping) else None
        if isinstance(values, list) and axis not in said:
            question = _axis_question(axis, [str(each) for each in values], skill)
            found = _said(axis, question, known)
            said.update({} if found is None else {axis: found})
            asked.append(question)
    verdict = applies(skill, known.profile, known.today, facts=said)
    is_to_ask = verdict.answer == Truth.UNKNOWN and verdict.question is None and asked
    return verdict._replace(question=asked[0]) if is_to_ask else verdict


def paths_required(skill: Mapping[str, Any], paths: Mapping[str, Any], known: Known) -> list[Requirement]:
    found = []
    for edge in _edges(skill, "requires_paths"):
        name, note, role = str(edge["id"]), str(edge.get("notes") or ""), str(edge.get("role") or "")
        reasons = [selected(edge, skill, known)]
        if isinstance(paths.get(name), Mapping):
            reasons.append(applies(paths[name], known.profile, known.today))
        if role != INFORMATIONAL and _NARROWED.match(note):
            reasons.append(_narrowed(name, note, known.facts))
        found.append(Requirement(PATH, name, role, str(edge.get("timing") or "any"), note, together(reasons)))
    return found


def together(verdicts: Sequence[Verdict]) -> Verdict:
    """All must hold. The first that says something is told."""
    for answer in (Truth.NO, Truth.UNKNOWN):
        found = next((each for each in verdicts if each.answer == answer), None)
        if found is not None:
            return found
    return next((each for each in verdicts if each.why), Verdict(Truth.YES, ""))


def selected(edge: Mapping[str, Any], skill: Mapping[str, Any], known: Known) -> Verdict:
    """Whether an edge counts: every axis of `selects_on` must have one of the values it names."""
    told = edge.get("selects_on")
    axes = told.items() if isinstance(told, Mapping) else ()
    return together([_on_axis(axis, [str(each) for each in values], skill, known) for axis, values in axes])


def _said_on(edge: Mapping[str, Any], skill: Mapping[str, Any], known: Known) -> dict[str, object]:
    told = edge.get("selects_on")
    axes = (
        {axis: values for axis, values in told.items() if axis != REGION} if isinstance(told, Mapping) else {}
    )
    found = {
        axis: _said(axis, _axis_question(axis, [*map(str, values)], skill), known)
        for axis, values in axes.items()
    }
    return {axis: said for axis, said in found.items() if said is not None}


def _said(axis: str, question: Question, known: Known) -> object:
    return known.facts.get(axis, _input(question, known.facts))


def _on_axis(axis: str, values: Sequence[str], skill: Mapping[str, Any], known: Known) -> Verdict:
    if axis == REGION:
        said: object = settled(known.profile).get(REGION)
        values = regions(values)
        question = question_for(REGION, {})
    else:
        question = _axis_question(axis, values, skill)
        said = _said(axis, question, known)
    words = one_of(axis, in_words(axis, values))
    if said is None:
        return Verdict(Truth.UNKNOWN, f"It is needed if {words}; that is not known yet.", question)
    return (
        Verdict(Truth.YES, f"It is needed, because {words}.")
        if said in values
        else Verdict(Truth.NO, f"It is needed only if {words}.")
    )


def _axis_question(axis: str, values: Sequence[str], skill: Mapping[str, Any]) -> Question:
    """The procedure's own question about it, where it has one: an input of that name, one with these options, or its only
    country."""
    inputs = [each for each in skill.get("inputs") or () if isinstance(each, Mapping)]
    asked = [input_question(each) for each in inputs]
    named = [each for each in asked if each.field == f"inputs.{axis}"]
    offering = [each for each in asked if {option.value for option in each.options} & set(values)]
    countries = [each for each in asked if each.type == COUNTRY and axis == ORIGIN]
    for found in (named, offering, countries if len(countries) == 1 else []):
        if found:
            return found[0]
    ask = AXIS_QUESTIONS.get(axis, f"What is your {axis.replace('_', ' ')}?")
    if axis == ORIGIN:
        return Question(axis, COUNTRY, ask)
    options = (*(Option(each, each.replace("-", " ")) for each in values), Option(OTHER, "none of these"))
    return Question(axis, SINGLE_CHOICE, ask, options)


def _input(question: Question, facts: Mapping[str, Any]) -> object:
    """By the whole name of the field, or by what the procedure calls it."""
    return facts.get(question.field, facts.get(question.field.rpartition(".")[2]))


def _narrowed(name: str, note: str, facts: Mapping[str, Any]) -> Verdict:
    said = facts.get(f"applies.{name}")
    if isinstance(said, bool):
        return Verdict(
            Truth.YES if said else Truth.NO,
            "You said that this holds for you." if said else "You said that this does not hold for you.",
        )
    question = Question(f"applies.{name}", YES_NO, f"Does this hold for you: {note}")
    return Verdict(Truth.UNKNOWN, note, question)


def _edges(skill: Mapping[str, Any], key: str) -> Iterator[Mapping[str, Any]]:
    listed = skill.get(key)
    for edge in listed if isinstance(listed, list) else ():
        if isinstance(edge, Mapping) and edge.get("id"):
            yield edge
