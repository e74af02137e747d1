"""`becivic scrub --score`: the published score, measured here and now."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

from becivic.cli.output import print_json
from becivic.names import NameFinder
from becivic.score.item import Item
from becivic.score.measure import Score, Tally
from becivic.score.page import percent
from becivic.score.published import Published, published_score
from becivic_scrub import Engine

_STAGES = ("identifiers", "names")


@dataclass(slots=True)
class _Stopwatch:
    """Shows progress on standard error and remembers how long each set took."""

    rates: dict[str, float] = field(default_factory=dict)

    def __call__(self, items: Iterable[Item]) -> Iterator[Item]:
        known = list(items)
        stage = _STAGES[len(self.rates)]
        started = time.perf_counter()
        yield from track(known, f"Looking for {stage}", console=Console(stderr=True), transient=True)
        self.rates[stage] = len(known) / (time.perf_counter() - started)


def print_score(engine: Engine, finder: NameFinder, *, as_json: bool) -> None:
    finder.find("Monsieur Exemple", "fr")  # loading is not looking
    watch = _Stopwatch()
    score = published_score(engine, finder, watch)
    if as_json:
        print_json(_as_json(score, watch.rates))
    else:
        _print(score, watch.rates)


def _as_json(score: Published, rates: dict[str, float]) -> dict[str, Any]:
    return {
        stage: {
            "recall": _shares(each.recall),
            "false_alarms": _shares(each.false_alarms),
            "missed": sorted(each.recall.wrong),
            "raised_for_nothing": sorted(each.false_alarms.wrong),
            "items_per_second": round(rates[stage], 1),
        }
        for stage, each in _stages(score)
    }


def _stages(score: Published) -> Iterator[tuple[str, Score]]:
    yield from zip(_STAGES, (score.identifiers, score.names), strict=True)


def _shares(tally: Tally) -> dict[str, Any]:
    groups = {
        group: {"count": tally.hits[group], "of": tally.total[group], "share": round(tally.share(group), 4)}
        for group in tally.groups()
    }
    return {
        **groups,
        "all": {"count": tally.hits.total(), "of": tally.total.total(), "share": round(tally.share(), 4)},
    }


def _print(score: Published, rates: dict[str, float]) -> None:
    console = Console(highlight=False)
    for stage, each in _stages(score):
        table = Table(
            title=f"{stage.capitalize()}: {rates[stage]:,.0f} sentences a second",
            title_justify="left",
            box=None,
            pad_edge=False,
        )
        for heading, justify in (("", "left"), ("found", "right"), ("of", "right"), ("share", "right")):
            table.add_column(heading, justify=justify)  # type: ignore[arg-type]
        _rows(table, each.recall, "all")
        table.add_section()
        _rows(table, each.false_alarms, "clean, flagged")
        console.print(table)
        console.print()


def _rows(table: Table, tally: Tally, closing: str) -> None:
    for group in tally.groups():
        table.add_row(group, str(tally.hits[group]), str(tally.total[group]), percent(tally.share(group)))
    table.add_row(
        closing, str(tally.hits.total()), str(tally.total.total()), percent(tally.share()), style="bold"
    )
