"""Stage 2, the ban on names of fields that say who somebody is, at every depth. Its error wins over the schema's (C-14)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from becivic.intake.desk import Desk
from becivic.intake.refusal import Refusal
from becivic.intake.submission import Submission
from becivic.rules.errors import ErrorCategory
from becivic.rules.identity import identity_pointers, is_identity_field
from becivic.rules.schemas import safe_pointer


def ban_identity(submission: Submission, _: Desk) -> Submission | Refusal:
    return identity_refusal(submission.payload, submission.pointer) or submission


def identity_refusal(value: Mapping[str, Any], at: str = "") -> Refusal | None:
    if not any(
        map(is_identity_field, _names(value))
    ):  # nearly always, so pointers are made only where one is told
        return None
    return Refusal(
        ErrorCategory.IDENTITY_FIELD_PRESENT,
        "A field is named like something that says who somebody is.",
        pointer=f"{at}{safe_pointer(identity_pointers(value)[0])}",
    )


def _names(value: object) -> list[str]:
    """Every name in an object, at any depth, in no order."""
    names: list[str] = []
    waiting = [value]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            names += node
            waiting += node.values()
        elif isinstance(node, list):
            waiting += node
    return names
