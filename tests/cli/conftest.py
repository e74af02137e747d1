"""`becivic …` in this process, as a person runs it in a folder of their own: what it printed and how it ended."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from becivic.cli import main
from tests.factories.command import PLAIN, Ran

Run = Callable[..., Ran]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """In a new folder, with `home` in it as the home."""
    monkeypatch.chdir(tmp_path)
    for name, value in PLAIN.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("BECIVIC_HOME", str(tmp_path / "home"))

    def becivic_here(*arguments: str | Path) -> Ran:
        monkeypatch.setattr(sys, "argv", ["becivic", *map(str, arguments)])
        with pytest.raises(SystemExit) as left:
            main()
        printed = capsys.readouterr()
        return Ran(int(left.value.code or 0), printed.out, printed.err)

    return becivic_here
