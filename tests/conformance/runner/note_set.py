"""What may be kept about a person: categories, counts and months in the profile, routing fields of documents, no story."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from tests.conformance.runner.case import Ask, Case, Miss, differs, part, read, shown
from tests.conformance.runner.disk import readable_below

NOW = "2026-11-18T10:00:00Z"
_NOTHING = object()


def cases(folder: Path) -> list[Case]:
    told = read(folder / "notes/cases.json")
    return [Case(each["id"], tuple(each["proves"]), partial(_check, each)) for each in told["cases"]]


def _check(case: Mapping[str, Any], ask: Ask) -> Iterator[Miss]:
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made).resolve()
        ask({"op": "note", "do": "open", "folder": str(folder), "now": NOW})
        for number, step in enumerate(case["steps"]):
            request = {name: value for name, value in step.items() if name != "expect"}
            answer = ask({"op": "note", "now": NOW, **request})
            yield from _compared(f"step {number} ({step['do']})", step.get("expect", {}), answer)
        yield from readable_below(folder, case.get("must_go", ()))


def _compared(where: str, expect: Mapping[str, Any], answer: Mapping[str, Any]) -> Iterator[Miss]:
    for name in ("ok", "asks", "warned"):
        if name in expect:
            yield from differs(f"{where}, {name}", expect[name], answer.get(name))
    for name in ("profile", "document"):
        for field, value in expect.get(name, {}).items():
            yield from differs(f"{where}, {name}.{field}", [value], _at(answer.get(name), field))
        for field in expect.get(f"{name}_without", ()):
            came = _at(answer.get(name), field, _NOTHING)
            if came is not _NOTHING:
                yield Miss(f"{where}, {name}", f"no field {field}", shown(came))


def _at(value: object, dotted: str, otherwise: object = None) -> Any:
    for name in dotted.split("."):
        if part(value, name) is None:
            return otherwise
        value = part(value, name)
    return value
