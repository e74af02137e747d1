"""The questions of a form as data, for an assistant that asks them in a conversation one by one.

The same sheet as the page, in the same order and language. Long lists are named, not spelled out. Of a form that is too long
to be taken in whole, what matters least is told in short, and at last left to the form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from becivic.onboarding.locales import ChosenLocale
from becivic.onboarding.page import Sheet
from becivic.onboarding.profile_section import PROFILE
from becivic.onboarding.questions import Group, Kind, Question
from becivic.rules.json_text import sent_size

PROCEDURE: Final = "procedure"
SECTIONS: Final = (PROFILE, PROCEDURE)

LISTS: Final = {Kind.COMMUNE: "/communes.json", Kind.COUNTRY: "/schemas/types.json"}
"""Where the answers to a question lie that are too many to be told with it."""

Told = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Placed:
    """A question, and under what it stands in the form."""

    question: Question
    section: str
    group: str
    uses: bool
    """Whether the procedure uses the answer."""


@dataclass(frozen=True, slots=True)
class QuestionList:
    sheet: Sheet
    locale: ChosenLocale
    form_url: str
    """Where the same form is, with nothing filled in."""

    def as_json(self, most: int) -> dict[str, Any]:
        """What is answered, over HTTP and MCP alike, in at most so many bytes: first what the procedure does not use is
        told in short, then everything, and at last what does not fit is left out and counted."""
        placed = list(_placed(self.sheet))
        for is_short in (lambda _: False, lambda each: not each.uses, lambda _: True):
            answer = self._answer(_told(placed, is_short, self.sheet))
            if sent_size(answer) < most:  # what sends it ends the line
                return answer
        return self._cut(_told(placed, lambda _: True, self.sheet), most)

    def _cut(self, questions: list[Told], most: int) -> dict[str, Any]:
        """What the procedure uses comes first here, so that it is left out last."""
        room = most - sent_size(self._answer([], len(questions)))
        kept = []
        for question in sorted(questions, key=lambda each: not each["uses"]):
            room -= sent_size(question) + len(", ")
            if room < 0:
                break
            kept.append(question)
        return self._answer(kept, len(questions) - len(kept))

    def _answer(self, questions: list[Told], left_out: int = 0) -> dict[str, Any]:
        return {
            "skill_id": self.sheet.skill_id,
            "questions": questions,
            **({"left_out": left_out} if left_out else {}),
            "form_url": self.form_url,
            "locale_actual": self.locale.code,
            "locale_fallback_reason": self.locale.fallback,
            "version": self.sheet.version,
        }


def _placed(sheet: Sheet) -> Iterator[Placed]:
    """As on the page: of the profile first what the procedure uses, then the rest, then the procedure's own."""
    yield from _of_profile((*sheet.first, *sheet.folded))
    title = sheet.words.table("form")["section_inputs"]
    for question in sheet.inputs:
        yield Placed(question, PROCEDURE, title, uses=True)


def _of_profile(groups: Iterable[Group]) -> Iterator[Placed]:
    for group in groups:
        for question in group.questions:
            yield Placed(question, PROFILE, group.title.text, uses=question.needed)


def _told(placed: Iterable[Placed], is_short: Callable[[Placed], bool], sheet: Sheet) -> list[Told]:
    return [_in_short(each, sheet) if is_short(each) else _in_full(each, sheet) for each in placed]


def _in_full(placed: Placed, sheet: Sheet) -> Told:
    question = placed.question
    told = {
        **_head(placed),
        "group": placed.group,
        **_asked(question, sheet.words.locale),
        "also": list(question.also),
        "columns": [_column(column, sheet.words.locale) for column in question.columns],
    }
    return {**_without_nothing(told), **_filled(question, sheet)}


def _in_short(placed: Placed, sheet: Sheet) -> Told:
    question = placed.question
    options = [choice.value for choice in question.choices]
    return {
        **_head(placed),
        "label": question.label.text,
        "type": question.kind.value,
        **({"options": options} if options else {}),
        **_listed(question),
        **_filled(question, sheet),
    }


def _head(placed: Placed) -> Told:
    return {"name": placed.question.name, "section": placed.section, "uses": placed.uses}


def _column(column: Question, locale: str) -> Told:
    return _without_nothing({"name": column.name, **_asked(column, locale)})


def _asked(question: Question, locale: str) -> Told:
    """What is asked and how it is answered. What an author did not write in this language says in which it is."""
    label = question.label
    return {
        "label": label.text,
        "language": label.language if label.language != locale else "",
        "help": "" if question.help is None else question.help.text,
        "type": question.kind.value,
        "required": question.required or None,
        "follows": question.follows,
        "options": [{"value": choice.value, "label": choice.label.text} for choice in question.choices],
        **_listed(question),
        "least": question.least,
        "most": question.most,
    }


def _filled(question: Question, sheet: Sheet) -> Told:
    """What came with the question. A guess that the form made itself did not."""
    return {"answer": question.answer} if question.name in sheet.known else {}


def _without_nothing(told: Told) -> Told:
    """No and nought are something."""
    return {name: value for name, value in told.items() if value not in ("", [], None)}


def _listed(question: Question) -> Told:
    return {"options_from": LISTS[question.kind]} if question.kind in LISTS else {}
