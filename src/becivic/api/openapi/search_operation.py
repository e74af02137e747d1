"""The search as an operation of the document, with what it answers."""

from __future__ import annotations

from typing import Any, Final

from becivic.api.openapi import reading_examples as examples
from becivic.api.openapi.answer_examples import named
from becivic.api.openapi.components import Schema, reference
from becivic.api.openapi.operations import STORE, answered
from becivic.api.openapi.query_parameters import described
from becivic.api.openapi.reading_operations import READ
from becivic.api.openapi.refusals import refusals
from becivic.api.openapi.shapes import TEXT, closed
from becivic.api.reading.parameters import FOUND_KIND, FOUND_LANGUAGE, FOUND_LIMIT, QUESTION_ASKED
from becivic.api.reading.search import ADDRESS
from becivic.reading.terms_of_use import LICENSE
from becivic.rules.contract import EXAMPLE_URL
from becivic.rules.errors import ErrorCategory
from becivic.rules.identifiers import DATE, GIT_SHA
from becivic.rules.languages import LANGUAGES
from becivic.rules.reading import FOUND_MOST, FOUND_REASONS, FOUND_SUMMARY, PART_BYTES
from becivic.rules.skills import FALLBACK_SKILL
from becivic.rules.statuses import Status
from becivic.search.entries import Field, Kind

FOUND: Final = "found"
ITEM: Final = "found-item"

_DESCRIPTION: Final = (
    "Words of every day, four languages and typing mistakes are understood. The best comes first. Where `fits` is false, what is"
    " listed is only the nearest, and `fallback` is what to read instead. What is asked is kept nowhere, and the answer is"
    f" `no-store`. It is never longer than {PART_BYTES:,} bytes: of very long entries it holds fewer than asked for."
)


def search_paths() -> dict[str, Schema]:
    return {ADDRESS: {"get": _search()}}


def search_components() -> dict[str, Schema]:
    return {FOUND: _found(), ITEM: _item()}


def _search() -> Schema:
    query = (QUESTION_ASKED, FOUND_LANGUAGE, FOUND_KIND, FOUND_LIMIT)
    return {
        "tags": [READ],
        "operationId": "search",
        "summary": "Find procedures, paths and documents by a question",
        "description": _DESCRIPTION,
        "parameters": [described(each) for each in query],
        "responses": {
            **answered(FOUND, "What was found.", _examples()),
            **refusals((ErrorCategory.SCHEMA_FAIL, *STORE)),
        },
    }


def _found() -> Schema:
    return closed(
        {
            "fits": {"type": "boolean", "description": "Whether the first item can be taken for an answer."},
            "understood": {
                "type": "array",
                "items": TEXT,
                "description": "What was asked for and found in any item, in the language asked in.",
            },
            "items": {"type": "array", "items": reference(ITEM), "maxItems": FOUND_MOST},
            "commit": {"type": "string", "pattern": GIT_SHA},
            "license": {"const": LICENSE},
        },
        {
            "corrected": {
                **TEXT,
                "description": "The question as it was read, where it had typing mistakes.",
            },
            "fallback": {**reference(ITEM), "description": "What to read when nothing fits."},
        },
    )


def _item() -> Schema:
    reason = closed(
        {
            "asked": {**TEXT, "description": "The words of the question."},
            "found": {
                "type": "string",
                "description": "What they were found as; empty where only in the text.",
            },
            "fields": {"type": "array", "items": {"enum": [field.value for field in Field]}},
        }
    )
    shown = [status.value for status in Status if status is not Status.QUARANTINED]
    return closed(
        {
            "kind": {"enum": [kind.value for kind in Kind]},
            "id": TEXT,
            "title": TEXT,
            "summary": {"type": "string", "maxLength": FOUND_SUMMARY},
            "language": {"enum": list(LANGUAGES), "description": "Of title and summary."},
            "score": {"type": "number", "minimum": 0},
            "why": {"type": "array", "items": reason, "maxItems": FOUND_REASONS},
            "canonical_url": TEXT,
        },
        {
            "status": {"enum": shown, "description": "Of a skill or a path."},
            "last_verified": {"type": "string", "pattern": DATE},
        },
    )


def _examples() -> Schema:
    head = {"commit": examples.COMMIT, "license": LICENSE}
    fits = {"fits": True, "understood": ["Belgian nationality"], "items": [_example()], **head}
    fallback = {
        **_example(),
        "id": FALLBACK_SKILL,
        "title": "When no procedure fits",
        "summary": "How an agent goes on where the library has nothing yet.",
        "score": 0.0,
        "why": [],
        "canonical_url": f"{EXAMPLE_URL}/skills/{FALLBACK_SKILL}",
    }
    nothing = {"fits": False, "understood": [], "items": [], "fallback": fallback, **head}
    return named(fits=fits, nothing_fits=nothing)


def _example() -> dict[str, Any]:
    return {
        "kind": Kind.SKILL.value,
        "id": examples.SKILL,
        "title": "Becoming Belgian",
        "summary": "Five routes by which an adult living in Belgium declares Belgian nationality.",
        "language": "en",
        "status": Status.ALPHA.value,
        "last_verified": "2026-11-16",
        "score": 0.8132,
        "why": [{"asked": "belgian", "found": "belgian", "fields": [Field.TITLE.value, Field.TAG.value]}],
        "canonical_url": f"{EXAMPLE_URL}/skills/{examples.SKILL}",
    }
