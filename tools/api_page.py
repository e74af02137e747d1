"""docs/api.md: every route of the API, written from the OpenAPI description that the service is held to."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from http import HTTPStatus
from typing import Final
from urllib.parse import urlencode

from becivic.api import docs_view
from becivic.api.docs_view import Answer, Operation, Parameter
from becivic.api.openapi.document import PURPOSE, openapi_document
from becivic.api.openapi.refusals import BODY_STATUSES
from becivic.rules.errors import ErrorCategory
from becivic.rules.limits import Limit
from becivic.web.problem_bodies import PLAIN_ERRORS

PAGE: Final = "docs/api.md"
SERVER: Final = "http://127.0.0.1:8000"
_IDS: Final = {
    "/api/skills/{id}": "nationality-application",
    "/api/paths/{id}": "household-composition",
    "/api/volatile-values/{uid}": "val-00001",
    "/api/references/{uid}": "ref-00001",
}
"""What is there in the packaged corpus, for addresses that name one thing."""
_ASKED: Final = {
    "search": {"q": "how do i become belgian"},
    "readOnboardingForm": {"skill_id": "nationality-application"},
    "readConcerns": {"target_type": "skill", "target_id": "nationality-application"},
}
"""What must be said besides."""
_NOT_SHOWN: Final = ("Operate", "Follow up")
"""They need a token, or the id of something that somebody sent."""
_LONGEST: Final = 60
_PERIODS: Final = {timedelta(days=1): "a day", timedelta(hours=1): "an hour"}


def page() -> str:
    groups = docs_view.groups(openapi_document(SERVER))
    lines = [*_head()]
    for group in groups:
        lines += [f"## {group.name}", "", group.description, ""]
        for operation in group.operations:
            lines += [*_operation(operation, is_shown=group.name not in _NOT_SHOWN)]
    return "\n".join([*lines, *_tail()])


def _head() -> Iterator[str]:
    yield "# The API"
    yield ""
    yield "<!-- Written by `make format` from the OpenAPI description. -->"
    yield ""
    yield from PURPOSE
    yield ""
    yield "A running service has the same with every schema and more examples at `/api/docs`, and for machines at `/api/openapi.json`. The"
    yield "examples below are asked of a service on this machine."
    yield ""


def _operation(operation: Operation, *, is_shown: bool) -> Iterator[str]:
    yield f"### {operation.method} `{operation.path}`"
    yield ""
    yield f"{operation.summary}. {operation.description}".strip()
    yield ""
    if operation.token:
        yield "Needs a token: `Authorization: Bearer …`."
        yield ""
    yield from _parameters(operation.parameters)
    yield from _request(operation)
    yield from _answers(operation.answers)
    if operation.method == "GET" and is_shown:
        yield from ("```sh", f'curl -s "{_example(operation)}"', "```", "")


def _parameters(parameters: tuple[Parameter, ...]) -> Iterator[str]:
    if parameters:
        yield from ("| parameter | in | form | what it says |", "|---|---|---|---|")
        for each in parameters:
            need = ", required" if each.required else ""
            yield f"| `{each.name}` | {each.place}{need} | {_form(each.form)} | {_cell(each.description)} |"
        yield ""


def _request(operation: Operation) -> Iterator[str]:
    if operation.body_schema:
        yield f"The body is JSON, `{operation.body_schema}`."
        yield ""
    if operation.requests:
        yield from ("```json", operation.requests[0].text, "```", "")


def _answers(answers: tuple[Answer, ...]) -> Iterator[str]:
    yield from ("| status | answer | schema |", "|---|---|---|")
    for each in answers:
        schema = f"`{each.schema}`" if each.schema else ""
        yield f"| {each.status} | {_cell(each.description)} | {schema} |"
    yield ""


def _example(operation: Operation) -> str:
    path = operation.path
    for start, name in _IDS.items():
        if path.startswith(start):
            path = start[: start.index("{")] + name + path.removeprefix(start)
    query = _ASKED.get(operation.id, {})
    return SERVER + path + (f"?{urlencode(query)}" if query else "")


def _tail() -> Iterator[str]:
    yield from _errors()
    yield from _limits()


def _errors() -> Iterator[str]:
    names = {status: f"`{name}` ({int(status)})" for status, name in PLAIN_ERRORS.items()}
    missing, gone, method = (
        names[each] for each in (HTTPStatus.NOT_FOUND, HTTPStatus.GONE, HTTPStatus.METHOD_NOT_ALLOWED)
    )
    yield from (
        "## Errors",
        "",
        "Every refusal of what was sent is a problem in JSON with one of these categories and a remedy, and with a JSON pointer where there is a place to",
        f"point to. It never repeats what was sent. What is not there is {missing} or {gone}, a method that an address does not take {method}.",
        "",
    )
    yield from ("| category | status | what it means | what to do |", "|---|---|---|---|")
    for each in ErrorCategory:
        yield f"| `{each.value}` | {_statuses(each)} | {each.meaning} | {_cell(each.remedy)} |"
    yield ""


def _statuses(category: ErrorCategory) -> str:
    own = str(int(category.http_status))
    if category is not ErrorCategory.SCHEMA_FAIL:
        return own
    return f"{own}; of the body as such {', '.join(str(int(each)) for each in BODY_STATUSES)}"


def _limits() -> Iterator[str]:
    yield from (
        "## Limits",
        "",
        "By address, but for the last, which refuses nobody and raises an alarm; an operator may set others ([settings](settings.md)).",
        "",
    )
    yield from ("| limit | number | in | counts |", "|---|---|---|---|")
    for each in Limit:
        name = each.name.lower().replace("_", " ")
        yield f"| {name} | {each.value.number} | {_PERIODS[each.value.period]} | {_cell(each.meaning)} |"
    yield ""


def _form(form: str) -> str:
    text = form.replace("|", "\\|")
    return f"`{text}`" if len(text) <= _LONGEST else "a pattern, see the schema"


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())
