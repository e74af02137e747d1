"""`becivic serve` started again and again, to be killed each time.

A parent imports the command line once and forks for every start: what is killed is a whole server with a process of
its own, and a start costs a quarter of a second instead of two.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Self

_PARENT = """
import os, sys
from becivic.cli import main, serve  # once, for every child
for _ in sys.stdin:
    child = os.fork()
    if child == 0:
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        print("process", os.getpid(), file=sys.stderr, flush=True)
        sys.argv = ["becivic", "serve"]
        main()
        os._exit(0)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    print("ended", status, file=sys.stderr, flush=True)
"""


class QuickStarts:
    """One server at a time; as a context manager nothing of it is left at the end."""

    def __init__(self, home: Path, **env: str) -> None:
        # What is killed reports nothing, so nothing needs to measure it.
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")}
        plain = {"NO_COLOR": "1", "COLUMNS": "200", "TERM": "dumb", "PORT": "0", "BECIVIC_HOME": str(home)}
        self._parent = subprocess.Popen(
            [sys.executable, "-c", _PARENT],
            env={**inherited, **plain, **env},
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.pid = 0
        self.port = 0

    def start(self) -> None:
        assert self._parent.stdin is not None
        self._parent.stdin.write("start\n")
        self._parent.stdin.flush()
        self.pid = int(self._until("process ([0-9]+)"))
        self.port = int(self._until("listens on http://127.0.0.1:([0-9]+)"))
        self._until("(stop)")

    def kill(self) -> None:
        """No farewell: what is not durable is lost."""
        os.kill(self.pid, signal.SIGKILL)

    def ended(self) -> int:
        """How it ended, once it has."""
        code = int(self._until("^ended (-?[0-9]+)"))
        self.pid = 0
        return code

    def _until(self, pattern: str) -> str:
        assert self._parent.stderr is not None
        said: list[str] = []
        for line in self._parent.stderr:
            if found := re.search(pattern, line):
                return found[1]
            said.append(line)
            if line.startswith("ended"):
                break
        raise AssertionError(f"the server ended: {said}")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.pid:
            self.kill()
        assert self._parent.stdin is not None
        assert self._parent.stderr is not None
        self._parent.stdin.close()
        self._parent.stderr.close()
        self._parent.wait(60)
