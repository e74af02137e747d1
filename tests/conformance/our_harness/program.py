"""Runs commands of the harness in this process, as an agent runs them from a shell."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from becivic_harness.cli.main import main
from becivic_harness.here import Here
from becivic_harness.home import Home
from becivic_harness.stamps import given_moment

Json = dict[str, Any]
NOWHERE = "http://127.0.0.1:9"
"""A service that is not there."""


class Program:
    """Runs commands of the harness on one data folder, as an agent does from a shell."""

    def __init__(
        self, folder: Path, now: str, api: str = NOWHERE, agent: str = "conformance-kit/1.0"
    ) -> None:
        self.data = folder / "be-civic"
        self.now = now
        self.always = ["--data-dir", str(self.data), "--api", api, "--agent", agent]

    def __call__(self, *arguments: str) -> Json:
        """What it printed, with the code it ended with."""
        heard = io.StringIO()
        with contextlib.redirect_stdout(heard):
            code = main([*arguments, *self.always, "--now", self.now])
        said = json.loads(heard.getvalue())
        return {**said, "code": code}

    def begin(self, capabilities: Iterable[str] = ()) -> Json:
        return self(
            "session",
            "start",
            "--consent",
            *(word for each in capabilities for word in ("--capability", each)),
        )

    @property
    def here(self) -> Here:
        return Here(Home(str(self.data)), now=given_moment(self.now), api=NOWHERE)
