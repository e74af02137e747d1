"""What the person at the terminal sees: how far it is, then a table for each benchmark. All of it on standard error but the tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from rich.console import Console
from rich.table import Table

from bench.report import wording
from bench.report.record import Result

_NARROWEST: Final = 140


@contextmanager
def progress(title: str, number: int, total: int) -> Iterator[Callable[[str], None]]:
    """A line that says what is under way, on a terminal also which round; and how long it took once it is done."""
    console = Console(stderr=True, highlight=False)
    head = f"[{number}/{total}] {title}"
    if not console.is_terminal:
        console.print(head, markup=False, soft_wrap=True)
    with console.status("") as status:

        def tell(what: str) -> None:
            status.update(f"{head}: {what}".replace("[", r"\["))

        tell("setting up")
        yield tell


def told_end(result: Result, number: int, total: int) -> None:
    missed = f", {len(result.missed)} missed" if result.missed else ""
    done = (
        f"[{number}/{total}] {result.title}: {len(result.measured)} compared in {result.took:.0f} s{missed}"
    )
    Console(stderr=True, highlight=False).print(done, markup=False, soft_wrap=True)


def tables(results: Sequence[Result]) -> None:
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = max(console.width, _NARROWEST)
    for result in results:
        console.print(_table(result), "")


def _table(result: Result) -> Table:
    table = Table(
        title=f"{result.title} ({result.name})", title_justify="left", title_style="bold", expand=True
    )
    table.add_column("what is done", ratio=5)
    table.add_column("ratio", ratio=3, style="bold")
    table.add_column("beside", ratio=4)
    table.add_column("bar", ratio=4)
    table.add_column("ours", justify="right", style="dim", no_wrap=True)
    table.add_column("theirs", justify="right", style="dim", no_wrap=True)
    for each in result.measured:
        style = "" if each.holds else "red"
        bar = f"{wording.bar(each)}: {wording.verdict(each)}" if each.bar else ""
        sides = (wording.figure(figure, each.unit) for figure in (each.figure, each.other))
        table.add_row(each.what, wording.ratio(each), each.beside, bar, *sides, style=style)
    return table
