"""What a path and its sources are called when one speaks of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from becivic_harness.handoff import host, without_orders
from becivic_harness.json_values import texts_at
from becivic_harness.localised import in_language
from becivic_harness.sources import Source

CHANGED: Final = "somebody changed this; nobody has confirmed it"


def localised(path: Mapping[str, Any] | None, name: str, locale: str = "en") -> str:
    """`title` or `description` in the language asked for, or in another that is there."""
    found = without_orders(in_language(path.get(name) if path is not None else None, locale))
    return f'"{found}" ({CHANGED})' if found and _is_changed(path, name) else found


def _is_changed(path: Mapping[str, Any] | None, name: str) -> bool:
    """Whether an anonymous report that nobody has confirmed set it, in whatever language."""
    marks = (path or {}).get("reported")
    return any(
        field.partition(".")[0] == name
        for each in (marks if isinstance(marks, list) else ())
        if isinstance(each, dict) and "confirmed" not in each
        for field in texts_at(each, "fields")
    )


def source_name(source_id: str, source: Source | None = None) -> str:
    """An id in words, with the site it leads to."""
    words = source_id.replace("-", " ")
    where = host(source) if source is not None else ""
    return f"{words} ({where})" if where else words
