"""A kill at any point leaves state that can be read, and the next command goes on from it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from becivic_harness import files, profile_file, session_facts, topics
from becivic_harness.cli.main import main
from tests.factories.harness import NOW, NOWHERE, machine
from tests.requirement import requirement

STORY = (
    ("session", "start", "--consent", "--capability", "multi_turn", "--capability", "structured_output"),
    ("profile", "set", "region=Brussels-Capital", "document_inventory.has_id_card=yes"),
    ("progress", "start", "no-skill-fallback:pension-abroad"),
    (
        "progress",
        "step",
        "no-skill-fallback:pension-abroad",
        "--at",
        "collecting documents",
        "--note",
        "asked the desk",
    ),
    ("memory", "note", "The desk wants two copies of the lease."),
    ("decision", "add", "route", "Takes the longer way."),
    ("document", "note", "passport", "issuing_country=ma", "validity_end=2029-06-12"),
    ("buffer", "add", "feedback", "topic=praise", "body=The list of papers was right."),
    ("buffer", "add", "rating", "target_type=agent_protocol", "target_id=2.1.0", "agent_protocol_stars=4"),
    ("buffer", "edit", "fbk_", "body=The list of papers was complete."),
    ("buffer", "approve", "--all"),
    ("buffer", "drop", "rtg_"),
    ("analytics", "on"),
    ("analytics", "event", "session_outcome", "--outcome", "success"),
    ("progress", "close", "no-skill-fallback:pension-abroad", "--outcome", "completed"),
    ("session", "close", "--keep"),
    ("forget", "--yes"),
)
_SYSTEM = ("replace", "fsync", "unlink", "rmdir", "makedirs")


def run(folder: Path, *arguments: str) -> int:
    return main(
        [*arguments, "--data-dir", str(folder / "be-civic"), "--api", NOWHERE, "--now", NOW.isoformat()]
    )


def killed(folder: Path, arguments: tuple[str, ...], at: int) -> bool:
    """Whether the command was still at it when its `at`-th change of the disk came: there its process ends, as by a kill."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 99
    left = [at]

    def dying(real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any, **named: Any) -> Any:
            left[0] -= 1
            if left[0] < 0:
                os._exit(99)
            return real(*given, **named)

        return call

    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    for name in _SYSTEM:
        setattr(os, name, dying(getattr(os, name)))
    run(folder, *arguments)
    os._exit(0)


def told(folder: Path) -> Iterator[object]:
    """Everything is read as a command would read it."""
    here = machine(folder, agreed=False)
    profile = profile_file.read(here)
    yield profile
    for topic in topics.every(here):
        assert topic.head.get("type") == topic.type
        yield topic
    for session_id in session_facts.ids(here):
        yield session_facts.read(here, session_id)
        assert files.read_lines(here.home.buffer(session_id)).damaged == []
    for log in (here.home.receipts, here.home.outbox):
        assert files.read_lines(log).damaged == []
    if os.path.exists(here.home.profile):
        assert files.read_json(here.home.profile) is not None


@requirement("R-PRIN-14")
@pytest.mark.parametrize("number", range(len(STORY)), ids=lambda number: " ".join(STORY[number][:2]))
def test_a_command_that_is_killed_leaves_what_was_or_what_should_be(
    number: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for done in STORY[:number]:
        assert run(tmp_path, *done) == 0, capsys.readouterr().out
    before = tmp_path / "before"
    if (tmp_path / "be-civic").exists():
        shutil.copytree(tmp_path / "be-civic", before)
    at = 0
    while killed(tmp_path, STORY[number], at):
        list(told(tmp_path))
        assert run(tmp_path, *STORY[number]) in (0, 1, 3), capsys.readouterr().out
        list(told(tmp_path))
        shutil.rmtree(tmp_path / "be-civic", ignore_errors=True)
        if before.exists():
            shutil.copytree(before, tmp_path / "be-civic")
        at += 1
        assert at < 200
    assert at > 0
    capsys.readouterr()
