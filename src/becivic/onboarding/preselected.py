"""What somebody's agent knows already, as `axis:value` in the query: read, held to the schemas, filled in.

`region:Wallonia`, `dependents.minor_children_count:2`, `document_inventory.has_NN:true`, and for an input of the
skill `inputs.document_kind:diploma`. `profile.region:Wallonia`, as the form itself names its fields, is the same, and so is
an input that is asked as an axis. What is wrong is told by its place in the query, never by its words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from becivic.onboarding.profile_section import PROFILE, TRANSITIONS, pointer
from becivic.onboarding.questions import Answer, Kind, Question
from becivic.rules.identifiers import DATE, MONTH, matches
from becivic.rules.schemas import SchemaFault, SchemaFile, packaged_registry

PARAMETER: Final = "pre_selected"

_FLAGS: Final = {"true": True, "false": False}
_LONGEST_NUMBER: Final = 12


@dataclass(frozen=True, slots=True)
class PreSelected:
    """What is filled in, by the name of the question, and everything that was wrong."""

    answers: Mapping[str, Answer]
    faults: tuple[SchemaFault, ...] = ()
    places: Mapping[str, int] = field(default_factory=dict, compare=False)
    """Where in the query each question was answered last."""

    def ruled_out(self, name: str) -> SchemaFault:
        """What is told of an answer that another one rules out."""
        return _fault(self.places[name], "not", "is ruled out by another answer")


@dataclass(frozen=True, slots=True)
class Known:
    """What an answer may be one of."""

    communes: frozenset[str]
    countries: frozenset[str]


def read_pre_selected(said: Sequence[str], asked: Iterable[Question], known: Known) -> PreSelected:
    """Against the questions of the very form that is composed. A question with several answers is said several times."""
    questions = {
        name: question for question in asked for name in (_axis(question), question.name, *question.also)
    }
    answers: dict[str, Answer] = {}
    faults: list[SchemaFault] = []
    places: dict[str, int] = {}
    for index, each in enumerate(said):
        axis, _, text = each.partition(":")
        question = questions.get(axis)
        if question is None:
            faults.append(_fault(index, "enum", "names no question of this form"))
            continue
        places[question.name] = index
        before, value = answers.get(question.name), _value(question, text, known)
        if value is None:
            faults.append(_fault(index, "type", "is no answer to the question it names"))
        elif question.kind is Kind.NAMES:
            answers[question.name] = (*(before if isinstance(before, tuple) else ()), text)
        elif before is not None and before != value:
            faults.append(_fault(index, "uniqueItems", "answers a question otherwise than before"))
        else:
            answers[question.name] = value
    return PreSelected(answers, tuple(faults), places)


def _axis(question: Question) -> str:
    return question.name.removeprefix(f"{PROFILE}.")


def _fault(index: int, keyword: str, message: str) -> SchemaFault:
    return SchemaFault(f"/{PARAMETER}/{index}", keyword, message)


def _value(question: Question, text: str, known: Known) -> Answer:
    """The answer that a text is, or None."""
    value = _READERS[question.kind](question, text, known)
    if value is None or not question.name.startswith(f"{PROFILE}."):
        return value
    instance = [text] if question.kind is Kind.NAMES else value
    is_valid = packaged_registry().is_valid(SchemaFile.PROFILE, instance, at=pointer(_axis(question)))
    return value if is_valid else None


def _flag(_: Question, text: str, __: Known) -> Answer:
    return _FLAGS.get(text)


def _choice(question: Question, text: str, _: Known) -> Answer:
    return text if any(choice.value == text for choice in question.choices) else None


def _names(_: Question, text: str, __: Known) -> Answer:
    return text if text in TRANSITIONS else None


def _number(question: Question, text: str, _: Known) -> Answer:
    if not (matches(r"^[0-9]+(\.[0-9]+)?$", text) and len(text) <= _LONGEST_NUMBER):
        return None
    whole = text.isdigit()
    return int(text) if whole else None if question.whole else float(text)


def _text(question: Question, text: str, _: Known) -> Answer:
    is_line = text.isprintable() and 0 < len(text) <= (question.most or 0)
    return text if is_line else None


def _date(_: Question, text: str, __: Known) -> Answer:
    """A day that the calendar has."""
    try:
        date.fromisoformat(text)
    except ValueError:
        return None
    return text if matches(DATE, text) else None


def _month(_: Question, text: str, __: Known) -> Answer:
    return text if matches(MONTH, text) else None


def _month_or_current(question: Question, text: str, known: Known) -> Answer:
    return text if text == "current" else _month(question, text, known)


def _country(_: Question, text: str, known: Known) -> Answer:
    return text if text in known.countries else None


def _commune(_: Question, text: str, known: Known) -> Answer:
    return text if text in known.communes else None


def _rows(_: Question, __: str, ___: Known) -> Answer:
    """Lists are told in the form or in the conversation, never in an address."""
    return None


_READERS: Final[Mapping[Kind, Callable[[Question, str, Known], Answer]]] = {
    Kind.FLAG: _flag,
    Kind.CHOICE: _choice,
    Kind.NAMES: _names,
    Kind.NUMBER: _number,
    Kind.TEXT: _text,
    Kind.DATE: _date,
    Kind.MONTH: _month,
    Kind.MONTH_OR_CURRENT: _month_or_current,
    Kind.COUNTRY: _country,
    Kind.COMMUNE: _commune,
    Kind.ROWS: _rows,
}
