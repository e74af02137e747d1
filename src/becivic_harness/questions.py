"""What an agent may ask somebody: for each field of the profile the question, the kind of answer, and the allowed values.

Fields and values are those of profile.schema.json; a test holds the two together. Categories, counts and months only: no
question here can be answered with a name, a document's number, a birth date or an address.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from becivic_harness.localised import in_language
from becivic_harness.predicate_holds import value_at
from becivic_harness.profile_axes import RULED_OUT, is_ruled_out
from becivic_harness.question_types import FORMS, NUMBER, SINGLE_CHOICE, TEXT, YES_NO
from becivic_harness.question_words import (
    ADMINISTRATION_LANGUAGES,
    FIELDS,
    HISTORIES,
    KEPT_HERE,
    NOT_YET,
    OBJECTS,
    RowColumn,
)

FOLDER_DROP: Final = "folder_drop"
CHAT: Final = "chat"

_MOST_ROWS: Final = 50
_YES: Final = (True, "yes")
_OWNED: Final = {
    name: owner for name, (owner, _) in RULED_OUT.items() if name in OBJECTS["document_inventory"]
}


class Option(NamedTuple):
    value: str
    label: str


class Question(NamedTuple):
    """`field` says where the answer goes: a field of the profile, or `inputs.<name>` for what one procedure asks."""

    field: str
    type: str
    ask: str
    options: tuple[Option, ...] = ()
    help: str = ""
    columns: tuple[Question, ...] = ()
    least: int = 0
    most: int = 0
    """Of a number, or of the rows of a list; 0 where nothing is said."""
    required: bool = False

    @property
    def spoken(self) -> str:
        """As one says it: with the choices, and what else one should know before answering."""
        choices = f" ({', '.join(option.label for option in self.options)})" if self.options else ""
        return f"{self.ask}{choices}" + (f" {self.help}" if self.help else "")

    @property
    def values(self) -> list[Any]:
        """The answers, where they can be listed."""
        return [True, False] if self.type == YES_NO else [option.value for option in self.options]

    @property
    def answer(self) -> str:
        """What an answer looks like where it is written down."""
        if self.type == SINGLE_CHOICE:
            return f"one of: {', '.join(self.values)}"
        return f"{FORMS.get(self.type, FORMS[TEXT])}" + (
            f" up to {self.most}" if self.type == NUMBER and self.most else ""
        )

    def as_json(self) -> dict[str, Any]:
        told: dict[str, Any] = {
            "field": self.field,
            "type": self.type,
            "ask": self.ask,
            "answer": self.answer,
        }
        if self.values:
            told["values"] = self.values
        if self.options:
            told["options"] = [option._asdict() for option in self.options]
        if self.columns:
            told["columns"] = [column.as_json() for column in self.columns]
            told["rows"] = {"min": self.least, "max": self.most}
            told["pending"] = [pending(mode) for mode in (FOLDER_DROP, CHAT)]
        if self.help:
            told["help"] = self.help
        return {**told, "required": True} if self.required else told


def pending(mode: str) -> dict[str, str]:
    """Instead of rows, until they are there: out of a document in the folder, or said in the conversation (R-FORM-03)."""
    return {"__mode": mode, "__status": "pending"}


def is_pending(value: object) -> bool:
    return isinstance(value, Mapping) and value.get("__status") == "pending"


def question_for(field: str, profile: Mapping[str, Any]) -> Question:
    told = FIELDS[field] if field in FIELDS else KEPT_HERE[field]
    options = tuple(Option(value, label) for value, label in told.options)
    if field == "administration_language":
        taken = ADMINISTRATION_LANGUAGES.get(str(profile.get("region")), ADMINISTRATION_LANGUAGES[NOT_YET])
        options = tuple(option for option in options if option.value in taken)
    return Question(
        field,
        told.type,
        told.ask,
        options,
        told.help,
        tuple(_column(each) for each in HISTORIES.get(field, ())),
        most=_MOST_ROWS if field in HISTORIES else told.most,
    )


def input_question(told: Mapping[str, Any]) -> Question:
    """What a procedure asks besides, out of its `inputs` (R-FORM-05); in English where it says it in English."""
    kind = str(told.get("type"))
    rows = told.get("defaults") or {}
    return Question(
        f"inputs.{told.get('name')}",
        {"bool": YES_NO, "string": TEXT}.get(kind, kind),
        _label(told.get("label")) or str(told.get("description") or told.get("name")),
        tuple(_option(each) for each in told.get("options") or ()),
        str(told.get("description") or ""),
        tuple(_input_column(each) for each in told.get("columns") or ()),
        least=int(rows.get("min_rows", 0)),
        most=int(rows.get("max_rows", 0)),
        required=told.get("required") is True,
    )


def missing(requirements: Iterable[str], profile: Mapping[str, Any]) -> list[str]:
    """Those that the profile lacks (R-HARN-11). An empty list is an answer; a list that is still to come is none."""
    return [field for field in requirements if field not in KEPT_HERE and not _is_known(field, profile)]


def questions_about(fields: Iterable[str], profile: Mapping[str, Any]) -> list[Question]:
    """One question for each; of an object of the profile one for each part of it that is not known."""
    found = (name for field in fields for name in _parts(field, profile))
    return [question_for(name, profile) for name in dict.fromkeys(found)]


def context_for(requirements: Iterable[str], profile: Mapping[str, Any]) -> dict[str, Any]:
    """Only what a procedure names, and of that only what is known (R-HARN-18)."""
    context: dict[str, Any] = {}
    for field in requirements:
        top, _, below = field.partition(".")
        value = value_at(field, profile)
        if not _is_said(value):
            continue
        if below:
            context.setdefault(top, {})[below] = value
        else:
            context[top] = value
    return context


def _is_known(field: str, profile: Mapping[str, Any]) -> bool:
    return is_ruled_out(field, profile) or _is_said(value_at(field, profile))


def _is_said(value: object) -> bool:
    return value is not None and value not in ("", {}) and not is_pending(value)


def _parts(field: str, profile: Mapping[str, Any]) -> Iterator[str]:
    """Until when a document is valid is asked of those who have it."""
    for name in OBJECTS.get(field, (field,)):
        is_asked = name not in _OWNED or value_at(_OWNED[name], profile) in _YES
        if is_asked and name in FIELDS and not _is_known(name, profile):
            yield name


def _column(told: RowColumn) -> Question:
    options = tuple(Option(value, label) for value, label in told.options)
    return Question(told.id, told.type, told.label, options, most=told.most, required=told.required)


def _input_column(told: Mapping[str, Any]) -> Question:
    options = tuple(_option(each) for each in told.get("options") or ())
    label = _label(told.get("label")) or str(told.get("id"))
    return Question(
        str(told.get("id")), str(told.get("type")), label, options, required=told.get("required") is True
    )


def _option(told: object) -> Option:
    if isinstance(told, Mapping):
        return Option(str(told.get("value")), _label(told.get("label")) or str(told.get("value")))
    return Option(str(told), str(told))


def _label(told: object) -> str:
    return in_language(told) if isinstance(told, Mapping) else str(told or "")
