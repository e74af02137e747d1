"""Progress drawn on a terminal, on standard error. Gone when the work is done."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    SpinnerColumn,
    TextColumn,
    TimeRemainingColumn,
)


@contextmanager
def drawn_spinner(title: str) -> Iterator[Callable[[int], None]]:
    """For work of which nobody knows how much there is: how much is done."""
    with _shown(SpinnerColumn(), _title(), TextColumn("{task.completed:,} done")) as shown:
        task = shown.add_task(title, total=None)
        yield lambda done: shown.update(task, completed=done)


@contextmanager
def drawn_bars() -> Iterator[Callable[[str, int, int], None]]:
    """For work in several steps, a bar each. A total of 0 is not known yet."""
    with _shown(_title(), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()) as shown:
        tasks = {"": shown.add_task("", visible=False)}  # without one, the display waits for the first step

        def on_step(title: str, done: int, total: int) -> None:
            if title not in tasks:
                tasks[title] = shown.add_task(title, total=None)
            shown.update(tasks[title], completed=done, total=total or None)

        yield on_step


def _shown(*columns: ProgressColumn) -> Progress:
    console = Console(stderr=True)  # one that cannot move its cursor is a terminal, and shows nothing
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


def _title() -> ProgressColumn:
    return TextColumn("{task.description}")
