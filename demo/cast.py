"""Who plays: agents, each with an address of its own, and the person's agent, which works through the harness on this machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from typing import Any, Final

import httpx

from becivic.config import without_settings
from becivic.rules.contract import CONTRACT_VERSION
from becivic.rules.moments import rfc3339
from becivic.rules.submissions import SubmissionType, Verdict
from becivic.rules.targets import TargetType
from becivic_harness.ids import CHANCE_BYTES, new_id
from demo.expecting import Unexpected
from demo.protocol import call
from demo.serving import WAIT
from demo.stage import Stage

CAPABLE: Final = ("multi_turn", "structured_output", "web_fetch", "tool_execution")
WALKS: Final = ("path_traversal", "path_handoff")


@dataclass(frozen=True, slots=True)
class Agent:
    """Somebody's agent, somewhere. The name is for the audience; the service never hears it."""

    name: str
    address: str

    def tool(self, stage: Stage, name: str, **arguments: Any) -> dict[str, Any]:  # noqa: ANN401  JSON
        """Over MCP."""
        return call(stage.url, self.address, name, arguments)

    def sends(self, stage: Stage, kind: SubmissionType, **said: Any) -> str:  # noqa: ANN401  JSON
        """Over MCP, for good; the id that the service gave it."""
        told = self.tool(
            stage, f"submit_{kind.value}", **said, declared_capabilities=list(CAPABLE), dry_run=False
        )
        return str(told[kind.id_field])

    def votes(
        self, stage: Stage, target: TargetType, target_id: str, verdict: Verdict = Verdict.CONFIRM
    ) -> httpx.Response:
        """Over plain HTTP."""
        kind, now = SubmissionType.VALIDATION, stage.now()
        sent = {
            "schema_version": kind.facts.schema_version,
            kind.id_field: new_id(
                kind.facts.id_prefix, int(now.timestamp() * 1000), os.urandom(CHANCE_BYTES)
            ),
            "submitted_at": rfc3339(now),
            "submitting_agent": "demo-agent/1.0",
            "submission_contract_version": CONTRACT_VERSION,
            "declared_capabilities": list(CAPABLE),
            "target_type": target.value,
            "target_id": target_id,
            "verdict": verdict.value,
            "injection_flag": False,
        }
        url = f"{stage.url}/api/{kind.facts.route}"
        return httpx.post(url, json=sent, headers={"x-forwarded-for": self.address}, timeout=WAIT)

    def confirms(self, stage: Stage, target: TargetType, target_id: str) -> None:
        answer = self.votes(stage, target, target_id)
        if answer.status_code not in (200, 201):
            raise Unexpected(f"{self.name} confirms {target_id}", "taken", answer.text)


HASTY: Final = Agent("a hasty agent", "203.0.113.8")
TRICKSTER: Final = Agent("a trickster", "203.0.113.66")
NEIGHBOUR: Final = Agent("a neighbour's agent", "198.51.100.5")
CAREFUL: Final = Agent("a careful agent", "198.51.100.9")
WATCHFUL: Final = Agent("a watchful agent", "198.51.100.12")
READERS: Final = tuple(Agent(f"reader {number}", f"192.0.2.{number}") for number in range(1, 11))
NEWCOMER: Final = Agent("the newcomer's agent", "127.0.0.1")
"""The one that lives on this machine and calls from it. What is personal stays in its folder."""


@dataclass(frozen=True, slots=True)
class Harness:
    """The newcomer's agent at its shell: one process a command, as docs/harness.md shows."""

    stage: Stage

    def __call__(self, *arguments: str) -> dict[str, Any]:
        stage = self.stage
        command = [sys.executable, "-m", "becivic_harness", *arguments, "--api", stage.url]
        told = ["--data-dir", str(stage.folder.person), "--agent", "newcomer-agent/1.0"]
        done = subprocess.run(
            [*command, *told, "--now", rfc3339(stage.now())],
            env=without_settings(os.environ), capture_output=True, text=True, timeout=WAIT, check=False,
        )  # fmt: skip
        if done.returncode:
            raise Unexpected(f"becivic-harness {' '.join(arguments[:2])}, exit code", 0, done.stdout)
        answer: dict[str, Any] = json.loads(done.stdout)
        return answer
