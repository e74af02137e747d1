"""Why a review was not done: a category, a place, in words. Never a word of what the item says."""

from __future__ import annotations

from dataclasses import dataclass

from becivic.rules.errors import ErrorCategory
from becivic.rules.schemas import SchemaFault


@dataclass(frozen=True, slots=True)
class NotDone:
    """What whoever asked is told. Nothing was changed."""

    category: ErrorCategory
    detail: str
    pointer: str = ""
    """Into what was asked: `/state`, or `/payload/…`."""
    faults: tuple[SchemaFault, ...] = ()
    """What the schema finds in an edited payload, by pointers into that."""
