"""Runs the scrub engine as people run it: alone, in a process of its own, on a Python with nothing installed."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipapp
from functools import cache
from pathlib import Path
from typing import NamedTuple

import becivic_scrub

PACKAGE = Path(becivic_scrub.__file__).parent

_START = "import sys\nfrom becivic_scrub.__main__ import main\nsys.exit(main())\n"


class Ran(NamedTuple):
    code: int
    out: str
    err: str


def run(command: list[str], given: bytes = b"", cwd: Path | None = None) -> Ran:
    """A command without any environment, so that nothing but its arguments tells it anything."""
    done = subprocess.run(command, input=given, cwd=cwd, env={}, capture_output=True, timeout=60, check=False)
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def zipped(folder: Path, rules: bytes) -> Path:
    """The package and a rules file in one archive that Python can run."""
    inside = folder / "inside"
    shutil.copytree(PACKAGE, inside / "becivic_scrub", ignore=shutil.ignore_patterns("__pycache__"))
    (inside / "becivic_scrub" / "regex-rules.json").write_bytes(rules)
    (inside / "__main__.py").write_text(_START, encoding="utf-8")
    zipapp.create_archive(inside, folder / "scrub.pyz")
    return folder / "scrub.pyz"


@cache
def pythons() -> list[str]:
    """This Python, and the oldest that people may have where there is one."""
    oldest = shutil.which("python3.9")
    runs = oldest is not None and run([oldest, "-I", "-c", ""]).code == 0
    return [sys.executable, *([oldest] if oldest and runs else [])]
