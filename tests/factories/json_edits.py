"""Ways to change one value of a JSON file of a corpus, and the line a value stands on afterwards."""

from __future__ import annotations

import json
from typing import Any

from becivic.corpus.checks.rule import Rule
from becivic.corpus.findings import Finding, Severity
from becivic.rules.pointers import lines_in_json, split
from tests.factories.corpora import PATHS, Files

DEMO = "/paths/demo-certificate"
PORTAL = f"{DEMO}/sources/0"
DESK = f"{DEMO}/sources/1"


def with_value(files: Files, pointer: str, value: object, file: str = PATHS) -> Files:
    """The same files with a value set at a pointer; `-` as an index appends."""
    document = json.loads(files[file])
    *parents, last = split(pointer)
    holder = _walk(document, parents)
    if isinstance(holder, list) and last == "-":
        holder.append(value)
    else:
        holder[int(last) if isinstance(holder, list) else last] = value
    return _written(files, document, file)


def without_value(files: Files, pointer: str, file: str = PATHS) -> Files:
    document = json.loads(files[file])
    *parents, last = split(pointer)
    holder = _walk(document, parents)
    del holder[int(last) if isinstance(holder, list) else last]
    return _written(files, document, file)


def value_at(files: Files, pointer: str, file: str = PATHS) -> Any:
    return _walk(json.loads(files[file]), split(pointer))


def line_at(files: Files, pointer: str, file: str = PATHS) -> int:
    """The line of a value that is there."""
    return lines_in_json(files[file].decode())[pointer]


def with_path(files: Files, key: str, **changes: object) -> Files:
    """A second path like the demonstration's, under another key, with its own id and uid."""
    entry = {**value_at(files, DEMO), "id": key, "uid": "pth-00002", **changes}
    return with_value(files, f"/paths/{key}", entry)


def assert_warned(files: Files, rule: Rule, file: str, line: int, *, says: str = "") -> Finding:
    """The rule warns exactly once, at this place."""
    found = files.findings([rule])
    assert [(each.place.file, each.place.line, each.severity) for each in found] == [
        (file, line, Severity.WARNING)
    ], found
    assert says in found[0].message
    assert found[0].remedy
    return found[0]


def _walk(value: Any, parts: list[str]) -> Any:
    for part in parts:
        value = value[int(part) if isinstance(value, list) else part]
    return value


def _written(files: Files, document: object, file: str) -> Files:
    return files.with_file(file, json.dumps(document, indent=2, ensure_ascii=False) + "\n")
