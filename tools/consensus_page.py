"""Fills the tables of docs/consensus.md from the stored study and from the law, and draws its figures.

The prose is written by hand; only what stands between `<!-- table: name -->` and `<!-- end -->` is ours.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import timedelta
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from becivic.rules.consensus import POLICY, POLICY_MEANINGS
from becivic.simulation import tables
from becivic.simulation.plots import figures
from becivic.simulation.rings import Aim
from becivic.simulation.tables import Table, number, percent

ROOT = Path(__file__).resolve().parent.parent
PAGE = "docs/consensus.md"
FIGURES = ("standing.svg", "rising.svg", "rings.svg", "flagger.svg")
_BLOCK = re.compile(r"(<!-- table: ([a-z-]+) -->\n).*?(<!-- end -->)", re.DOTALL)


@cache
def study() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((ROOT / "docs/consensus/study.json").read_text(encoding="utf-8"))
    return found


def page() -> str:
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    return _BLOCK.sub(lambda found: f"{found[1]}\n{TABLES[found[2]]().markdown()}\n\n{found[3]}", text)


def figure(name: str) -> str:
    return figures(study()["default"])[name]


def _policy() -> Table:
    rows = [
        (f"`{name}`", meaning.rstrip("."), _said(getattr(POLICY, name)))
        for name, meaning in POLICY_MEANINGS.items()
    ]
    return Table("", ("setting", "what it does", "now"), rows, words=2)


def _said(value: int | timedelta | Fraction) -> str:
    if isinstance(value, timedelta):
        return f"{value.days} d" if value > timedelta(days=2) else f"{int(value.total_seconds()) // 3600} h"
    return percent(float(value)) if isinstance(value, Fraction) else str(value)


def _populations() -> Table:
    rows = [
        (name, each["meaning"], number(each["votes_a_month"]), number(each["votes"]))
        for name, each in study()["default"]["populations"].items()
    ]
    return Table(
        "",
        ("population", "who votes", "votes on an artefact in a month", "all votes, probes included"),
        rows,
        words=2,
    )


def _default(made: Callable[[dict[str, Any]], Table]) -> Callable[[], Table]:
    return lambda: made(study()["default"]["populations"])


def _compared(question: str) -> Callable[[], Table]:
    headings = (
        "", "population", "good to beta", "to stable", "days to stable", "bad to stable", "hostile gone, days",
        "good rolled back", "good quarantined", "unavailable",
    )  # fmt: skip
    return lambda: Table(
        "", headings, [_row(each) for each in study()["compared"] if each["question"] == question], 2
    )


def _row(found: dict[str, Any]) -> tuple[str, ...]:
    good, bad, wrong = found["good"], found["bad"], found["wrong_way"]
    return (
        found["variant"],
        found["population"],
        percent(good["beta"]["share"]),
        percent(good["stable"]["share"]),
        number(good["stable"]["median_days"]),
        percent(bad["stable"]["share"]),
        number(bad["hostile_left"]["median_days"]),
        number(wrong["rollbacks"], 1),
        number(wrong["quarantines"], 1),
        percent(wrong["unavailable"], 1),
    )


def _returned() -> Table:
    rows = [
        (
            each["variant"],
            each["population"],
            number(each["returned"]["of"]),
            percent(each["returned"]["share"]),
            number(each["returned"]["median_days"]),
            percent(each["bad"]["stable"]["share"]),
        )
        for each in study()["compared"]
        if each["question"] == "reinstatement"
    ]
    return Table("", ("", "population", "came again", "got to beta", "days", "bad to stable"), rows, 2)


def _rot() -> Table:
    rows = [
        (
            each["variant"],
            number(each["wrong_way"]["unconfirmed"], 1),
            percent(each["wrong_way"]["unavailable"], 1),
            percent(each["good"]["beta"]["share"]),
        )
        for each in study()["compared"]
        if each["question"] == "rot"
    ]
    return Table("", ("quiet", "good deprecated unconfirmed", "unavailable", "good to beta"), rows)


def _ring_sizes() -> Table:
    rows = [
        (each["variant"], each["population"], *(number(each["smallest"][aim.value]) for aim in Aim))
        for each in study()["rings"]
    ]
    return Table("", ("", "among", *(aim.value for aim in Aim)), rows, 2)


def _flagger_limits() -> Table:
    rows = []
    for each in study()["flagger"]:
        found = {(month["sanctions"], month["answer_days"]): month for month in each["months"]}
        cells = (found[key] for key in ((False, 3), (True, 1), (True, 3), (True, 14)))
        rows.append((each["variant"], *(number(cell["quarantines"]) for cell in cells)))
    headings = ("quarantines by one false flagger in a month", "no sanctions", "answer in 1 d", "3 d", "14 d")
    return Table("", headings, rows)


TABLES: dict[str, Callable[[], Table]] = {
    "policy": _policy,
    "populations": _populations,
    "good": _default(tables.good),
    "bad": _default(tables.bad),
    "wrong-way": _default(tables.wrong_way),
    "rings": lambda: tables.rings(study()["default"]),
    "flagger": lambda: tables.flagger(study()["default"]["flagger"]),
    "flags": _compared("flags"),
    "flagger-limits": _flagger_limits,
    "thresholds": _compared("thresholds"),
    "ring-sizes": _ring_sizes,
    "limits": _compared("limits"),
    "volume": _compared("volume"),
    "reinstatement": _returned,
    "rot": _rot,
}
