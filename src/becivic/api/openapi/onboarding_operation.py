"""The onboarding form as an operation of the document, with what it answers."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from becivic.api.onboarding import ADDRESS, LOCALE, MODE, PRE_SELECTED, SKILL_ID
from becivic.api.openapi import answer_examples
from becivic.api.openapi.components import Schema
from becivic.api.openapi.operations import STORE, answered
from becivic.api.openapi.reading_operations import READ
from becivic.api.openapi.refusals import not_found, plain_refusal, refusals
from becivic.api.openapi.shapes import TEXT, closed
from becivic.api.reading.parameters import Parameter
from becivic.api.reading.skills import NO_SKILL
from becivic.onboarding.locales import LOCALES, FallbackReason
from becivic.rules.errors import ErrorCategory
from becivic.rules.identifiers import KEBAB
from becivic.rules.reading import FILTER_VALUES

FORM: Final = "onboarding-form"

_DESCRIPTION: Final = (
    "One HTML document that needs nothing else. It sends nothing anywhere: the answers are handed to whoever shows it, "
    'as a message `{"type": "becivic:onboarding", "payload"}` to the window above, as an event of that name on its '
    "document, and as text to copy. Show it in a frame that may run scripts. With `pre_selected` the answer is "
    "`no-store`."
)


def onboarding_paths() -> dict[str, Schema]:
    return {ADDRESS: {"get": _read()}}


def onboarding_components() -> dict[str, Schema]:
    reasons = [reason.value for reason in FallbackReason]
    return {
        FORM: closed(
            {
                "skill_id": {"type": ["string", "null"], "pattern": KEBAB},
                "form_html": {**TEXT, "description": "The document."},
                "locale_actual": {"enum": list(LOCALES)},
                "locale_fallback_reason": {
                    "enum": [None, *reasons],
                    "description": "Why it is in English although nobody asked for that.",
                },
                "version": {
                    "type": "string",
                    "pattern": "^[0-9a-f]{16}$",
                    "description": "Of what the form is made of, without the answers filled in.",
                },
            }
        )
    }


def _read() -> Schema:
    shown = {
        "skill_id": None,
        "form_html": '<!DOCTYPE html>\n<html lang="en" dir="ltr">…</html>',
        "locale_actual": "en",
        "locale_fallback_reason": FallbackReason.NOT_SUPPORTED.value,
        "version": "0123456789abcdef",
    }
    found = answered(FORM, "The form.", answer_examples.named(form=shown))
    etag = {"ETag": {"schema": {"type": "string"}, "description": "Where nothing is filled in."}}
    found["200"]["headers"] = etag
    return {
        "tags": [READ],
        "operationId": "readOnboardingForm",
        "summary": "Compose the form for the start of a procedure",
        "description": _DESCRIPTION,
        "parameters": [_parameter(each) for each in (SKILL_ID, LOCALE, MODE, PRE_SELECTED)],
        "responses": {
            **found,
            "304": {"description": "Not changed since the ETag in `If-None-Match`.", "headers": etag},
            **not_found(NO_SKILL),
            **plain_refusal(HTTPStatus.GONE, "It was pulled for cause."),
            **refusals((ErrorCategory.SCHEMA_FAIL, *STORE)),
        },
    }


def _parameter(parameter: Parameter) -> Schema:
    one: Schema = (
        {"enum": list(parameter.values)}
        if parameter.values
        else {"type": "string", "pattern": parameter.patterns[0]}
    )
    many: Schema = {"type": "array", "items": one, "maxItems": FILTER_VALUES}
    return {
        "name": parameter.name,
        "in": "query",
        "description": parameter.about,
        "schema": many if parameter.repeats else one,
        "example": [parameter.example] if parameter.repeats else str(parameter.example),
    }
