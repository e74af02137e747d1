"""The polymorphic envelope: a header said once, and items that stand each for itself (R-ENV-02..08)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from becivic.intake.refusal import Refusal, schema_refusal
from becivic.intake.stages.identity_ban import identity_refusal
from becivic.intake.submission import Submission
from becivic.rules.errors import ErrorCategory
from becivic.rules.schemas import SchemaFile, SchemaRegistry
from becivic.rules.submissions import ENVELOPE_HEADER, EnvelopeMode, SubmissionType

_TYPES: Final = {kind.value: kind for kind in SubmissionType if kind.facts.in_envelope}

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
    if faults:
        return schema_refusal(faults)
    return Envelope(body["session_id"], EnvelopeMode(body["mode"]), tuple(_items(body)))


def _items(envelope: Mapping[str, Any]) -> Iterator[Submission | Refusal]:
    header = {name: envelope[name] for name in ENVELOPE_HEADER}
    for index, item in enumerate(envelope["items"]):
        at = f"/items/{index}"
        kind = _TYPES.get(item["type"])
        if kind is None:
            yield _no_such_type(at)
        else:
            own = {name: field for name, field in item.items() if name != "type"}
            payload = {"schema_version": kind.facts.schema_version, **header, **own}
            if kind.facts.session_id_permitted:
                payload.setdefault("session_id", envelope["session_id"])
            yield Submission(kind, payload, at, envelope["session_id"])


def _no_such_type(at: str) -> Refusal:
    return Refusal(
        ErrorCategory.SCHEMA_FAIL,
        f"Must be one of: {', '.join(_TYPES)}.",
        pointer=f"{at}/type",
        keyword="enum",
    )
