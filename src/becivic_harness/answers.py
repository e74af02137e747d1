"""What people say to a question, as the profile holds it: a code, a month, true or false. What cannot be read is not guessed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from becivic_harness.answer_readers import READERS, FindCommunes, commune, unread
from becivic_harness.question_types import COMMUNE, ROWS
from becivic_harness.questions import CHAT, FOLDER_DROP, Question, pending, question_for


def parse_answer(
    field: str, text: str, *, profile: Mapping[str, Any] | None = None, communes: FindCommunes | None = None
) -> Any:  # noqa: ANN401  whatever the field holds
    """What to write into the profile under this field. The administration's language depends on the region that is known."""
    return parse(question_for(field, profile or {}), text, communes=communes)


def parse(question: Question, text: str, *, communes: FindCommunes | None = None) -> Any:  # noqa: ANN401
    if question.type == ROWS:
        return _rows(question, text, communes)
    if question.type == COMMUNE:
        return commune(question, text, communes)
    return READERS[question.type](question, text.strip())


def _rows(question: Question, text: str, communes: FindCommunes | None) -> Any:  # noqa: ANN401
    """A JSON array of objects, or how the list will come (R-FORM-02, R-FORM-03)."""
    if text.strip() in (FOLDER_DROP, CHAT):
        return pending(text.strip())
    columns = {column.field: column for column in question.columns}
    wanted = (
        f"a list of rows with {', '.join(columns)}, or `{FOLDER_DROP}` or `{CHAT}` while it is still to come"
    )
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        raise unread(question, wanted) from None
    is_list = isinstance(told, list) and all(
        isinstance(row, dict) and columns.keys() >= row.keys() for row in told
    )
    if not is_list or len(told) > question.most or len(told) < question.least:
        raise unread(question, wanted)
    return [_row(row, question, columns, communes) for row in told]


def _row(
    row: Mapping[str, Any], question: Question, columns: Mapping[str, Question], communes: FindCommunes | None
) -> dict[str, Any]:
    lacking = [name for name, column in columns.items() if column.required and row.get(name) in (None, "")]
    if lacking:
        raise unread(question, f"rows that all have {', '.join(lacking)}")
    return {
        name: parse(columns[name], _as_text(value), communes=communes)
        for name, value in row.items()
        if value not in (None, "")
    }


def _as_text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)
