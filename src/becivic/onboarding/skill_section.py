"""The questions of one procedure, made from the `inputs` of its skill (schemas 6.1; R-FORM-01, R-FORM-05).

Labels are in the language of the form where the author wrote one, otherwise in English, and say which.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from becivic.corpus.fields import Fields
from becivic.corpus.skill import Skill
from becivic.onboarding.locales import FALLBACK
from becivic.onboarding.questions import Choice, Kind, Question, Said
from becivic.onboarding.wording import Wording
from becivic.rules.skills import FormType, IoType

INPUTS: Final = "inputs"

DOCUMENT_ANSWERS: Final = ("held", "to_obtain", "not_sure")
"""What is said of a document: whether the person has it. Never what is in it."""

TEXT_MOST: Final = 300
"""Characters of a free answer, as schemas/types.json has it for `text`; a test holds the two together."""

_KINDS: Final[Mapping[str, Kind]] = {
    FormType.SINGLE_CHOICE.value: Kind.CHOICE,
    FormType.TEXT.value: Kind.TEXT,
    FormType.YES_NO.value: Kind.FLAG,
    FormType.COUNTRY_CODE.value: Kind.COUNTRY,
    FormType.COMMUNE.value: Kind.COMMUNE,
    FormType.MONTH_YEAR.value: Kind.MONTH,
    FormType.MONTH_YEAR_OR_CURRENT.value: Kind.MONTH_OR_CURRENT,
    FormType.ROW_LIST.value: Kind.ROWS,
    IoType.DOCUMENT_ARTEFACT.value: Kind.CHOICE,
    IoType.STRING.value: Kind.TEXT,
    IoType.NUMBER.value: Kind.NUMBER,
    IoType.DATE.value: Kind.DATE,
    IoType.BOOL.value: Kind.FLAG,
}


@dataclass(frozen=True, slots=True)
class SkillSection:
    words: Wording

    def questions(self, skill: Skill) -> tuple[Question, ...]:
        """One for each input that could be read; an author's slip takes its own question down and no other."""
        told = [self._input(each) for each in skill.fields.children(INPUTS)]
        return tuple({each.name: each for each in told if each is not None}.values())

    def _input(self, told: Fields) -> Question | None:
        asked = self._asked(told, told.text("name"))
        if asked is None:
            return None
        about = told.text("description")
        return replace(
            asked,
            name=f"{INPUTS}.{asked.name}",
            help=Said(about, FALLBACK) if about else asked.help,
            axis=told.text("axis"),
            kept=told.text("render") == "profile",
            columns=tuple(self._columns(told.children("columns"))),
            **_rows(told) if asked.kind is Kind.ROWS else {},
        )

    def _columns(self, told: Iterable[Fields]) -> Iterable[Question]:
        for each in told:
            column = self._asked(each, each.text("id"))
            if column is not None and column.kind is not Kind.ROWS:
                yield column

    def _asked(self, told: Fields, name: str) -> Question | None:
        kind = _KINDS.get(told.text("type"))
        if kind is None or not name:
            return None
        is_text = kind is Kind.TEXT
        return Question(
            name=name,
            kind=kind,
            label=self._label(told.raw("label"), name),
            help=self.words.hint(kind),
            required=told.flag("required"),
            choices=self._choices(told),
            least=0 if kind is Kind.NUMBER else None,
            most=TEXT_MOST if is_text else None,
            fault="text" if is_text else "",
        )

    def _choices(self, told: Fields) -> tuple[Choice, ...]:
        if told.text("type") == IoType.DOCUMENT_ARTEFACT:
            return tuple(
                Choice(value, self.words.said("form", f"document_{value}")) for value in DOCUMENT_ANSWERS
            )
        listed = told.raw("options")
        options = listed if isinstance(listed, list) else []
        return tuple(choice for option in options for choice in self._option(option))

    def _option(self, option: object) -> Iterable[Choice]:
        """An option may be a bare value, which then says itself."""
        if isinstance(option, str):
            yield Choice(option, Said(option, FALLBACK))
        value = Fields.of(option).text("value")
        if value:
            yield Choice(value, self._label(Fields.of(option).raw("label"), value))

    def _label(self, told: object, name: str) -> Said:
        """In the form's language, in English, in whatever there is, or else the name in words."""
        if isinstance(told, str) and told:
            return Said(told, FALLBACK)
        said = Fields.of(told)
        for language in (self.words.locale, FALLBACK, *said.data):
            if said.text(language):
                return Said(said.text(language), language)
        return Said(name.replace("_", " ").replace("-", " ").capitalize(), FALLBACK)


def _rows(told: Fields) -> dict[str, Any]:
    """How many rows; the schema has said so of every list that conforms."""
    defaults = told.child("defaults")
    least, most = defaults.raw("min_rows"), defaults.raw("max_rows")
    fewest = least if type(least) is int else 0
    return {"least": fewest, "most": max(most, fewest, 1) if type(most) is int else max(fewest, 1)}
