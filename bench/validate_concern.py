"""One concern through the schema registry, beside python-jsonschema on the same schema and payload."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import referencing
from referencing.jsonschema import DRAFT202012

from becivic.rules.schemas import SchemaFile, packaged_registry

FIXTURES = Path(__file__).resolve().parent.parent / "tests" / "fixtures" / "concerns"
ROUNDS = 7


def run() -> dict[str, Any]:
    registry = packaged_registry()
    payloads = [
        json.loads(path.read_text(encoding="utf-8")) for path in sorted((FIXTURES / "valid").glob("*.json"))
    ]
    resources = [
        (schema["$id"], DRAFT202012.create_resource(schema)) for schema in registry.documents.values()
    ]
    reference = jsonschema.Draft202012Validator(
        registry.documents[SchemaFile.CONCERN.value],
        registry=referencing.Registry().with_resources(resources),
    )
    ours, theirs = [], []
    for _ in range(ROUNDS):  # interleaved, so that a busy neighbour slows both alike
        ours.append(_per_item(payloads, lambda each: not registry.faults(SchemaFile.CONCERN, each), 400))
        theirs.append(_per_item(payloads, lambda each: bool(reference.is_valid(each)), 4))
    ratio = min(theirs) / min(ours)
    return {
        "registry_us": round(min(ours) * 1e6, 2),
        "python_jsonschema_us": round(min(theirs) * 1e6, 2),
        "times_faster": round(ratio, 1),
        "bars": {"at least 40 times faster": ratio >= 40},
    }


def _per_item(payloads: list[Any], accept: Callable[[Any], bool], repeats: int) -> float:
    started = time.perf_counter()
    for _ in range(repeats):
        for payload in payloads:
            assert accept(payload)
    return (time.perf_counter() - started) / (repeats * len(payloads))
