"""Processes that are measured from outside: what one takes from its start to its end, and what it prints."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple


class Ended(NamedTuple):
    seconds: float
    cpu: float
    """Of it and of all that it started and waited for."""
    said: str


def ended(
    command: Sequence[str],
    *,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    codes: Collection[int] = (0,),
) -> Ended:
    before, began = children_cpu(), time.perf_counter()
    done = subprocess.run(command, check=False, capture_output=True, text=True, env=env, cwd=cwd)
    seconds = time.perf_counter() - began
    assert done.returncode in codes, f"{' '.join(command)}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
    return Ended(seconds, children_cpu() - before, done.stdout)


def told(module: str, *arguments: str) -> dict[str, Any]:
    """What a module of ours prints as JSON when it is run with these."""
    found: dict[str, Any] = json.loads(ended([sys.executable, "-m", module, *arguments]).said)
    return found


def children_cpu() -> float:
    """Of all that has ended by now."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
