"""Whatever an agent passes on, and in whatever order: nothing that identifies anybody is on the disk afterwards."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from becivic_harness.cli.main import main
from tests.becivic_harness.layer_one.planting import (
    Planted,
    born,
    housed,
    named,
    named_in_small_letters,
    numbered,
)
from tests.factories.harness import NOW, NOWHERE, everything
from tests.requirement import requirement

PATH = "certificate-of-residence"
SKILL = "no-skill-fallback:pension-abroad"

COMMANDS: tuple[Callable[[str], tuple[str, ...]], ...] = (
    lambda text: ("memory", "note", text),
    lambda text: ("progress", "start", f"no-skill-fallback:{_slug(text)}"),
    lambda text: (
        "progress",
        "step",
        SKILL,
        "--at",
        text,
        "--next",
        text,
        "--outstanding",
        text,
        "--note",
        text,
    ),
    lambda text: ("decision", "add", "the-route", text),
    lambda text: ("decision", "add", _slug(text), "Chose the longer way."),
    lambda text: ("profile", "set", f"conversation_language={text[:32]}"),
    lambda text: ("profile", "set", f"transitions_in_progress={_slug(text)}"),
    lambda text: ("profile", "set", f"consent.version={text}"),
    lambda text: ("profile", "set", "--json", f'{{"user_name": "{_slug(text)}"}}'),
    lambda text: ("document", "note", "residence-permit", f"permit_type={text}"),
    lambda text: ("document", "note", "passport", f"issuing_country={text}", f"holder={text}"),
    lambda text: ("document", "note", "correspondence", f"subject_category={text}", "--id", _slug(text)),
    lambda text: ("buffer", "add", "feedback", "topic=other", f"body={text}", f"pointer={text}"),
    lambda text: (
        "buffer",
        "add",
        "concern",
        "target_type=skill",
        "target_id=nationality-application",
        "context.language_used=fr",
        "content.scope=role-specific",
        f"content.specifier={text[:90]}",
        f"content.body={text}",
        "content.evidence_date=2026-11-10",
        "content.evidence_source=customer-report",
    ),
    lambda text: (
        "buffer",
        "add",
        "validation",
        "target_type=skill",
        "target_id=nationality-application",
        "verdict=reject",
        f"rationale={text}",
    ),
    lambda text: (
        "buffer",
        "add",
        "rating",
        "target_type=agent_protocol",
        "target_id=2.1.0",
        "agent_protocol_stars=3",
        f"would_be_5_stars={text}",
    ),
    lambda text: (
        "buffer",
        "add",
        "amendment",
        "target_type=skill",
        "target_id=nationality-application",
        f"rationale={text}",
        "content.amendment_type=body",
        f"content.body_diff=--- a\n+++ b\n@@ -1 +1 @@\n-a\n+{text}\n",
    ),
    lambda text: ("buffer", "edit", "fbk_", f"body={text}"),
    lambda text: ("traverse", "start", PATH, "--procedure", text),
    lambda text: (
        "traverse",
        "report",
        PATH,
        "--signal",
        f"page-text-contains={text}",
        "--auth-provider",
        text,
    ),
    lambda text: ("analytics", "event", "step_transition", "--from-step", _slug(text), "--to-step", "b-step"),
    lambda text: ("route", text),
    lambda text: ("plan", "nationality-application", "--fact", f"route={text}"),
    lambda text: ("session", "start", "--procedure", text, "--capability", text, "--agent", text),
)


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:80] or "x"


def run(folder: Path, *arguments: str) -> int:
    return main(
        [*arguments, "--data-dir", str(folder / "be-civic"), "--api", NOWHERE, "--now", NOW.isoformat()]
    )


def begin(folder: Path) -> None:
    capabilities = ("multi_turn", "structured_output", "web_fetch", "tool_execution", "file_read")
    assert (
        run(
            folder,
            "session",
            "start",
            "--consent",
            *(each for name in capabilities for each in ("--capability", name)),
        )
        == 0
    )
    assert run(folder, "progress", "start", SKILL) == 0
    assert run(folder, "buffer", "add", "feedback", "topic=praise", "body=The list of papers was right.") == 0


OURS = re.compile(
    r"[a-z]{3}_[0-9a-f-]{36}|\b[0-9a-f]{40,64}\b|20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z|2026-11-18"
)
"""Ids and stamps of the harness: chance and the clock, in which any digits may stand."""
PEOPLE = st.one_of(named(), named_in_small_letters(), numbered(), born(), housed())


def left_of(person: Planted, disk: str) -> list[str]:
    """What of somebody can still be read. Short digits are everywhere on a disk, and are left to the tests of the cleaning."""
    found: list[str] = person._replace(
        words=tuple(word for word in person.words if not word.isdigit())
    ).left_in(disk)
    return found


@requirement("R-SCRUB-08", "R-SCRUB-09", "R-DOC-03", "R-DOC-04", "R-PROF-12", "R-PRIN-20", "R-RET-06")
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.lists(st.tuples(st.sampled_from(range(len(COMMANDS))), PEOPLE), min_size=1, max_size=6))
def test_after_any_commands_nothing_of_anybody_is_on_the_disk(
    capsys: pytest.CaptureFixture[str], story: list[tuple[int, Planted]]
) -> None:
    with TemporaryDirectory() as folder:
        begin(Path(folder))
        for number, person in story:
            assert run(Path(folder), *COMMANDS[number](person.text)) in (0, 1, 2, 3, 4)
        disk = OURS.sub("", everything(folder))
        said = capsys.readouterr().out
        for number, person in story:
            assert left_of(person, disk) == [], (COMMANDS[number](person.text), disk, said[-300:])


@requirement("R-DOC-04", "R-DOC-05")
def test_a_document_that_holds_more_than_categories_is_refused_warned_of_and_asked_about(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    begin(tmp_path)
    capsys.readouterr()
    assert run(tmp_path, "document", "note", "residence-permit", "permit_type=Amina El Idrissi") == 3
    said = json.loads(capsys.readouterr().out)
    assert said["ask"]
    assert said["doubtful"] == ["permit_type"]
    disk = everything(tmp_path)
    assert "Amina" not in disk
    warnings = list(tmp_path.glob("be-civic/sessions/*/scrub-warnings.jsonl"))
    assert json.loads(warnings[0].read_text(encoding="utf-8"))["fields"] == ["permit_type"]
    assert "document_reference" not in str(list(tmp_path.glob("be-civic/memory/*")))
    omitted = run(
        tmp_path,
        "document",
        "note",
        "residence-permit",
        "permit_type=Amina El Idrissi",
        "validity_end=2028-06-15",
        "--omit",
        "permit_type",
    )
    assert omitted == 0
    assert "2028-06-15" not in (
        tmp_path / "be-civic/memory/document_reference_residence-permit.md"
    ).read_text(encoding="utf-8")


@requirement("R-DOC-07")
def test_the_exact_day_of_a_letter_lives_as_long_as_the_session(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    begin(tmp_path)
    assert (
        run(
            tmp_path,
            "document",
            "note",
            "correspondence",
            "issuing_authority_category=commune",
            "subject_category=invitation",
            "deadline_date=2026-12-03",
        )
        == 0
    )
    assert "2026-12-03" in everything(tmp_path / "be-civic/sessions")
    assert "2026-12-03" not in everything(tmp_path / "be-civic/memory")
    assert run(tmp_path, "session", "close", "--decline") == 0
    assert "2026-12-03" not in everything(tmp_path)
    capsys.readouterr()
