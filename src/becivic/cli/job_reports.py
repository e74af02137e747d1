"""What a job came to, for people: one line each for what happened, and nothing for what did not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeGuard

from rich.console import Console
from rich.text import Text

from becivic.rules.publishing import Failure


def print_report(report: Mapping[str, Any]) -> None:
    console = Console(highlight=False, soft_wrap=True)
    lines = list(_lines(report))
    console.print(Text.assemble((f"{report['job']}", "bold"), (f"  {report['now']}", "dim")))
    for label, value in lines:
        console.print(Text.assemble((f"  {label:<12}", "dim"), value))
    if not lines:
        console.print("  Nothing to do.")


def _lines(report: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in report.items():
        if name in ("job", "now") or not value:
            continue
        yield from _said(name.replace("_", " "), value)


def _said(label: str, value: object) -> Iterator[tuple[str, str]]:
    """Numbers by name on one line; lists and reasons one a line."""
    if isinstance(value, Mapping) and all(isinstance(each, int) for each in value.values()):
        counted = [f"{number:,} {name}" for name, number in value.items() if number]
        if counted:
            yield label, ", ".join(counted)
    elif isinstance(value, Mapping):
        for name, why in value.items():
            yield label, f"{name}  {_meaning(str(why))}"
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield (each["decision"], _decision(each)) if _is_decision(each) else (label, str(each))
    else:
        yield label, str(value)


def _is_decision(each: object) -> TypeGuard[Mapping[str, Any]]:
    return isinstance(each, Mapping) and "decision" in each


def _decision(each: Mapping[str, Any]) -> str:
    """What moved, from where to where, and the numbers that moved it."""
    numbers = each["numbers"]
    counted = [
        f"{numbers[name]} {words[numbers[name] != 1]}" for name, words in _COUNTED.items() if numbers[name]
    ]
    moved = f"source {each['source']}" if "source" in each else f"{each['from']} → {each['to']}"
    said = ", ".join(counted) or "nobody confirmed it"
    return f"{each['target_type']} {each['target_id']}  {moved}  ({each['rule']}: {said})"


_COUNTED: Final = {
    "confirms": ("confirm", "confirms"),
    "rejects": ("reject", "rejects"),
    "distinct_ips": ("address", "addresses"),
    "injection_flags": ("flag", "flags"),
}


def _meaning(code: str) -> str:
    return f"{code}: {Failure(code).meaning}" if code in list(Failure) else code
