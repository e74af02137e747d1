"""Builds whole path entries out of what a case says: the source of a portal, with what is different about it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tests.conformance.runner.case import read

ADDRESSES = ("deeplink", "form_url", "url", "api_url", "sitemap_url")
OFFLINE = "offline"


@cache
def _portal(folder: Path, source_class: str) -> Any:
    return read(folder / "portals" / source_class / "source.json")


@cache
def _entry(folder: Path) -> Any:
    return read(folder / "portals/path.json")


def path(folder: Path, told: Mapping[str, Any]) -> dict[str, Any]:
    """A path entry: portals/path.json with what `told` says, its sources made by `source`."""
    merged: dict[str, Any] = _merged(_entry(folder), told)
    return {**merged, "sources": [source(folder, each) for each in told.get("sources", ())]}


def source(folder: Path, told: Mapping[str, Any]) -> dict[str, Any]:
    """The source of the portal `from`, with everything else that is told; `predicates` are those of its audience."""
    changes = {name: value for name, value in told.items() if name not in ("from", "predicates")}
    made: dict[str, Any] = _merged(_portal(folder, told.get("from", "federal-anonymous-form")), changes)
    if "predicates" in told:
        made["audience"] = {**made["audience"], "predicates": told["predicates"]}
    return made


def addresses(one: Mapping[str, Any]) -> list[str]:
    """Where a source leads to."""
    return [one["procedure"][name] for name in ADDRESSES if name in one["procedure"]]


def is_audited(one: Mapping[str, Any]) -> bool:
    return one.get("audited_document_delivery") is True


def ids(sources: Iterable[Mapping[str, Any]]) -> list[str]:
    return [each["id"] for each in sources]


def _merged(base: Any, changes: Any) -> Any:
    if not isinstance(base, dict) or not isinstance(changes, Mapping):
        return changes
    return {
        **base,
        **{name: _merged(base.get(name), value) for name, value in changes.items()},
    }
