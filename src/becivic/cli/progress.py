"""What whoever watches long work sees of it, on standard error. Gone when it is done; nothing where nobody watches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

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
def spinner(title: str) -> Iterator[Callable[[int], None]]:
    """For work of which nobody knows how much there is: how much is done."""
    with _shown(SpinnerColumn(), _title(), TextColumn("{task.completed:,} done")) as shown:
        task = shown.add_task(title, total=None)
        yield lambda done: shown.update(task, completed=done)


@contextmanager
def bar(title: str) -> Iterator[Callable[[int, int], None]]:
    """For work in one step: how much of how much is done."""
    with bars() as on_step:
        yield partial(on_step, title)


@contextmanager
def bars() -> Iterator[Callable[[str, int, int], None]]:
    """For work in several steps, a bar each. A total of 0 is not known yet."""
    with _shown(_title(), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()) as shown:
        tasks = {"": shown.add_task("", visible=False)}  # without one, the display waits for the first step

        def on_step(title: str, done: int, total: int) -> None:
            if shown.disable:  # nobody watches, and there may be thousands of steps
                return
            if title not in tasks:
                tasks[title] = shown.add_task(title, total=None)
            shown.update(tasks[title], completed=done, total=total or None)

        yield on_step


def _shown(*columns: ProgressColumn) -> Progress:
    console = Console(stderr=True)
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


def _title() -> ProgressColumn:
    return TextColumn("{task.description}")
