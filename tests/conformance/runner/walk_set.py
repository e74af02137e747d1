"""Whole walks along a path: what comes after each event, what is voted on, and what must hold at every step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from tests.conformance.runner.case import Ask, Case, Miss, differs, listed, one_of, part, read, shown
from tests.conformance.runner.paths import path
from tests.conformance.runner.walk_invariants import Walked, broken

_CHECKED = ("source", "ask", "browser", "caveat", "sign_in_first")


def cases(folder: Path) -> list[Case]:
    files = sorted((folder / "traversals").glob("*.json"))
    return [
        Case(file.stem, tuple(read(file)["proves"]), partial(_check, folder, read(file))) for file in files
    ]


def _check(folder: Path, case: Mapping[str, Any], ask: Ask) -> Iterator[Miss]:
    entry = path(folder, case["path"]) if case["path"] is not None else None
    events = [_event(folder, each["event"]) for each in case["steps"]]
    request = {
        "op": "walk",
        "path_id": case["path_id"],
        "path": entry,
        "profile": case["profile"],
        "tier": case["tier"],
        "capabilities": case["capabilities"],
        "today": case["today"],
        "events": events[1:],
    }
    answer = ask(request)
    steps = listed(answer.get("steps"))
    if len(steps) != len(events):
        yield Miss("", f"{len(events)} steps, one for the start and one an event", shown(answer))
        return
    for number, told in enumerate(case["steps"]):
        yield from _compared(_where(number, events[number]), told["expect"], steps[number])
    walked = Walked(entry, events, steps, case.get("closed", []))
    yield from broken(walked)
    if "order" in case:
        yield from differs("order of the sources", [case["order"]], walked.order())
    yield from _voted(case["path_id"], case["validations"], listed(answer.get("validations")))
    yield from _obtained(case.get("obtained"), answer.get("obtained"))


def _event(folder: Path, told: Any) -> Any:
    """As the adapter is told it: a path that changed on the way is built whole."""
    if isinstance(told, Mapping) and told.get("event") == "path" and told.get("path") is not None:
        return {**told, "path": path(folder, told["path"])}
    return told


def _compared(where: str, expect: Mapping[str, Any], step: object) -> Iterator[Miss]:
    yield from differs(f"{where}, state", expect["state"], part(step, "state"))
    for name in _CHECKED:
        if name in expect:
            yield from differs(f"{where}, {name}", expect[name], part(step, name))
    if expect.get("refused", False) != (part(step, "refused") is True):
        wanted = "the event to be refused" if expect.get("refused") else "the event to be taken"
        yield Miss(where, wanted, shown(step))
    for each in expect.get("needed", ()):
        if each not in listed(part(step, "needed")):
            yield Miss(where, f"{each} still to be looked for", shown(part(step, "needed")))


def _voted(path_id: str, wanted: list[Mapping[str, Any]], came: list[Any]) -> Iterator[Miss]:
    told = [
        {
            "source": str(part(each, "target_id")).replace(f"{path_id}:", "", 1),
            "verdict": part(each, "verdict"),
            "signal": part(each, "signal"),
        }
        for each in came
    ]
    is_same = len(told) == len(wanted) and all(
        told[place]["source"] == each["source"]
        and told[place]["verdict"] == each["verdict"]
        and told[place]["signal"] in one_of(each["signal"])
        for place, each in enumerate(wanted)
    )
    if not is_same:
        yield Miss("validations in the buffer", shown(wanted, 400), shown(told, 400))
    for each in came:
        if part(each, "verdict") == "reject" and str(part(each, "signal")) not in str(
            part(each, "rationale")
        ):
            yield Miss(
                "validations in the buffer",
                "a rationale that names the signal",
                shown(part(each, "rationale")),
            )


def _obtained(wanted: object, came: object) -> Iterator[Miss]:
    if wanted is None:
        yield from differs("obtained", None, came)
        return
    for name in ("source", "on"):
        yield from differs(f"obtained, {name}", part(wanted, name), part(came, name))


def _where(number: int, event: Any) -> str:
    return "at the start" if number == 0 else f"after event {number} ({shown(event, 90)})"
