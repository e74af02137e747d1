"""Stage 1, the form: JSON that the server reads, no field that says who somebody is, the schema, and days that exist."""

from __future__ import annotations

import json
import math
from typing import Any, Final

from becivic_harness import schema
from becivic_harness.checks.case import Case
from becivic_harness.checks.verdict import IDENTITY_FIELD_PRESENT, SCHEMA_FAIL, Verdict, safe_pointer
from becivic_harness.identity_fields import identity_pointers
from becivic_harness.json_pointers import Place, join, printable
from becivic_harness.moments import is_possible
from becivic_harness.submission_rules import rules

_LEVELS_ABOVE: Final = 2
"""Of an item in an envelope."""
_FAR_TOO_DEEP: Final = 100


def check_sendable(case: Case, verdict: Verdict) -> bool:
    """Whether the server could read it, and the other stages can."""
    wrong = _unsendable(case.payload, rules()["caps"]["nesting"] - _LEVELS_ABOVE)
    if wrong is not None:
        place, detail = wrong
        verdict.refuse(SCHEMA_FAIL, printable(place), detail)
    return wrong is None


def check_names(case: Case, verdict: Verdict) -> None:
    for pointer in identity_pointers(case.payload):
        detail = "A field is named like something that says who somebody is."
        verdict.refuse(IDENTITY_FIELD_PRESENT, pointer, detail)


def check_schema(case: Case, verdict: Verdict) -> None:
    """What the ban on names has told of is not told again."""
    banned = {each.pointer for each in verdict.errors}
    faults = schema.faults(case.kind.name, case.payload)
    for fault in faults:
        if safe_pointer(fault.pointer) not in banned:
            verdict.refuse(SCHEMA_FAIL, fault.pointer, fault.detail)
    if not faults:
        _beyond_the_schema(case.payload, verdict)


def _beyond_the_schema(payload: dict[str, Any], verdict: Verdict) -> None:
    """What JSON Schema cannot say: that a day exists, and how many bytes a text has."""
    for place, value in _values(payload):
        if isinstance(value, str) and value[4:5] == "-" and not is_possible(value):
            verdict.refuse(SCHEMA_FAIL, join(place), "This day is in no calendar.")
    notes = (payload.get("provenance") or {}).get("research_notes_markdown", "")
    most = rules()["caps"]["research_notes_bytes"]
    if len(notes.encode("utf-8")) > most:
        detail = f"Must be at most {most} bytes in UTF-8."
        verdict.refuse(SCHEMA_FAIL, "/provenance/research_notes_markdown", detail)


def _unsendable(payload: dict[str, Any], deepest: int) -> tuple[Place, str] | None:
    """Where and why the server could not even read it."""
    for place, value in _values(payload):
        if len(place) >= deepest and isinstance(value, (dict, list)):
            return (), f"Nests deeper than {deepest} levels."
        wrong = _unreadable(value)
        if wrong is not None:
            return place, wrong
    most = rules()["caps"]["body_bytes"]
    if len(json.dumps(payload, ensure_ascii=False).encode("utf-8")) > most:
        return (), f"Is larger than {most // 1024} KiB."
    return None


def _unreadable(value: object) -> str | None:
    if isinstance(value, str):
        return _unreadable_text(value)
    if isinstance(value, float):
        return None if math.isfinite(value) else "Is a number out of range."
    if isinstance(value, int):
        long = value.bit_length() > 4 * rules()["caps"]["number_digits"] or (
            len(str(value)) > rules()["caps"]["number_digits"]
        )
        return "Is a number that is too long." if long else None
    if isinstance(value, dict):
        wrong = (
            _unreadable_text(name) if isinstance(name, str) else "Has a key that is no text."
            for name in value
        )
        return next((each for each in wrong if each is not None), None)
    return None if value is None or isinstance(value, list) else "Cannot be written as JSON."


def _unreadable_text(text: str) -> str | None:
    if "\0" in text:
        return "Holds a NUL character."
    if text.isascii():
        return None
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return "Holds half a surrogate pair."
    return None


def _values(value: object) -> list[tuple[Place, object]]:
    """Every value with its place, in no order; as deep as it goes, and no deeper than can be sent by far."""
    waiting: list[tuple[Place, object]] = [((), value)]
    found: list[tuple[Place, object]] = []
    while waiting:
        place, node = waiting.pop()
        found.append((place, node))
        if len(place) > _FAR_TOO_DEEP:
            continue
        if isinstance(node, dict):
            waiting += [((*place, str(name)), below) for name, below in node.items()]
        elif isinstance(node, list):
            waiting += [((*place, index), below) for index, below in enumerate(node)]
    return found
