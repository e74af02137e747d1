"""Who watches sees how far the work is; nobody else is told."""

from __future__ import annotations

import io
import sys

import pytest
from rich.console import Console

from becivic.cli import drawn_progress, progress


@pytest.fixture(params=[True, False], ids=["watched", "alone"])
def screen(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> tuple[io.StringIO, bool]:
    """What is shown on a terminal, or where there is none."""
    shown, terminal = io.StringIO(), bool(request.param)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    monkeypatch.setattr(
        drawn_progress, "Console", lambda **_: Console(file=shown, force_terminal=True, width=100)
    )
    return shown, terminal


def test_a_bar_a_step(screen: tuple[io.StringIO, bool]) -> None:
    shown, terminal = screen
    with progress.bars() as on_step:
        on_step("Exporting records", 500, 1_000)
        on_step("Reading history", 7, 0)
        on_step("Reading history", 8, 0)
    assert ("500/1000" in shown.getvalue()) is terminal
    assert ("Reading history" in shown.getvalue()) is terminal


def test_a_bar_of_its_own(screen: tuple[io.StringIO, bool]) -> None:
    shown, terminal = screen
    with progress.bar("Importing") as on_progress:
        on_progress(500, 1_000)
    assert ("Importing" in shown.getvalue() and "500/1000" in shown.getvalue()) is terminal


def test_a_count_where_nobody_knows_how_much_there_is(screen: tuple[io.StringIO, bool]) -> None:
    shown, terminal = screen
    with progress.spinner("Running commit") as on_progress:
        on_progress(1_234)
    assert ("Running commit" in shown.getvalue() and "1,234 done" in shown.getvalue()) is terminal
