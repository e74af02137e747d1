"""What was found, as it is kept in docs/benchmarks.json: each benchmark with the day, the commit and the machine it is of.

A part that is measured anew takes the place of its old result; the others stay as they were.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from becivic.rules.json_text import pretty_json
from bench.measured import Bar, Measured, Told, Unit
from bench.report.machine import ROOT, Machine

FILE: Final = "docs/benchmarks.json"
_DIGITS: Final = 5


@dataclass(frozen=True, slots=True)
class Result:
    """One benchmark of one day."""

    name: str
    title: str
    about: str
    measured: tuple[Measured, ...]
    versions: Mapping[str, str]
    at: str
    commit: str
    took: float
    """Seconds."""
    load: float
    """The load average just before."""
    machine: Machine

    @property
    def missed(self) -> list[str]:
        return [f"{self.name}: {each.what}, beside {each.beside}" for each in self.measured if not each.holds]


def kept(old: Iterable[Result], new: Iterable[Result], order: Sequence[str]) -> list[Result]:
    """Every result once, the newest of each, in this order; a benchmark that is no more is left out."""
    newest = {each.name: each for each in (*old, *new)}
    return [newest[name] for name in order if name in newest]


def read(root: Path = ROOT) -> list[Result]:
    file = root / FILE
    return from_text(file.read_text(encoding="utf-8")) if file.is_file() else []


def from_text(text: str) -> list[Result]:
    return [_result(each) for each in json.loads(text)["benchmarks"]]


def as_text(results: Iterable[Result]) -> str:
    return pretty_json({"benchmarks": [_written(each) for each in results]})


def _written(result: Result) -> dict[str, Any]:
    found = dataclasses.asdict(dataclasses.replace(result, measured=()))
    return {**found, "measured": [_measured_written(each) for each in result.measured]}


def _measured_written(measured: Measured) -> dict[str, Any]:
    """Ratio, spread and verdict are told too, for those who read the file without us."""
    figures = {side: [_short(each) for each in getattr(measured, side)] for side in ("ours", "theirs")}
    low, high = measured.spread
    return {
        "what": measured.what,
        "beside": measured.beside,
        "unit": measured.unit.name.lower(),
        **figures,
        "told": measured.told.name.lower(),
        "ratio": _short(measured.ratio),
        "spread": [_short(low), _short(high)],
        "bar": dataclasses.asdict(measured.bar) if measured.bar else None,
        "holds": measured.holds,
        "note": measured.note,
    }


def _short(figure: float) -> float:
    return float(f"{figure:.{_DIGITS}g}")


def _result(found: dict[str, Any]) -> Result:
    measured = tuple(_measured(each) for each in found["measured"])
    return Result(**{**found, "measured": measured, "machine": Machine(**found["machine"])})


def _measured(found: dict[str, Any]) -> Measured:
    return Measured(
        what=found["what"],
        beside=found["beside"],
        unit=Unit[found["unit"].upper()],
        ours=tuple(found["ours"]),
        theirs=tuple(found["theirs"]),
        told=Told[found["told"].upper()],
        bar=Bar(**found["bar"]) if found["bar"] else None,
        note=found["note"],
    )
