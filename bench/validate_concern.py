"""One concern through the schema registry, beside python-jsonschema on the same schema and payload."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

import jsonschema
import referencing
from referencing.jsonschema import DRAFT202012

from becivic.rules.schemas import SchemaFile, SchemaRegistry, packaged_registry
from bench.measured import OURS, Benchmark, Measured, Unit, at_least, compared
from bench.rounds import Run, seconds_of
from bench.versions import version_of

FIXTURES: Final = Path(__file__).resolve().parent.parent / "tests" / "fixtures" / "concerns"
ROUNDS: Final = 7
JSONSCHEMA: Final = f"python-jsonschema {version_of('jsonschema')}"


def measure(run: Run) -> list[Measured]:
    registry = packaged_registry()
    files = sorted((FIXTURES / "valid").glob("*.json"))
    payloads = [json.loads(path.read_text(encoding="utf-8")) for path in files]
    theirs = reference(registry, SchemaFile.CONCERN)
    works = {
        OURS: partial(
            _microseconds, payloads, lambda each: not registry.faults(SchemaFile.CONCERN, each), 400
        ),
        JSONSCHEMA: partial(_microseconds, payloads, theirs.is_valid, 4),
    }
    taken = run.turns("concerns", ROUNDS, works)
    return [
        compared("Hold one concern to its schema", taken, JSONSCHEMA, Unit.MICROSECONDS, bar=at_least(40))
    ]


def reference(registry: SchemaRegistry, file: SchemaFile) -> jsonschema.Draft202012Validator:
    resources = [
        (schema["$id"], DRAFT202012.create_resource(schema)) for schema in registry.documents.values()
    ]
    return jsonschema.Draft202012Validator(
        registry.documents[file.value],
        registry=referencing.Registry().with_resources(resources),
    )


def _microseconds(payloads: list[Any], accept: Callable[[Any], bool], repeats: int) -> float:
    assert all(map(accept, payloads))
    return seconds_of(lambda: [accept(each) for each in payloads], repeats) / len(payloads) * 1e6


BENCHMARK: Final = Benchmark(
    title="One submission held to its schema",
    about=(
        "The valid concerns of the test fixtures go through our schema registry (jsonschema-rs, compiled once) and through "
        "python-jsonschema, both with all schemas loaded beforehand. Mind: only the verdict is asked for; where something is "
        "wrong, ours also says where and what to do, and that costs more."
    ),
    packages=("jsonschema-rs",),
    measure=measure,
)
