"""A person's machine for tests: a data folder of its own, a clock that a test moves, chance that repeats."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from becivic_harness.here import Here
from becivic_harness.home import Home

NOW = datetime(2026, 11, 18, 10, 0, tzinfo=UTC)
NOWHERE = "http://127.0.0.1:9"
"""A server that is not there: the discard port of this machine."""


def real_time() -> datetime:
    """For a machine that talks to a server with a clock of its own."""
    return datetime.now(UTC)  # noqa: TID251  the server looks at the same clock


def chance(seed: str = "") -> Callable[[int], bytes]:
    """Bytes that differ from call to call and repeat from run to run."""
    count = [0]

    def random(size: int) -> bytes:
        count[0] += 1
        return hashlib.sha256(f"{seed}{count[0]}".encode()).digest()[:size]

    return random


def machine(root: Path, *, api: str = NOWHERE, now: datetime = NOW, agreed: bool = True, **more: Any) -> Here:
    """A run of the harness; with a data folder unless the person has not agreed yet."""
    here = Here(
        Home(str(root / "be-civic")),
        now=now,
        random=chance(f"{root}{now}"),
        api=api,
        agent="test-agent/1.0",
        **more,
    )
    if agreed and not here.home.exists:
        here.home.create()
    return here


def later(here: Here, **by: float) -> Here:
    """The same machine at another time: a new run, as every command is."""
    return Here(
        here.home,
        now=here.now + timedelta(**by),
        random=chance(f"{here.home.root}{here.now}{by}"),
        api=here.api,
        agent=here.agent,
        session=here.session,
    )


def everything(root: str | Path) -> str:
    """All that is on the disk below a folder, file names included, as one text."""
    found = []
    for file in sorted(Path(root).rglob("*")):
        found.append(str(file.relative_to(root)))
        if file.is_file():
            found.append(file.read_bytes().decode("utf-8", "replace"))
    return "\n".join(found)


class Ran(NamedTuple):
    code: int
    said: dict[str, Any]
    raw: str


class Machine:
    """The packed app on a bare Python, as an agent calls it: one process a command, nothing installed, no site packages."""

    def __init__(self, app: Path, root: Path, api: str = NOWHERE) -> None:
        self.app = app
        self.root = root
        self.api = api
        self.now = NOW
        self.data = root / "be-civic"

    def __call__(self, *arguments: str, stdin: str = "", expect: int | None = 0) -> Ran:
        done = subprocess.run(
            [
                sys.executable,
                "-I",
                "-S",
                str(self.app),
                *arguments,
                "--api",
                self.api,
                "--now",
                self.now.isoformat(),
            ],
            input=stdin,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            env={
                "HOME": str(self.root),
                "BECIVIC_DATA_DIR": str(self.data),
                "BECIVIC_AGENT": "test-agent/1.0",
                "PATH": "",
            },
            cwd=self.root,
        )
        assert done.stderr == "", done.stderr
        found = json.loads(done.stdout) if done.stdout.startswith("{") else {}
        if expect is not None:
            assert done.returncode == expect, (arguments, done.returncode, done.stdout)
        return Ran(done.returncode, found, done.stdout)

    def later(self, **by: float) -> Machine:
        self.now += timedelta(**by)
        return self

    def everything(self) -> str:
        return everything(self.data)
