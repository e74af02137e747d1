"""How values are written into columns. The same text on both databases: SQLite gives naive datetimes back."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any, Final

_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_MOMENT = "%Y-%m-%dT%H:%M:%S.%fZ"


def moment(when: datetime) -> str:
    """UTC with microseconds, always as wide, so that text order is time order."""
    return when.astimezone(UTC).strftime(_MOMENT)


def read_moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


def document(value: object) -> str:
    """JSON in as few characters as it takes."""
    return _ENCODER.encode(value)


def read_document(text: str) -> Any:  # noqa: ANN401  any JSON value
    return json.loads(text)
