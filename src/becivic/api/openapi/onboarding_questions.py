"""One question of the onboarding form as a schema, and a list of them as an example."""

from __future__ import annotations

from typing import Final

from becivic.api.onboarding import ADDRESS
from becivic.api.openapi.components import Schema
from becivic.api.openapi.shapes import TEXT, closed
from becivic.onboarding.profile_section import PROFILE
from becivic.onboarding.question_list import LISTS, PROCEDURE, SECTIONS
from becivic.onboarding.questions import Kind

_SKILL: Final = "nationality-residence-clock"

_LABEL: Final[Schema] = {**TEXT, "description": "What is asked."}
_TYPE: Final[Schema] = {"enum": [kind.value for kind in Kind], "description": "What answers it."}
_ANY: Final[Schema] = {"type": "string"}
_OPTIONS: Final[Schema] = {
    "type": "array",
    "items": {"oneOf": [closed({"value": _ANY, "label": _ANY}), _ANY]},
    "description": "What may be answered; values alone where the question is told in short.",
}
_BOUND: Final[Schema] = {
    "type": "number",
    "description": "Of a number, of a text's characters, of a list's rows.",
}
_ASKED: Final[Schema] = {
    "language": {**TEXT, "description": "Of the label, where it is not that of the form."},
    "help": TEXT,
    "required": {"const": True},
    "follows": {
        **TEXT,
        "description": "The question that must be answered with yes before this one is asked.",
    },
    "options": _OPTIONS,
    "options_from": {
        "enum": list(LISTS.values()),
        "description": "Where the list lies of what may be answered.",
    },
    "least": _BOUND,
    "most": _BOUND,
}


def question_schema() -> Schema:
    column = closed({"name": TEXT, "label": _LABEL, "type": _TYPE}, _ASKED)
    return closed(
        {
            "name": {
                **TEXT,
                "description": "Where its answer goes: `profile.region`, `inputs.document_kind`.",
            },
            "section": {"enum": list(SECTIONS)},
            "uses": {"type": "boolean", "description": "Whether the procedure uses the answer."},
            "label": _LABEL,
            "type": _TYPE,
        },
        {
            "group": {**TEXT, "description": "The title that it stands under."},
            **_ASKED,
            "also": {"type": "array", "items": TEXT, "description": "Inputs that have the same answer."},
            "columns": {
                "type": "array",
                "items": column,
                "description": "What is asked of every row of a list.",
            },
            "answer": {
                "type": ["string", "number", "boolean", "array"],
                "description": "What `pre_selected` filled in, or what follows from it.",
            },
        },
    )


def questions_example() -> Schema:
    region = {
        "name": "profile.region",
        "section": PROFILE,
        "uses": True,
        "group": "Where you live",
        "label": "Region",
        "type": Kind.CHOICE.value,
        "options": [{"value": "Brussels", "label": "Brussels"}, {"value": "Flanders", "label": "Flanders"}],
        "answer": "Brussels",
    }
    own = {
        "name": "inputs.arrival",
        "section": PROCEDURE,
        "uses": True,
        "group": "For this procedure",
        "label": "Since when do you live in Belgium?",
        "help": "Year and month, for example 2024-05. No day is asked.",
        "type": Kind.MONTH.value,
        "required": True,
    }
    return {
        "skill_id": _SKILL,
        "questions": [region, own],
        "form_url": f"https://becivic.example{ADDRESS}?view=page&skill_id={_SKILL}&locale=en",
        "locale_actual": "en",
        "locale_fallback_reason": None,
        "version": "0123456789abcdef",
    }
