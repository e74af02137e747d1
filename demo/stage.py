"""The stage: a home folder, the real server on it, the real command line beside it, and a clock that is moved by starting anew."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from becivic.config import without_settings
from becivic.publishing.repository import REPOSITORY
from becivic.rules.moments import rfc3339
from demo.expecting import Unexpected, expect
from demo.folder import Folder
from demo.serving import PLAIN, WITH_US, Serving

_LONGEST: Final = 120
"""Seconds that one command may take."""


@dataclass
class Stage:
    """`ahead` is how far the clock has been moved by now. The port stays the same from the first start on."""

    folder: Folder
    port: int = 0
    ahead: timedelta = timedelta(0)
    began: datetime | None = None
    _running: ExitStack = field(default_factory=ExitStack)
    _server: Serving | None = None

    @property
    def server(self) -> Serving:
        if self._server is None:
            raise Unexpected("a server", "one that runs", "none")
        return self._server

    @property
    def url(self) -> str:
        return self.server.url

    def start(self, ahead: timedelta) -> None:
        """Begin a start, so far ahead of the real clock. `ready` waits for it: others may use the time."""
        self.ahead = ahead
        env = {**self._env(ahead), "PORT": str(self.port)}
        made = Serving(self.folder.service, command=WITH_US, env=env, log=self.folder.log)
        self._server = self._running.enter_context(made)

    def ready(self) -> None:
        self.server.ready()
        self.port = int(self.url.rpartition(":")[2])
        self.began = self.began or self.now()

    def stop(self) -> None:
        expect("the server stops in order, exit code", self.server.stop(), 0)
        self._running.close()
        self._server = None

    def kill(self) -> None:
        """As a power cut does: no handler, no farewell."""
        expect("the server dies at once, exit code", self.server.stop(signal.SIGKILL), -signal.SIGKILL)
        self._running.close()
        self._server = None

    def end(self) -> None:
        """Stop it if nothing else has: Ctrl+C on a terminal reaches the server as well."""
        self.server.stop()
        self._running.close()

    def now(self) -> datetime:
        return datetime.fromisoformat(self.get("/api/health")["now"])

    def page(self, path: str) -> str:
        answer = self.server.get(path)
        expect(f"GET {path}", answer.status_code, 200)
        return answer.text

    def get(self, path: str) -> Any:  # noqa: ANN401  whatever JSON it is
        return json.loads(self.page(path))

    def becivic(self, *arguments: str, at: timedelta | None = None) -> Any:  # noqa: ANN401  whatever JSON it is
        """The command line on the same home; `at` is a moment after the first start, else the server's clock holds."""
        when = [] if at is None or self.began is None else ["--now", rfc3339(self.began + at)]
        done = subprocess.run(
            [sys.executable, "-m", "becivic.cli", *arguments, *when, "--json"],
            env={**without_settings(os.environ), **PLAIN, **self._env(self.ahead)},
            capture_output=True, text=True, timeout=_LONGEST, check=False,
        )  # fmt: skip
        if done.returncode:
            raise Unexpected(f"becivic {' '.join(arguments)}, exit code", 0, (done.returncode, done.stderr))
        return json.loads(done.stdout)

    def git(self, *arguments: str) -> str:
        command = ["git", "-C", str(self.folder.service / REPOSITORY), *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def _env(self, ahead: timedelta) -> dict[str, str]:
        return {
            "BECIVIC_HOME": str(self.folder.service),
            "BECIVIC_CLOCK_OFFSET": str(int(ahead.total_seconds())),
            "BECIVIC_TRUSTED_PROXIES": "127.0.0.1/32",
        }


@contextmanager
def staged(folder: Folder, port: int) -> Iterator[Stage]:
    """A stage whose server is gone at the end, whatever happened."""
    stage = Stage(folder, port)
    with stage._running:  # noqa: SLF001  the same module
        yield stage
