"""Owns what this machine has read of the skill or list that an item speaks of, as the check before sending rests on it.

Each says whether it is recent enough to contradict somebody: an old copy may only warn, and one that is missing says nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from becivic_harness import library
from becivic_harness.checks.case import Body, Known
from becivic_harness.diffing import body_of
from becivic_harness.here import Here
from becivic_harness.home import is_name


def listed(here: Here, name: str) -> Known | None:
    """The graph or the directory, as it was fetched last."""
    return _known(here, library.cached(here, name))


def fields_read(here: Here, item: Mapping[str, Any]) -> Known | None:
    """The fields of the skill that an item is about."""
    skill_id = _skill_of(item)
    return _known(here, library.cached_fields(here, skill_id)) if skill_id else None


def body_read(here: Here, item: Mapping[str, Any]) -> Body | None:
    """Its body, without the head. Its commit is told with its fields, and known where both came at one time."""
    skill_id = _skill_of(item)
    copy = library.copy_of(here, skill_id) if skill_id else None
    if copy is None:
        return None
    fields = library.cached_fields(here, skill_id)
    commit = fields.document.get("commit") if fields and fields.fetched_at == copy.fetched_at else None
    is_fresh = library.is_fresh(here, copy.fetched_at)
    return Body(body_of(copy.text), is_fresh, commit if isinstance(commit, str) else None)


def _known(here: Here, found: library.Got | None) -> Known | None:
    return Known(found.document, library.is_fresh(here, found.fetched_at)) if found else None


def _skill_of(item: Mapping[str, Any]) -> str:
    """Empty where it is about none, or names one that no file can be called by."""
    target = item.get("target_id")
    is_one = item.get("target_type") == "skill" and isinstance(target, str) and is_name(target)
    return str(target) if is_one else ""
