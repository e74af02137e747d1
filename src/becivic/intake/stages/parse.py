"""Stage 1, size and parse: bytes in, a JSON object out (R-PIPE-01). What is not one is refused without a word of it."""

from __future__ import annotations

from typing import Any

from becivic.intake.refusal import Refusal
from becivic.rules import caps
from becivic.rules.errors import ErrorCategory
from becivic.rules.json_text import JsonRefused, parse_json


def parse(raw: bytes) -> dict[str, Any] | Refusal:
    if len(raw) > caps.BODY_BYTES:
        return Refusal(
            ErrorCategory.SCHEMA_FAIL,
            f"The body is larger than {caps.BODY_BYTES // 1024} KiB.",
            pointer="",
            keyword="maxLength",
            http_status=413,
            remedy="Send fewer items at a time, or a smaller one.",
        )
    try:
        value = parse_json(raw)
    except JsonRefused as refused:
        return Refusal(
            ErrorCategory.SCHEMA_FAIL,
            f"Line {refused.line} of the body {refused.reason}.",
            pointer="",
            keyword="parse",
            remedy="Correct it there, and send one JSON object in UTF-8.",
        )
    if isinstance(value, dict):
        return value
    return Refusal(
        ErrorCategory.SCHEMA_FAIL,
        "The body is JSON but not an object.",
        pointer="",
        keyword="type",
        remedy="Send one JSON object in UTF-8.",
    )
