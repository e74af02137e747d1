"""What an operator may make of a held text: other words, about the same thing, that bring nothing in.

The edited payload is held to the law of its type and to the scrub rules, as anything that is sent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, select

from becivic.publishing.review.refused import NotDone
from becivic.rules import pointers
from becivic.rules.errors import ErrorCategory
from becivic.rules.identity import identity_pointers
from becivic.rules.schemas import SchemaRegistry, safe_pointer
from becivic.rules.scrub import ScrubCategory
from becivic.rules.submissions import SubmissionState, SubmissionType
from becivic.rules.submitted import payload_faults
from becivic.store import written
from becivic.store.tables.submissions import HELD
from becivic_scrub import Engine

_WORDS: Final = frozenset(
    (
        "content", "context", "rationale", "provenance", "commit_message", "topic", "pointer", "body",
        "would_be_5_stars",
    )
)  # fmt: skip
"""What may be edited. Every other field says what was sent, when, by whom and about what, and stays."""

_MOST: Final = 8
"""Findings a rule and string are worth."""


@dataclass(frozen=True, slots=True)
class Law:
    """What an edit is held to."""

    registry: SchemaRegistry
    engine: Engine


def refuse_edit(
    connection: Connection, kind: SubmissionType, submission_id: str, payload: Mapping[str, Any], law: Law
) -> NotDone | None:
    """None where there is nothing against it, or nothing that could be edited: the move itself says that."""
    is_held = (HELD.c.id == submission_id) & (HELD.c.state == SubmissionState.HELD.value)
    row = connection.execute(select(HELD.c.payload).where(is_held, HELD.c.type == kind.value)).first()
    if row is None or row.payload is None:
        return None
    before: dict[str, Any] = written.read_document(row.payload)
    return (
        _beyond_its_type(kind, payload, law.registry)
        or _changed(before, payload)
        or _scrubbed(before, payload, law.engine)
    )


def _beyond_its_type(
    kind: SubmissionType, payload: Mapping[str, Any], registry: SchemaRegistry
) -> NotDone | None:
    banned = identity_pointers(payload)
    if banned:
        detail = "A field is named like something that says who somebody is."
        return NotDone(ErrorCategory.IDENTITY_FIELD_PRESENT, detail, _at(banned[0]))
    faults = payload_faults(kind, payload, registry)
    if not faults:
        return None
    detail = f"{faults[0].message[:1].upper()}{faults[0].message[1:]}."
    return NotDone(ErrorCategory.SCHEMA_FAIL, detail, _at(faults[0].pointer), tuple(faults))


def _changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> NotDone | None:
    for name in sorted((before.keys() | after.keys()) - _WORDS):
        if before.get(name) != after.get(name):
            detail = "An edit changes words. This field stays as it was sent."
            return NotDone(ErrorCategory.SCHEMA_FAIL, detail, _at(pointers.join([name])))
    return None


def _scrubbed(before: Mapping[str, Any], after: Mapping[str, Any], engine: Engine) -> NotDone | None:
    """What was noticed when it arrived was let through where it stands; an edit brings nothing new."""
    there = {(found.rule, found.pointer) for found in engine.walk(before, most=_MOST)}
    for found in engine.walk(after, most=_MOST):
        is_grave = found.category == ScrubCategory.DIRECT or not found.ran
        if is_grave or (found.rule, found.pointer) not in there:
            detail = "The text at the pointer holds something that looks like it identifies a person."
            return NotDone(ErrorCategory.REGEX_FAIL, detail, _at(found.pointer or ""))
    return None


def _at(pointer: str) -> str:
    return f"/payload{safe_pointer(pointer)}"
