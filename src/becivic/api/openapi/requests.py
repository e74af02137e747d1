"""The request bodies that no schema file describes: what operators send."""

from __future__ import annotations

from becivic.api.minted import MINTED, Minted
from becivic.api.openapi.components import Schema
from becivic.api.openapi.shapes import closed
from becivic.rules.submissions import SubmissionState


def request_components() -> dict[str, Schema]:
    entries = [closed({"type": {"enum": list(kind.words)}, "name": _name(kind)}) for kind in MINTED]
    return {
        "status-change": {"oneOf": [_move(), _edited()]},
        "catalogue-entry": {"oneOf": entries},
    }


def _move() -> Schema:
    states = [state.value for state in SubmissionState if state is not SubmissionState.RELEASED_AFTER_EDIT]
    return closed({"state": {"enum": states}})


def _edited() -> Schema:
    payload = {"type": "object", "description": "What it says now: other words about the same thing."}
    return closed({"state": {"const": SubmissionState.RELEASED_AFTER_EDIT.value}, "payload": payload})


def _name(kind: Minted) -> Schema:
    return {"type": "string", "maxLength": kind.longest, "pattern": kind.pattern}
