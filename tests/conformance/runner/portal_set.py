"""What an agent saw at a portal, and how the attempt ended by the signals of the source."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from tests.conformance.runner.case import Ask, Case, Miss, differs, listed, one_of, read, shown

AMBIGUOUS = "ambiguous"


def cases(folder: Path) -> list[Case]:
    found = []
    for file in sorted((folder / "portals").glob("*/observations.json")):
        source = read(file.parent / "source.json")
        found += [
            Case(f"{file.parent.name}/{each['id']}", tuple(each["proves"]), partial(_check, source, each))
            for each in read(file)["observations"]
        ]
    return found


def _check(source: Mapping[str, Any], case: Mapping[str, Any], ask: Ask) -> Iterator[Miss]:
    answer = ask({"op": "judge", "source": source, "observed": case["observed"]})
    expect = case["expect"]
    yield from differs("outcome", expect["outcome"], answer.get("outcome"))
    if "signal" in expect:
        yield from differs("signal", expect["signal"], answer.get("signal"))
    if expect["outcome"] == AMBIGUOUS and "needed" in expect:
        needed = listed(answer.get("needed"))
        if not needed or any(each not in one_of(expect["needed"]) for each in needed):
            yield Miss("needed", f"one or more of {shown(expect['needed'])}", shown(needed))
