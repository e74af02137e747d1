"""How `becivic simulate` shows its report to people."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.table import Table as Grid

from becivic.cli.output import plural
from becivic.simulation.tables import Table, report_tables


def print_report(report: dict[str, Any]) -> None:
    console = Console(highlight=False)
    votes = sum(each["votes"] for each in report["populations"].values())
    console.print(
        f"{plural(report['artefacts'], 'artefact')}, {plural(report['months'], 'month')},"
        f" {plural(votes, 'vote')}, seed {report['seed']}.\n"
    )
    for name, each in report["populations"].items():
        console.print(f"  {name:<9} {each['meaning']}")
    for table in report_tables(report):
        console.print()
        console.print(_grid(table))


def _grid(table: Table) -> Grid:
    grid = Grid(title=table.title, title_justify="left", box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for number, heading in enumerate(table.headings):
        grid.add_column(heading, justify="right" if number >= table.words else "left", vertical="bottom")
    for row in table.rows:
        grid.add_row(*row)
    return grid
