"""The form as one HTML document that needs nothing else: style, script and data are in it, and it asks for nothing.

It is data in an answer, shown by whoever called; its own policy lets no script run but the one that came with it.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from becivic.onboarding.locales import direction
from becivic.onboarding.places import OfferedCommune, languages_by_region
from becivic.onboarding.profile_section import PROFILE_SCHEMA_VERSION
from becivic.onboarding.questions import Answer, Capture, Group, Kind, Question, Said
from becivic.onboarding.wording import Wording
from becivic.rules.identifiers import DATE, MONTH
from becivic.rules.palette import declared

CONSENT_VERSION: Final = "1"
"""Of what the consent box says; kept beside the consent."""

_COLOURS: Final = (
    "paper",
    "raised",
    "ink",
    "muted",
    "rule",
    "edge",
    "accent",
    "accent-tint",
    "on-accent",
    "stop",
)
_TOLD_TO_SCRIPT: Final = ("row", "row_remove", "language_set", "copied")
_SEPARATORS: Final = (",", ":")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """Everything that is on it."""

    words: Wording
    is_returning: bool
    skill_id: str | None
    skill_title: str
    version: str
    groups: tuple[Group, ...]
    inputs: tuple[Question, ...]
    communes: tuple[OfferedCommune, ...]
    countries: tuple[str, ...]
    known: frozenset[str] = frozenset()
    """The names of the questions that came with their answer."""

    @property
    def questions(self) -> tuple[Question, ...]:
        return (*(question for group in self.groups for question in group.questions), *self.inputs)

    @property
    def first(self) -> tuple[Group, ...]:
        """What the procedure uses, and what came with an answer: nothing is said of somebody where they do not see it."""
        return _only(self.groups, self._is_first)

    @property
    def folded(self) -> tuple[Group, ...]:
        """What may wait. Without a procedure nothing may: the profile is what the form is for."""
        return _only(self.groups, lambda question: not self._is_first(question))

    def _is_first(self, question: Question) -> bool:
        names = {question.name, question.follows}  # what follows from a yes stands by it
        return self.skill_id is None or any(
            each.needed or each.name in self.known for each in self.questions if each.name in names
        )


def _only(groups: tuple[Group, ...], stays: Callable[[Question], bool]) -> tuple[Group, ...]:
    cut = (replace(group, questions=tuple(filter(stays, group.questions))) for group in groups)
    return tuple(group for group in cut if group.questions)


def sheet_html(sheet: Sheet) -> str:
    words = sheet.words
    return (
        _templates()
        .get_template("form.html")
        .render(
            sheet=sheet,
            words=words.tables,
            locale=words.locale,
            direction=direction,
            summary=_summary(sheet),
            untranslated=_untranslated(sheet),
            waiting=sum(not each.follows for group in sheet.folded for each in group.questions),
            labels={commune.nis5: commune.label for commune in sheet.communes},
            datalist=_datalist(sheet.communes),
            data=_json_block(_script_data(sheet)),
            style=Markup(style()),  # noqa: S704  ours, and nothing is put into it
            script=Markup(asset("form.js")),  # noqa: S704  ours, and nothing is put into it
            policy=form_policy(),
            captures=list(Capture),
            kinds=Kind,
            month_pattern=MONTH.strip("^$"),
        )
    )


@cache
def asset(name: str) -> str:
    return (files("becivic.onboarding") / "templates" / name).read_text(encoding="utf-8")


@cache
def style() -> str:
    """In the colours of the house: the form travels alone, so it carries its own copy of them."""
    return declared(":root", _COLOURS) + asset("form.css")


@cache
def _templates() -> Environment:
    return Environment(
        loader=PackageLoader("becivic.onboarding", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@lru_cache(maxsize=2)  # the edition that is served, and the next
def _datalist(communes: tuple[OfferedCommune, ...]) -> Markup:
    """Half of the document, and the same for everybody."""
    return Markup(_templates().get_template("communes.html").render(communes=communes))  # noqa: S704  it was escaped


@cache
def form_policy() -> str:
    """Nothing from anywhere, nothing sent anywhere; of what is inline, exactly ours."""
    return (
        f"default-src 'none'; style-src '{_hash(style())}'; script-src '{_hash(asset('form.js'))}'; "
        "form-action 'none'; base-uri 'none'"
    )


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")


def _script_data(sheet: Sheet) -> dict[str, Any]:
    words = sheet.words
    return {
        "skill_id": sheet.skill_id,
        "locale": words.locale,
        "mode": "returning" if sheet.is_returning else "first-contact",
        "version": sheet.version,
        "profile_schema_version": PROFILE_SCHEMA_VERSION,
        "consent_version": CONSENT_VERSION,
        "month": MONTH,
        "date": DATE,
        "questions": [question.brief() for question in sheet.questions],
        "languages": languages_by_region(sheet.communes),
        "words": {
            **{key: words.table("form")[key] for key in _TOLD_TO_SCRIPT},
            **{f"error_{key}": text for key, text in words.table("errors").items()},
        },
    }


def _json_block(data: Mapping[str, Any]) -> Markup:
    """JSON inside a script element: no `<` is left that could end it."""
    text = json.dumps(data, ensure_ascii=False, separators=_SEPARATORS)
    safe = text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    return Markup(safe)  # noqa: S704  nothing of HTML is left in it


def _summary(sheet: Sheet) -> list[tuple[Question, list[Said]]]:
    """What is known already, in words. A guess that the form made itself is not."""
    return [
        (question, _in_words(question.answer, question, sheet))
        for question in sheet.questions
        if question.name in sheet.known
    ]


def _in_words(answer: Answer, question: Question, sheet: Sheet) -> list[Said]:
    words = sheet.words
    if isinstance(answer, bool):
        return [words.said("form", "yes" if answer else "no")]
    if isinstance(answer, tuple):
        return [said for each in answer for said in _in_words(each, question, sheet)]
    if answer == "current":
        return [words.said("form", "current")]
    names = {choice.value: choice.label for choice in question.choices}
    if question.kind is Kind.COMMUNE:
        names |= {commune.nis5: Said(commune.label) for commune in sheet.communes}
    return [names.get(str(answer)) or Said(str(answer))]


def _untranslated(sheet: Sheet) -> str:
    """That the procedure's questions are not in the language of the form, said once and in that language."""
    words = sheet.words
    foreign = dict.fromkeys(
        said.language for each in sheet.inputs for said in each.says() if said.language != words.locale
    )
    if not foreign:
        return ""
    is_all = all(each.label.language != words.locale for each in sheet.inputs)
    names = words.table("languages")
    return words.table("form")["untranslated" if is_all else "untranslated_part"].format(
        languages=", ".join(names.get(language, language) for language in foreign)
    )
