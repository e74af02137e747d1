"""What a path and its sources are called when one speaks of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from becivic_harness.handoff import host
from becivic_harness.localised import in_language
from becivic_harness.sources import Source


def localised(path: Mapping[str, Any] | None, name: str, locale: str = "en") -> str:
    """`title` or `description` in the language asked for, or in another that is there."""
    return in_language(path.get(name) if path is not None else None, locale)


def source_name(source_id: str, source: Source | None = None) -> str:
    """An id in words, with the site it leads to."""
    words = source_id.replace("-", " ")
    where = host(source) if source is not None else ""
    return f"{words} ({where})" if where else words
