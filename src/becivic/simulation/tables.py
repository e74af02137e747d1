"""The tables of a report, once: headings and cells as text, for the command line and for docs/consensus.md alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from becivic.simulation.rings import Aim


@dataclass(frozen=True, slots=True)
class Table:
    """The first cells of each row are words, the others numbers."""

    title: str
    headings: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    words: int = 1

    def markdown(self) -> str:
        marks = tuple("---:" if number >= self.words else "---" for number in range(len(self.headings)))
        lines = (self.headings, marks, *self.rows)
        return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def percent(share: float, digits: int = 0) -> str:
    return f"{100 * share:.{digits}f} %"


def number(value: float | None, digits: int = 0) -> str:
    return "none" if value is None else f"{value:,.{digits}f}"


def report_tables(report: dict[str, Any]) -> list[Table]:
    populations = report["populations"]
    return [
        good(populations),
        bad(populations),
        wrong_way(populations),
        rings(report),
        flagger(report["flagger"]),
    ]


def good(populations: dict[str, Any]) -> Table:
    rows = [
        (name, *_climb(each["good"]["beta"]), *_climb(each["good"]["stable"]))
        for name, each in populations.items()
    ]
    headings = ("", "to beta", "median days", "p90", "to stable", "median days", "p90")
    return Table("Good new content: how far it gets", headings, rows)


def _climb(step: dict[str, Any]) -> tuple[str, str, str]:
    return percent(step["share"]), number(step["median_days"]), number(step["p90_days"])


def bad(populations: dict[str, Any]) -> Table:
    rows = []
    for name, each in populations.items():
        found, turned = each["bad"], each["turned"]
        rows.append(
            (
                name,
                percent(found["beta"]["share"], 1),
                number(found["beta"]["median_days"]),
                percent(found["stable"]["share"], 1),
                number(found["stable"]["median_days"]),
                number(found["left"]["median_days"]),
                number(found["hostile_left"]["median_days"]),
                f"{number(turned['median_days'])} ({percent(turned['share'])})",
            )
        )
    headings = (
        "", "gets to beta", "days there", "gets to stable", "days there",
        "days until gone", "if hostile", "was stable, turned wrong: days until gone (share)",
    )  # fmt: skip
    return Table("Bad content: how far it gets, and how long it stays", headings, rows)


def wrong_way(populations: dict[str, Any]) -> Table:
    rows = []
    for name, each in populations.items():
        found = each["wrong_way"]
        rates = (number(found[what], 1) for what in ("rollbacks", "quarantines", "unconfirmed"))
        rows.append((name, *rates, percent(found["unavailable"], 1)))
    headings = ("", "rolled back", "quarantined", "deprecated unconfirmed", "time unavailable")
    return Table("Good content that is hit, for 100 artefacts in a year", headings, rows)


def rings(report: dict[str, Any]) -> Table:
    tables = {"nobody else": report["rings_alone"]}
    tables.update({name: each["rings"] for name, each in report["populations"].items()})
    rows = [(name, *(number(table[aim.value]["smallest"]) for aim in Aim)) for name, table in tables.items()]
    return Table("The smallest ring that gets its way half the time", ("", *(aim.value for aim in Aim)), rows)


def flagger(months: list[dict[str, Any]]) -> Table:
    rows = [
        (
            f"{'tightened, then banned' if each['sanctions'] else 'no sanctions'}, answer in {each['answer_days']} d",
            *(number(each[what]) for what in ("flags", "quarantines", "pulled", "lost_days")),
        )
        for each in months
    ]
    headings = ("", "flags taken", "quarantines", "with nothing to go back to", "artefact-days lost")
    return Table("One false flagger in a month", headings, rows)
