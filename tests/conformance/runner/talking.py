"""Owns the adapter's process: one JSON object a line in, one out, and never waits for ever."""

from __future__ import annotations

import json
import subprocess
import tempfile
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import IO, Any

_CLOSING_SECONDS = 2.0
_LONGEST_LINE = 300
MOST_FAULTS = 5


class Gone(Exception):
    """The adapter cannot be spoken to: it did not start, ended, kept silent or did not answer in JSON."""


class Adapter:
    """A program that answers. After a fault the next question goes to a fresh process."""

    def __init__(self, command: Sequence[str], patience: float) -> None:
        self._command = list(command)
        self._patience = patience
        self.faults = 0
        """In a row; whoever asks about something else may begin to count anew."""
        self._process: subprocess.Popen[str] | None = None
        self._heard: SimpleQueue[str | None] = SimpleQueue()
        self._said: SimpleQueue[str | None] = SimpleQueue()
        self._complaints: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115  lives as long as the adapter

    def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """The answer; raises Gone."""
        if self.faults >= MOST_FAULTS:
            raise Gone(f"not asked any more: {MOST_FAULTS} questions in a row had no answer")
        self.faults += 1
        answer = self._answer(request)
        self.faults = 0
        return answer

    def _answer(self, request: Mapping[str, Any]) -> dict[str, Any]:
        process = self._running()
        self._said.put(json.dumps(request, ensure_ascii=False) + "\n")
        try:
            line = self._heard.get(timeout=self._patience)
        except Empty:
            self.stop()
            raise Gone(f"no answer within {self._patience:g} seconds") from None
        if line is None:
            with suppress(subprocess.TimeoutExpired):
                process.wait(_CLOSING_SECONDS)
            code = process.poll()
            self.stop()
            raise Gone(f"the adapter ended with code {code}{self._last_complaint()}")
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            self.stop()
            raise Gone(f"the answer is no JSON object: {line.strip()[:80]!r}")
        return answer

    def stop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        self._said.put(None)
        if process.poll() is None:
            with suppress(subprocess.TimeoutExpired):
                process.wait(_CLOSING_SECONDS)
        if process.poll() is None:
            process.kill()
            process.wait()

    def _running(self) -> subprocess.Popen[str]:
        if self._process is not None and self._process.poll() is None:
            return self._process
        self._heard, self._said = SimpleQueue(), SimpleQueue()
        try:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._complaints,
                encoding="utf-8",
                errors="replace",
            )
        except OSError as error:
            raise Gone(f"the adapter cannot be started: {error.strerror}") from None
        for work, stream, lines in (
            (_hear, self._process.stdout, self._heard),
            (_speak, self._process.stdin, self._said),
        ):
            threading.Thread(target=work, args=(stream, lines), daemon=True).start()
        return self._process

    def _last_complaint(self) -> str:
        self._complaints.seek(0)
        lines = self._complaints.read().decode("utf-8", "replace").strip().splitlines()
        return f" ({lines[-1][:_LONGEST_LINE]})" if lines else ""


def _hear(stream: IO[str], lines: SimpleQueue[str | None]) -> None:
    with stream:
        for line in stream:
            lines.put(line)
    lines.put(None)


def _speak(stream: IO[str], lines: SimpleQueue[str | None]) -> None:
    """In a thread of its own: an adapter that does not read would hold up whoever writes."""
    with suppress(OSError, ValueError), stream:
        for line in iter(lines.get, None):
            stream.write(line)
            stream.flush()
