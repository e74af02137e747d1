"""A shell that somebody types into: one bash for a document, so that what is set in one line holds in the next."""

from __future__ import annotations

import subprocess
import threading
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

_WAIT = 240.0


class Typed(NamedTuple):
    code: int
    out: str
    err: str


class Shell:
    def __init__(self, folder: Path, env: dict[str, str]) -> None:
        self._errors = folder / ".typed-errors"
        self._process = subprocess.Popen(
            ["bash", "--norc", "--noprofile"],
            cwd=folder, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip

    def enter(self, command: str) -> Typed:
        """Nobody answers what a command asks: its input is empty. One that does not end is ended, and the shell with it."""
        end = f"--typed-{id(command)}--"
        assert self._process.stdin is not None
        self._process.stdin.write(f"{{\n{command}\n}} </dev/null 2>'{self._errors}'\necho \"\n{end} $?\"\n")
        self._process.stdin.flush()
        watch = threading.Timer(_WAIT, self._process.kill)
        watch.start()
        try:
            code, lines = self._until(end)
        finally:
            watch.cancel()
        return Typed(code, "".join(lines).strip("\n"), self._errors.read_text(encoding="utf-8"))

    def _until(self, end: str) -> tuple[int, list[str]]:
        assert self._process.stdout is not None
        lines: list[str] = []
        for line in self._process.stdout:
            if line.startswith(end):
                return int(line.split()[1]), lines
            lines.append(line)
        return 124, lines

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.communicate()
