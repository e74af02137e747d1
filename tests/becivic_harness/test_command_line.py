"""The command line itself: every command is documented, ends with a code of the list, and asks nothing on a terminal."""

from __future__ import annotations

import ast
import io
import json
import re
import subprocess
import sys
import zipfile
from importlib import import_module
from pathlib import Path

import pytest
from tools.harness_app import LARGEST, packed

from becivic_harness.cli.command import Command
from becivic_harness.cli.main import main
from becivic_harness.cli.table import GROUPS, help_text
from becivic_harness.refusals import EXIT_CODES
from tests.factories.harness import NOW, NOWHERE, Machine

ROOT = Path(__file__).resolve().parents[2]
SOURCES = sorted((ROOT / "src" / "becivic_harness").rglob("*.py"))
COMMANDS: dict[str, Command] = {
    name: command
    for group, (module, _, _) in GROUPS.items()
    for name, command in import_module(f"becivic_harness.cli.{module}").COMMANDS.items()
    if name.split()[0] == group
}


def test_the_table_and_the_commands_are_the_same() -> None:
    listed = {f"{group} {verb}".strip() for group, (_, _, verbs) in GROUPS.items() for verb in verbs or ("",)}
    assert listed == set(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*name.split(), "--help"]) == 0
    said = capsys.readouterr().out
    assert "Examples:" in said
    assert f"becivic-harness {name}" in said
    assert COMMANDS[name].summary in " ".join(said.split())
    assert "==" not in said


def test_the_page_names_every_command_and_every_exit_code() -> None:
    page = (ROOT / "docs" / "harness.md").read_text(encoding="utf-8")
    for group, (_, _, verbs) in GROUPS.items():
        assert f"`{group}" in page, group
        for verb in verbs:
            assert re.search(rf"`(?:{group} )?{verb}`", page), f"{group} {verb}"
    for code, meaning in EXIT_CODES.items():
        assert f"| {code} | {meaning} |" in page
    assert all(str(code) in help_text() for code in EXIT_CODES)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ((), 0),
        (("--help",), 0),
        (("--version",), 0),
        (("nonsense",), 2),
        (("session",), 2),
        (("session", "--help"), 0),
        (("session", "sing"), 2),
        (("profile", "set"), 2),
        (("profile", "set", "--json", "[1]"), 2),
        (("session", "start", "--json", '{"no_such": 1}'), 2),
        (("session", "start", "--no-such-option"), 2),
        (("session", "start", "--now", "yesterday"), 2),
        (("session", "start", "--capability", "flying"), 2),
        (("session", "start", "--agent", "somebody"), 2),
        (("memory", "note", "x"), 3),
        (("forget",), 3),
        (("route", "become Belgian"), 4),
        (("session", "status", "--api", "http://example.org"), 0),
        (("session", "start", "--api", "http://example.org"), 2),
    ],
)
def test_it_ends_with_a_code_that_says_what_happened(
    arguments: tuple[str, ...], code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rest = ("--data-dir", str(tmp_path / "none"), *(("--api", NOWHERE) if "--api" not in arguments else ()))
    rest = (*rest, *(("--now", NOW.isoformat()) if "--now" not in arguments else ()))
    assert main([*arguments, *rest] if arguments else []) == code
    capsys.readouterr()
    assert not (tmp_path / "none").exists()


def test_arguments_may_come_as_json_and_answers_as_text(agent: Machine) -> None:
    agent("session", "start", "--consent")
    agent("profile", "set", "--json", "-", stdin='{"region": "Flanders", "civic_status": "married"}')
    assert agent("profile", "get", "region").said["profile"] == {"region": "Flanders"}
    shown = agent("profile", "get", "region", "--text").raw
    assert "region: Flanders" in shown
    refused = agent("profile", "set", "region=Atlantis", "--text", expect=1).raw
    assert refused.startswith("Not done:")
    assert "What to do:" in refused


@pytest.mark.parametrize("reader", ["head -c 10", "true"])
def test_a_reader_that_goes_away_is_no_fault(reader: str, app: Path, tmp_path: Path) -> None:
    """One that reads nothing is gone before the answer is there, and all of it is left in the stream."""
    done = subprocess.run(
        [
            "sh",
            "-c",
            f'"{sys.executable}" -I -S "{app}" profile get --fields --data-dir "{tmp_path}/x" | {reader}',
        ],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stderr == ""


def test_a_fault_of_the_program_repeats_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ValueError("Amina El Idrissi")

    monkeypatch.setattr("becivic_harness.standing.profile_file", broken)
    monkeypatch.setattr("becivic_harness.cli.sessions.standing", broken)
    assert main(["session", "status", "--data-dir", str(tmp_path)]) == 1
    said = capsys.readouterr().out
    assert json.loads(said)["error"] == "fault"
    assert "Amina" not in said


def test_it_imports_the_standard_library_and_the_scrub_engine_alone() -> None:
    for file in SOURCES:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            for name in names:
                top = name.split(".")[0]
                assert top in sys.stdlib_module_names or top in ("becivic_harness", "becivic_scrub"), (
                    file,
                    name,
                )


def test_the_app_is_small_and_the_same_each_time() -> None:
    one = packed()
    assert len(one) < LARGEST
    assert one == packed()


def test_the_app_carries_no_path_of_the_machine_that_packed_it() -> None:
    with zipfile.ZipFile(io.BytesIO(packed())) as app:
        for name in app.namelist():
            assert str(ROOT).encode() not in app.read(name), name


DEEP = "[" * 100_000


@pytest.mark.parametrize("command", [
    ["buffer", "add", "feedback", f"body={DEEP}"],
    ["profile", "set", f"residency_history={DEEP}"],
    ["traverse", "report", "tax-notice", "--signal", "response-status=²²²"],
])  # fmt: skip
def test_a_value_that_nobody_could_mean_is_no_fault(command: list[str], agent: Machine) -> None:
    agent("session", "start", "--consent")
    answer = agent(*command, expect=None)
    assert answer.code in (1, 2)
    assert answer.said["error"] != "fault"
