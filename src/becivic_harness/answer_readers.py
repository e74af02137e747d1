"""Reads one answer to one question. What cannot be read is refused, and never repeated: it may be anything."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any, Final, NamedTuple

from becivic_harness.answer_words import NONE_OF_THEM, SAID_FOR, YES_AND_NO
from becivic_harness.countries import country_codes, country_name
from becivic_harness.months import CURRENT
from becivic_harness.question_types import (
    COUNTRY,
    DATE,
    DOCUMENT,
    MONTH,
    MONTH_OR_CURRENT,
    NUMBER,
    SEVERAL,
    SINGLE_CHOICE,
    TEXT,
    YES_NO,
)
from becivic_harness.questions import Question
from becivic_harness.refusals import Refused
from becivic_harness.said_months import is_current, read_month
from becivic_harness.word_stems import tokens

_NIS5: Final = re.compile(r"[0-9]{5}")
_WHOLE: Final = re.compile(r"[0-9]{1,5}")
_DECIMAL: Final = re.compile(r"[0-9]{1,5}(?:[.,][0-9]{1,2})?")
_WORD: Final = re.compile(r"[A-Za-z][A-Za-z0-9+-]*")
_THREE_DIGITS: Final = re.compile(r"[0-9]{3}")
_LANGUAGE: Final = re.compile(r"[^\x00-\x1f!-,./0-9:-@\[-`{-\x7f]+")
_CATEGORY: Final = re.compile(r"[a-z][a-z-]{0,39}")
_LONGEST_TEXT: Final = 300


class FoundCommune(NamedTuple):
    nis5: str
    name: str


FindCommunes = Callable[[str], Sequence[FoundCommune]]
"""All communes that a name, a postal code or a NIS code may mean."""


def _choice(question: Question, text: str) -> str:
    found = _chosen(question, text)
    if found is None:
        raise unread(question, f"one of: {', '.join(option.value for option in question.options)}")
    return found


def _chosen(question: Question, text: str) -> str | None:
    said = " ".join(tokens(text))
    for option in question.options:
        if said in (" ".join(tokens(option.value)), " ".join(tokens(option.label))):
            return option.value
    found = SAID_FOR.get(question.field, {}).get(said)
    return found if found in {option.value for option in question.options} else None


def _several(question: Question, text: str) -> list[str]:
    """Names that the list does not have are taken where they look like such: a profile may hold others."""
    if " ".join(tokens(text)) in NONE_OF_THEM:
        return []
    parts = [part.strip() for part in re.split(r"[,;]", text)]
    found = [_chosen(question, part) or part for part in parts]
    if not all(map(_CATEGORY.fullmatch, found)):
        raise unread(question, f"any of: {', '.join(option.value for option in question.options)}, or none")
    return list(dict.fromkeys(found))


def _yes_no(question: Question, text: str) -> bool:
    said = YES_AND_NO.get(" ".join(tokens(text)))
    if said is None:
        raise unread(question, "yes or no")
    return said


def _month(question: Question, text: str) -> str:
    found = read_month(text)
    if found is None:
        raise unread(question, "a year and a month, such as 2026-05")
    return found


def _month_or_current(question: Question, text: str) -> str:
    return CURRENT if is_current(text) else _month(question, text)


def _country(question: Question, text: str) -> str:
    found = country_codes(text)
    if len(found) == 1:
        return found[0]
    wanted = "the name of a country, or its two letters"
    raise unread(question, wanted, choices={code: country_name(code) for code in found[:10]})


def commune(question: Question, text: str, communes: FindCommunes | None) -> str:
    said = text.strip()
    if communes is None:
        if _NIS5.fullmatch(said):
            return said
        raise unread(question, "the five digits of the commune's NIS code")
    found = list(communes(said))
    exact = [each for each in found if said == each.nis5 or tokens(each.name) == tokens(said)]
    for listed in (exact, found):
        if len({each.nis5 for each in listed}) == 1:
            return listed[0].nis5
    wanted = "the name of a commune, or one of its postal codes"
    raise unread(question, wanted, choices={each.nis5: each.name for each in found[:10]})


def _number(question: Question, text: str) -> float:
    """A count is whole; days a week may be half."""
    is_whole = question.field != "days_per_week" and not question.field.startswith("inputs.")
    if not (_WHOLE if is_whole else _DECIMAL).fullmatch(text):
        raise unread(question, "a number")
    found = float(text.replace(",", "."))
    if question.most and found > question.most:
        raise unread(question, f"a number from 0 to {question.most}")
    return int(found) if found.is_integer() else found


def _text(question: Question, text: str) -> str:
    """A category where the profile holds one: no number of a document can be told from it."""
    if question.field.startswith("inputs."):
        if text and text.isprintable() and len(text) <= _LONGEST_TEXT:
            return text
        raise unread(question, f"one line of at most {_LONGEST_TEXT} characters")
    if question.field == "conversation_language":
        if len(text) <= question.most and _LANGUAGE.fullmatch(text):
            return text
        raise unread(question, "the name of a language")
    word = re.sub(r"\s+", "-", text)
    if (
        len(word) <= (question.most or _LONGEST_TEXT)
        and _WORD.fullmatch(word)
        and not _THREE_DIGITS.search(word)
    ):
        return word
    raise unread(question, "one short word, such as d-visa, and no number of a document")


def _day(question: Question, text: str) -> str:
    """Only a procedure's own input: no field of the profile takes a day."""
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise unread(question, "a date, such as 2026-05-31") from None


def _held(question: Question, text: str) -> str:
    """Of a document only whether somebody has it."""
    said = YES_AND_NO.get(" ".join(tokens(text)))
    if said is not None:
        return "held" if said else "to-obtain"
    if text in ("held", "to-obtain", "not-sure"):
        return text
    raise unread(question, "one of: held, to-obtain, not-sure")


def unread(question: Question, wanted: str, *, choices: Mapping[str, str] | None = None) -> Refused:
    facts: dict[str, Any] = {"field": question.field, "type": question.type}
    if choices:
        facts["choices"] = dict(choices)
    return Refused(
        "answer_not_read",
        f"This is no answer to the question about `{question.field}`.",
        f"Ask again; wanted is {wanted}." + (f" {question.help}" if question.help else ""),
        **facts,
    )


READERS: Final[Mapping[str, Callable[[Question, str], Any]]] = {
    SINGLE_CHOICE: _choice,
    SEVERAL: _several,
    YES_NO: _yes_no,
    MONTH: _month,
    MONTH_OR_CURRENT: _month_or_current,
    COUNTRY: _country,
    NUMBER: _number,
    TEXT: _text,
    DATE: _day,
    DOCUMENT: _held,
}
