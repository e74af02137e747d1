"""The figures of a report, as small multiples: how the library stands, how good content rises, what rings can do, and
one false flagger. Draws from the JSON alone, so that a stored report can be drawn again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any, Final

from becivic.simulation.rings import Aim
from becivic.simulation.svg import Drawing, Panel

_WIDTH: Final = 960
_COLUMNS: Final = 3
_PANEL: Final = (246, 130)
_STEP: Final = (312, 204)
_TOP: Final = 110
_LEFT: Final = 52

_BANDS: Final = (
    ("good-stable", "f-a1", "good, stable"),
    ("good-beta", "f-a2", "good, beta"),
    ("good-alpha", "f-a3", "good, alpha"),
    ("gone", "f-none", "withdrawn"),
    ("bad-alpha", "f-s3", "bad, alpha"),
    ("bad-beta", "f-s2", "bad, beta"),
    ("bad-stable", "f-stop", "bad, stable"),
)
_AIMS: Final = (
    (Aim.BETA, "l-warn dash"),
    (Aim.STABLE, "l-stop"),
    (Aim.ROLLBACK, "l-a1"),
    (Aim.WIPE, "l-ink dots"),
)


def figures(report: dict[str, Any]) -> dict[str, str]:
    """By file name."""
    return {
        "standing.svg": str(_standing(report)),
        "rising.svg": str(_rising(report)),
        "rings.svg": str(_rings(report)),
        "flagger.svg": str(_flagger(report)),
    }


def _sheet(panels: int, title: str, description: str) -> Drawing:
    rows = -(-panels // _COLUMNS)
    drawing = Drawing(_WIDTH, _TOP + rows * _STEP[1], title, description)
    drawing.text((16, 28), title, "head")
    return drawing


def _panels(drawing: Drawing, across: float) -> Iterator[Panel]:
    number = 0
    while True:
        column, row = number % _COLUMNS, number // _COLUMNS
        yield Panel(drawing, _LEFT + column * _STEP[0], _TOP + row * _STEP[1], *_PANEL, across)
        number += 1


def _key(drawing: Drawing, entries: Sequence[tuple[str, str]], *, lines: bool) -> None:
    """What each band or line is, in the order they stand in."""
    x = 16.0
    for style, words in entries:
        if lines:
            drawing.line([(x, 55), (x + 26, 55)], f"line {style}")
        else:
            drawing.rectangle((x, 48), (14, 14), style)
        drawing.text((x + (34 if lines else 20), 60), words)
        x += (50 if lines else 36) + 7.2 * len(words)


def _months(report: dict[str, Any]) -> tuple[float, list[tuple[float, str]]]:
    """The axis of weeks, told in months."""
    weeks = report["months"] * 365 / 12 / 7
    step = max(1, report["months"] // 4)
    return weeks, [(m * 365 / 12 / 7, f"{m}") for m in range(0, report["months"] + 1, step)]


def _standing(report: dict[str, Any]) -> Drawing:
    populations = report["populations"]
    drawing = _sheet(
        len(populations),
        "What readers have, week by week",
        "For each population the share of the library that is good or bad, by status, over the months. "
        + " ".join(f"{name}: {_closing(each)}." for name, each in populations.items()),
    )
    _key(drawing, [(style, words) for _, style, words in _BANDS], lines=False)
    weeks, ticks = _months(report)
    for panel, (name, each) in zip(_panels(drawing, weeks), populations.items(), strict=False):
        _stack(panel, each["weeks"])
        panel.frame(name, ticks)
        drawing.text((panel.left, panel.top + panel.height + 36), f"months. {_closing(each)}", "quiet")
    return drawing


def _stack(panel: Panel, weeks: Sequence[dict[str, int]]) -> None:
    totals = [max(1, sum(week.values())) for week in weeks]
    tops = [
        list(accumulate(week.get(name, 0) / total for name, _, _ in _BANDS))
        for week, total in zip(weeks, totals, strict=True)
    ]
    lower = [0.0] * len(weeks)
    for number, (_, style, _) in enumerate(_BANDS):
        upper = [top[number] for top in tops]
        panel.band(lower, upper, style)
        lower = upper


def _closing(population: dict[str, Any]) -> str:
    """The last week in words."""
    week = population["weeks"][-1] if population["weeks"] else {}
    total = max(1, sum(week.values()))
    bad = sum(count for name, count in week.items() if name.startswith("bad-"))
    return f"End: {week.get('good-stable', 0) / total:.0%} good and stable, {bad / total:.0%} bad"


def _rising(report: dict[str, Any]) -> Drawing:
    populations = report["populations"]
    told = " ".join(
        f"{name}: {each['good']['beta']['share']:.0%} to beta, {each['good']['stable']['share']:.0%} to stable."
        for name, each in populations.items()
    )
    drawing = _sheet(
        len(populations),
        "Good new content that has got to beta and to stable, by its age",
        f"For each population two curves of the share of good new artefacts that got there. {told}",
    )
    _key(drawing, [("l-a2 dash", "beta"), ("l-a1", "stable")], lines=True)
    weeks, ticks = _months(report)
    for panel, (name, each) in zip(_panels(drawing, weeks), populations.items(), strict=False):
        panel.frame(name, ticks)
        for step, style in (("beta", "l-a2 dash"), ("stable", "l-a1")):
            panel.curve(each["good"][step]["by_week"], style)
        shares = f"{each['good']['beta']['share']:.0%} beta, {each['good']['stable']['share']:.0%} stable"
        drawing.text((panel.left, panel.top + panel.height + 36), f"months of age. In all {shares}", "quiet")
    return drawing


def _rings(report: dict[str, Any]) -> Drawing:
    largest = max(1, report["largest_ring"])
    tables = {"nobody else votes": report["rings_alone"]}
    tables.update({name: each["rings"] for name, each in report["populations"].items()})
    told = " ".join(f"{name}: {_smallest(each)}." for name, each in tables.items())
    drawing = _sheet(
        len(tables),
        "How often a ring of k addresses gets its way",
        f"By the size of the ring from 1 to {largest}, for four aims. Smallest ring that succeeds half the time: {told}",
    )
    _key(drawing, [(style, aim.value) for aim, style in _AIMS], lines=True)
    for panel, (name, table) in zip(_panels(drawing, largest), tables.items(), strict=False):
        panel.frame(name, [(k, str(k)) for k in (1, 5, 10, 15) if k <= largest])
        for aim, style in _AIMS:
            panel.curve(table[aim.value]["by_size"], style, first=1)
        drawing.text((panel.left, panel.top + panel.height + 36), f"k. {_smallest(table)}", "quiet")
    return drawing


def _smallest(table: dict[str, Any]) -> str:
    words = ("beta", "stable", "rollback", "wipe")
    return ", ".join(
        f"{word} {table[aim.value]['smallest'] or 'none'}" for word, aim in zip(words, Aim, strict=True)
    )


def _flagger(report: dict[str, Any]) -> Drawing:
    rows = report["flagger"]
    told = " ".join(
        f"{'With' if row['sanctions'] else 'Without'} sanctions, answered in {row['answer_days']} days:"
        f" {row['quarantines']} quarantines." for row in rows
    )  # fmt: skip
    drawing = Drawing(
        _WIDTH, 90 + 26 * len(rows), "Quarantines that one false flagger causes in a month", told
    )
    drawing.text((16, 28), drawing.title, "head")
    most = max(1, *(row["quarantines"] for row in rows))
    for number, row in enumerate(rows):
        y = 52 + 26 * number
        words = f"{'limits tightened, then a ban' if row['sanctions'] else 'no sanctions'}, answer in {row['answer_days']} d"
        drawing.text((300, y + 13), words, "end")
        length = 460 * row["quarantines"] / most
        drawing.rectangle((312, y), (length, 17), "f-a1" if row["sanctions"] else "f-stop")
        drawing.text((320 + length, y + 13), f"{row['quarantines']} ({row['lost_days']:.0f} days lost)")
    return drawing
