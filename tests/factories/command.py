"""Runs the command line as a person would: a real process, its output, its exit code."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

PLAIN: Final = {"NO_COLOR": "1", "COLUMNS": "200", "TERM": "dumb"}
"""No colours, wide lines."""


@dataclass(frozen=True, slots=True)
class Ran:
    code: int
    out: str
    err: str


def becivic(*arguments: str | Path, cwd: Path, env: dict[str, str] | None = None) -> Ran:
    """`becivic …` in a folder. Starting it takes seconds: who need not know it as a process asks for `run`."""
    done = subprocess.run(
        [sys.executable, "-m", "becivic.cli", *map(str, arguments)],
        cwd=cwd, env={**os.environ, **PLAIN, **(env or {})}, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    return Ran(done.returncode, done.stdout, done.stderr)
