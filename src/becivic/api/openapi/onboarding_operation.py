"""The onboarding form as an operation of the document, with what it answers."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from becivic.api.onboarding import ADDRESS, LOCALE, MODE, PRE_SELECTED, SKILL_ID, VIEW
from becivic.api.openapi import answer_examples
from becivic.api.openapi.components import Schema
from becivic.api.openapi.onboarding_questions import question_schema, questions_example
from becivic.api.openapi.operations import STORE, answered
from becivic.api.openapi.query_parameters import described
from becivic.api.openapi.reading_operations import READ
from becivic.api.openapi.refusals import not_found, plain_refusal, refusals
from becivic.api.openapi.shapes import TEXT, closed
from becivic.api.reading.skills import NO_SKILL
from becivic.onboarding.locales import LOCALES, FallbackReason
from becivic.rules.errors import ErrorCategory
from becivic.rules.identifiers import KEBAB
from becivic.rules.reading import PART_BYTES

FORM: Final = "onboarding-form"

_DESCRIPTION: Final = (
    "One HTML document that needs nothing else. It sends nothing anywhere: the answers are handed to whoever shows it, "
    'as a message `{"type": "becivic:onboarding", "payload"}` to the window above, as an event of that name on its '
    "document, and as text to copy. Show it in a frame that may run scripts. With `pre_selected` the answer is "
    "`no-store`. With `view=page` the answer is that document itself, for a browser. With `view=questions` it is a list of what the form asks, for an assistant to ask one by one, of at most "
    f"{PART_BYTES:,} bytes: what does not fit is told in short, and at last left out and counted."
)

_SKILL_ID: Final[Schema] = {"type": ["string", "null"], "pattern": KEBAB}
_ABOUT: Final[Schema] = {
    "locale_actual": {"enum": list(LOCALES)},
    "locale_fallback_reason": {
        "enum": [None, *(reason.value for reason in FallbackReason)],
        "description": "Why it is in English although nobody asked for that.",
    },
    "version": {
        "type": "string",
        "pattern": "^[0-9a-f]{16}$",
        "description": "Of what the form is made of, without the answers filled in.",
    },
}


def onboarding_paths() -> dict[str, Schema]:
    return {ADDRESS: {"get": _read()}}


def onboarding_components() -> dict[str, Schema]:
    return {FORM: {"oneOf": [_form(), _questions()]}}


def _form() -> Schema:
    return closed({"skill_id": _SKILL_ID, "form_html": {**TEXT, "description": "The document."}, **_ABOUT})


def _questions() -> Schema:
    listed = {"type": "array", "items": question_schema(), "description": "In the order of the form."}
    whole = {**TEXT, "description": "Where the same form is a web page, with nothing filled in."}
    left_out = {"type": "integer", "minimum": 1, "description": "How many more there are: the form has them."}
    return closed(
        {"skill_id": _SKILL_ID, "questions": listed, "form_url": whole, **_ABOUT}, {"left_out": left_out}
    )


def _read() -> Schema:
    shown = {
        "skill_id": None,
        "form_html": '<!DOCTYPE html>\n<html lang="en" dir="ltr">…</html>',
        "locale_actual": "en",
        "locale_fallback_reason": FallbackReason.NOT_SUPPORTED.value,
        "version": "0123456789abcdef",
    }
    found = answered(FORM, "The form.", answer_examples.named(form=shown, questions=questions_example()))
    etag = {"ETag": {"schema": {"type": "string"}, "description": "Where nothing is filled in."}}
    found["200"]["headers"] = etag
    found["200"]["content"]["text/html"] = {"schema": {"type": "string"}}
    return {
        "tags": [READ],
        "operationId": "readOnboardingForm",
        "summary": "Compose the form for the start of a procedure",
        "description": _DESCRIPTION,
        "parameters": [described(each) for each in (SKILL_ID, LOCALE, MODE, PRE_SELECTED, VIEW)],
        "responses": {
            **found,
            "304": {"description": "Not changed since the ETag in `If-None-Match`.", "headers": etag},
            **not_found(NO_SKILL),
            **plain_refusal(HTTPStatus.GONE, "It was pulled for cause."),
            **refusals((ErrorCategory.SCHEMA_FAIL, *STORE)),
        },
    }
