"""Composes the OpenAPI 3.1 document that the application is held to."""

from __future__ import annotations

from typing import Any, Final

from becivic import __version__
from becivic.api.openapi.answers import answer_components
from becivic.api.openapi.components import Schema, schema_components
from becivic.api.openapi.follow_operations import follow_paths
from becivic.api.openapi.onboarding_operation import onboarding_components, onboarding_paths
from becivic.api.openapi.operations import (
    CANCEL_TOKEN,
    FOLLOW,
    OPERATE,
    OPERATOR_TOKEN,
    SUBMIT,
    submission_paths,
)
from becivic.api.openapi.reading_answers import reading_components
from becivic.api.openapi.reading_operations import READ, reading_paths
from becivic.api.openapi.refusals import problem_components
from becivic.api.openapi.requests import request_components
from becivic.api.openapi.search_operation import search_components, search_paths
from becivic.api.openapi.service_answers import service_components
from becivic.api.openapi.service_operations import SERVICE, service_paths
from becivic.api.openapi.status_operation import status_components, status_paths
from becivic.rules.contract import CONTRACT_VERSION
from becivic.rules.schemas import SchemaFile, packaged_registry
from becivic.rules.submissions import SubmissionType

OPENAPI: Final = "3.1.1"
_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

PURPOSE: Final = (
    "Agents that help people through Belgian procedures report here where reality differs from what Be Civic says.",
    "Nothing that says who somebody is may be sent, and most of what is sent can be taken back for a day.",
    "What stands the test becomes part of the library that everybody reads.",
)
"""What the API is for, in three sentences."""

_ALSO: Final = (
    f"Submissions speak contract {CONTRACT_VERSION}. HEAD is answered wherever GET is. "
    "An unknown address is a 404, a method that an address does not know a 405, both as a problem."
)

_TAGS: Final = {
    READ: "What the library holds, and how it came to hold it.",
    SUBMIT: "Validate first, then stage.",
    FOLLOW: "What became of a submission, and taking it back.",
    OPERATE: "For operators, with their token.",
    SERVICE: "About the service itself.",
}

_BODIES: Final = (SchemaFile.ENVELOPE, *(SchemaFile(kind.schema_file) for kind in SubmissionType))
_READ: Final = (SchemaFile.SKILL_GRAPH, SchemaFile.PATHS_INDEX)
"""Schema files of what is answered."""


def openapi_document(public_url: str) -> dict[str, Any]:
    """The whole document, for a service that is reached at `public_url`."""
    return {
        "openapi": OPENAPI,
        "jsonSchemaDialect": _DIALECT,
        "info": {
            "title": "Be Civic",
            "version": __version__,
            "summary": "Anonymous reports on procedures for life in Belgium.",
            "description": " ".join((*PURPOSE, _ALSO)),
            "license": {"name": "CC BY 4.0", "identifier": "CC-BY-4.0"},
        },
        "servers": [{"url": public_url}],
        "tags": [{"name": name, "description": words} for name, words in _TAGS.items()],
        "paths": _paths(),
        "components": {"schemas": _schemas(), "securitySchemes": _security()},
    }


def _paths() -> dict[str, Schema]:
    """By address: one may be read from and sent to."""
    found: dict[str, Schema] = {}
    parts = (
        reading_paths(),
        search_paths(),
        onboarding_paths(),
        submission_paths(),
        follow_paths(),
        service_paths(),
        status_paths(),
    )
    for paths in parts:
        for path, item in paths.items():
            found[path] = {**found.get(path, {}), **item}
    return found


def _schemas() -> dict[str, Schema]:
    files = schema_components(packaged_registry().documents, [each.value for each in (*_BODIES, *_READ)])
    own = (
        request_components(),
        answer_components(),
        reading_components(),
        search_components(),
        onboarding_components(),
        service_components(),
        status_components(),
        problem_components(),
    )
    return {**files, **{name: schema for each in own for name, schema in each.items()}}


def _security() -> dict[str, Schema]:
    bearer = {"type": "http", "scheme": "bearer"}
    return {
        CANCEL_TOKEN: {**bearer, "description": "The `cancel_token` of one staged submission."},
        OPERATOR_TOKEN: {**bearer, "description": "The token in BECIVIC_OPERATOR_TOKEN."},
    }
