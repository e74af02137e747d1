"""The path catalogue a page at a time, every entry whole or in short. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from becivic.corpus.directory import PathEntry, Source
from becivic.corpus.reported import REPORTED
from becivic.reading.path_catalogue import PathCatalogue, PathFilters
from becivic.rendering.notices import sources_as_offered

KEPT: Final = ("uid", "title", "purpose", "themes", "status", "authority_id", "last_verified")
"""What a path in short says of itself, where its entry says it."""

NAMES: Final = ("id", "title", "label")
"""What a source in short says of itself, where it says it."""


class Detail(StrEnum):
    """How much is told of each path."""

    SUMMARY = "summary"
    FULL = "full"


@dataclass(frozen=True, slots=True, kw_only=True)
class PathPage:
    """Which of the paths that the filters take, and how much of each. Without a limit all that are left."""

    after: str = ""
    limit: int | None = None
    detail: Detail = Detail.FULL

    def of(self, catalogue: PathCatalogue, filters: PathFilters) -> dict[str, Any]:
        """The same object with fewer paths in it, by id; `next` is the last of them where there are more."""
        whole = catalogue.narrowed(filters)
        left = sorted(key for key in whole["paths"] if key > self.after)
        page = left if self.limit is None else left[: self.limit]
        following = {"next": page[-1]} if page and len(left) > len(page) else {}
        return {**whole, "paths": {key: self._told(catalogue.entry(key)) for key in page}, **following}

    def _told(self, entry: PathEntry) -> dict[str, Any]:
        return summary(entry) if self.detail is Detail.SUMMARY else dict(entry.fields.data)


def summary(entry: PathEntry) -> dict[str, Any]:
    """What it takes to choose one and to read it; its sources in the order they are offered."""
    said = entry.confirmed_fields.data
    return {
        "path_id": entry.key,
        **{name: said[name] for name in KEPT if name in said},
        "sources": [_named(source) for source in sources_as_offered(entry, {})],
    }


def _named(source: Source) -> dict[str, Any]:
    said = source.fields.data
    marked = {REPORTED: said[REPORTED]} if REPORTED in said else {}
    return {**{name: said[name] for name in NAMES if said.get(name)}, **marked}
