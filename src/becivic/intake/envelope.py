"""The polymorphic envelope: a header said once, and items that stand each for itself (R-ENV-02..08)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from becivic.intake.refusal import Refusal, schema_refusal
from becivic.intake.stages.identity_ban import identity_refusal
from becivic.intake.submission import Submission
from becivic.rules.errors import ErrorCategory
from becivic.rules.schemas import SchemaFile, SchemaRegistry, safe_pointer
from becivic.rules.submissions import ENVELOPE_HEADER, EnvelopeMode, SubmissionType

_TYPES: Final = {kind.value: kind for kind in SubmissionType if kind.facts.in_envelope}

_SAID_ONCE: Final = ("submitting_agent", "declared_capabilities")
"""Said in the header, for all items alike."""

_ITEM: Final = re.compile(r"/items/[0-9]+(/|$)")
"""What is wrong below here is that item's affair (R-ENV-08)."""

UNKNOWN: Final = "unknown"
"""Stands for a type that is not one of ours: what a caller wrote is not repeated."""


@dataclass(frozen=True, slots=True)
class Envelope:
    """A well-formed one, with its items as the submissions they are, or with what is wrong with their type."""

    session_id: str
    mode: EnvelopeMode
    items: tuple[Submission | Refusal, ...]

    def type_of(self, index: int) -> str:
        item = self.items[index]
        return item.type.value if isinstance(item, Submission) else UNKNOWN


def open_envelope(value: Mapping[str, Any], registry: SchemaRegistry, *, dry_run: bool) -> Envelope | Refusal:
    """Its own fields first; what is wrong with an item is that item's affair."""
    body = {"mode": EnvelopeMode.VALIDATE.value, **value} if dry_run else dict(value)
    refused = identity_refusal({name: field for name, field in body.items() if name != "items"})
    if refused is not None:
        return refused
    faults = registry.faults(SchemaFile.ENVELOPE, body)
    of_header = [fault for fault in faults if not _ITEM.match(fault.pointer)]
    if of_header:  # nothing of it is taken, so a banned name in an item speaks for all of it (C-14)
        return identity_refusal(body) or schema_refusal(of_header, safe_pointer)
    return Envelope(body["session_id"], EnvelopeMode(body["mode"]), tuple(_items(body)))


def _items(envelope: Mapping[str, Any]) -> Iterator[Submission | Refusal]:
    for index, item in enumerate(envelope["items"]):
        at = f"/items/{index}"
        if not isinstance(item, dict):
            yield Refusal(ErrorCategory.SCHEMA_FAIL, "An item must be an object.", pointer=at, keyword="type")
            continue
        named = item.get("type")
        kind = _TYPES.get(named) if isinstance(named, str) else None
        if kind is None:
            yield identity_refusal(item, at) or _no_such_type(item, at)
        else:
            yield _submission(kind, item, at, envelope)


def _submission(
    kind: SubmissionType, item: Mapping[str, Any], at: str, envelope: Mapping[str, Any]
) -> Submission:
    """The item with the header merged into it. Time and contract an item may say for itself, capabilities not (R-ENV-10)."""
    own = {name: field for name, field in item.items() if name not in ("type", *_SAID_ONCE)}
    merged = {name: envelope[name] for name in ENVELOPE_HEADER if name not in own}
    payload = {"schema_version": kind.facts.schema_version, **merged, **own}
    if kind.facts.session_id_permitted:
        payload.setdefault("session_id", envelope["session_id"])
    return Submission(kind, payload, at, envelope["session_id"], frozenset(merged))


def _no_such_type(item: Mapping[str, Any], at: str) -> Refusal:
    if "type" not in item:
        return Refusal(
            ErrorCategory.SCHEMA_FAIL,
            "The field `type` is missing.",
            pointer=at,
            keyword="required",
            missing="type",
        )
    return Refusal(
        ErrorCategory.SCHEMA_FAIL,
        f"Must be one of: {', '.join(_TYPES)}.",
        pointer=f"{at}/type",
        keyword="enum",
    )
