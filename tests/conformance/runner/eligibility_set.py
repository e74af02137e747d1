"""Whom a source is for: yes, no, or unknown with the field that settles it; and the order in which sources are tried."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from tests.conformance.runner.case import Ask, Case, Miss, differs, one_of, part, read, shown
from tests.conformance.runner.paths import path

UNKNOWN = "unknown"


def cases(folder: Path) -> list[Case]:
    told = read(folder / "eligibility/cases.json")
    return [Case(each["id"], tuple(each["proves"]), partial(_check, folder, each)) for each in told["cases"]]


def _check(folder: Path, case: Mapping[str, Any], ask: Ask) -> Iterator[Miss]:
    request = {
        "op": "eligibility",
        "path": path(folder, case["path"]),
        "profile": case["profile"],
        "today": case["today"],
    }
    answer = ask(request)
    if "applies" in case["expect"]:
        yield from differs("applies", case["expect"]["applies"], answer.get("applies"))
    for name, wanted in case["expect"].get("sources", {}).items():
        yield from _judged(name, wanted, part(answer.get("sources"), name))
    if "order" in case["expect"]:
        yield from differs("order", [case["expect"]["order"]], answer.get("order"))


def _judged(name: str, wanted: Any, came: object) -> Iterator[Miss]:
    """`wanted` is an answer, several that are all right, or `{"unknown": [the fields that may be asked for]}`."""
    fields = wanted[UNKNOWN] if isinstance(wanted, Mapping) else None
    yield from differs(f"source {name}", UNKNOWN if fields else wanted, part(came, "answer"))
    asked = part(came, "ask")
    if fields and asked not in one_of(fields):
        yield Miss(f"source {name}", f"to ask for {' or '.join(fields)}", shown(asked))
