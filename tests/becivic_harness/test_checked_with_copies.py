"""What was read of a procedure is what an item on it is held to, from one command to the next: of an old copy or of none
nobody is refused anything."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from becivic.packaged import corpus_folder
from becivic_harness.diffing import body_of
from tests.becivic_harness import served
from tests.becivic_harness.test_library import Answers, body, server
from tests.factories.harness import NOWHERE, Machine, Ran
from tests.requirement import requirement

SKILL = "nationality-application"
COMMIT = "0" * 40
TEXT = (Path(corpus_folder()) / "skills" / SKILL / "canonical.md").read_text(encoding="utf-8")
ABLE = ("multi_turn", "structured_output", "web_fetch", "tool_execution", "file_read")
CAPABILITIES = [each for name in ABLE for each in ("--capability", name)]


@pytest.fixture
def library() -> Iterator[tuple[str, Answers]]:
    answers = Answers({
        "/api/skill-graph": body(served.graph()),
        "/api/paths": body(served.paths()),
        f"/skills/{SKILL}.md": (200, TEXT.encode()),
        f"/api/skills/{SKILL}": body(served.skills()[SKILL]),
    })  # fmt: skip
    with server(answers) as (url, _):
        yield url, answers


@pytest.fixture
def reader(agent: Machine, library: tuple[str, Answers]) -> Machine:
    """Somebody who has read the procedure, and has no network now."""
    agent.api = library[0]
    agent("session", "start", "--consent", *CAPABILITIES)
    agent("skill", SKILL)
    agent.api = NOWHERE
    return agent


def concern(agent: Machine, *more: str) -> Ran:
    fields = {
        "target_type": "skill",
        "target_id": SKILL,
        "context.language_used": "fr",
        "content.scope": "general",
        "content.body": "The desk asked for two copies.",
        "content.evidence_date": "2026-11-10",
        "content.evidence_source": "customer-report",
    }
    return agent(
        "buffer", "add", "concern", *(f"{key}={value}" for key, value in fields.items()), *more, expect=None
    )


def amendment(agent: Machine, **content: Any) -> Ran:
    item = {
        "type": "amendment",
        "target_type": "skill",
        "target_id": SKILL,
        "rationale": "The page says less than the desk.",
        "content": content,
    }
    return agent("buffer", "add", "--json", json.dumps(item), expect=None)


def summary(agent: Machine, value: str) -> Ran:
    change = {"field_path": "summary", "proposed_value": value}
    return amendment(agent, amendment_subtype="frontmatter", frontmatter_change=change)


def diff(agent: Machine, before: str, commit: str = COMMIT) -> Ran:
    lines = before.splitlines(keepends=True)
    after = [lines[0], "Book a visit early. <!-- advice -->\n", *lines[1:]]
    made = "".join(difflib.unified_diff(lines, after, "a/canonical.md", "b/canonical.md"))
    return amendment(agent, amendment_subtype="body", skill_commit=commit, body_diff=made)


def refused_at(answer: Ran) -> list[str]:
    assert (answer.code, answer.said["error"]) == (1, "would_be_refused")
    return [each["schema_pointer"] for each in answer.said["errors"]]


def warned_at(answer: Ran) -> list[str]:
    assert answer.code == 0, answer.raw
    return [each["schema_pointer"] for each in answer.said.get("warnings", [])]


AUDIENCE, VALUE = "/context/applies_to_match", "/content/frontmatter_change/proposed_value"
UNKNOWN_KEY = "context.applies_to_match.visa_categories=d-visa"
KNOWN_KEY = "context.applies_to_match.residency_status=registered"
SAID = str(served.skills()[SKILL]["summary"])
OTHER_SAID = "How an adult who lives in Belgium declares Belgian nationality at the commune."


@requirement("R-XREF-06")
def test_a_concern_names_an_audience_that_the_procedure_has(reader: Machine) -> None:
    assert refused_at(concern(reader, UNKNOWN_KEY)) == [AUDIENCE]
    assert warned_at(concern(reader, KNOWN_KEY)) == []


@requirement("R-XREF-07", "R-AMD-05")
def test_a_correction_of_a_field_changes_it(reader: Machine) -> None:
    assert refused_at(summary(reader, SAID)) == [VALUE]
    assert warned_at(summary(reader, OTHER_SAID)) == []


@requirement("R-XREF-07")
def test_a_correction_of_the_text_fits_what_was_read_and_names_its_commit(reader: Machine) -> None:
    assert refused_at(diff(reader, f"Else.\n{body_of(TEXT)}")) == ["/content/body_diff"]
    assert warned_at(diff(reader, body_of(TEXT), "1" * 40)) == ["/content/skill_commit"]
    assert warned_at(diff(reader, body_of(TEXT))) == []


def test_fields_that_came_later_than_the_text_do_not_tell_its_commit(
    reader: Machine, library: tuple[str, Answers]
) -> None:
    url, answers = library
    answers[f"/api/skills/{SKILL}"] = body({**served.skills()[SKILL], "commit": "2" * 40})
    reader.later(minutes=5).api = url
    reader("eligibility", SKILL)
    reader.api = NOWHERE
    assert warned_at(diff(reader, body_of(TEXT))) == []


def test_an_old_copy_warns_and_refuses_nothing(reader: Machine) -> None:
    reader.later(days=2)
    assert warned_at(concern(reader, UNKNOWN_KEY)) == [AUDIENCE]
    assert warned_at(summary(reader, SAID)) == [VALUE]
    assert warned_at(diff(reader, f"Else.\n{body_of(TEXT)}")) == ["/content/body_diff"]


@pytest.mark.parametrize("spoiled", [None, "", "[", '{"fetched_at": 5}'])
def test_a_copy_that_is_missing_or_spoiled_holds_nobody_to_anything(
    spoiled: str | None, reader: Machine
) -> None:
    text, fields = (
        reader.data / "skills-cache" / SKILL / "SKILL.md",
        reader.data / "cache" / f"skill-{SKILL}.json",
    )
    for copy in (text, fields):
        assert copy.exists()
        if spoiled is None:
            copy.unlink()
    if spoiled is not None:
        fields.write_text(spoiled, encoding="utf-8")
        (text.parent / ".cached-at").write_text(spoiled, encoding="utf-8")
    assert warned_at(concern(reader, UNKNOWN_KEY)) == []
    assert warned_at(summary(reader, SAID)) == []
    assert warned_at(diff(reader, f"Else.\n{body_of(TEXT)}")) == ["/content/body_diff"]


@requirement("R-XREF-10")
def test_a_concern_on_a_procedure_that_was_read_and_then_pulled_is_taken(
    reader: Machine, library: tuple[str, Answers]
) -> None:
    url, answers = library
    left = [each for each in served.graph()["nodes"] if each["id"] != SKILL]
    answers["/api/skill-graph"] = body({**served.graph(), "nodes": left})
    answers[f"/skills/{SKILL}.md"] = answers[f"/api/skills/{SKILL}"] = (410, b"{}")
    reader.later(minutes=5).api = url
    reader("session", "start", *CAPABILITIES)
    reader.api = NOWHERE
    assert warned_at(concern(reader)) == ["/target_id"]


def test_an_id_that_no_file_can_be_called_by_is_told_by_its_place(reader: Machine) -> None:
    assert "/target_id" in refused_at(concern(reader, "target_id=Not_An_Id"))


def test_a_procedure_that_was_pulled_is_not_read_out_from_its_copy_either(
    reader: Machine, library: tuple[str, Answers]
) -> None:
    url, answers = library
    assert reader("skill", SKILL).said["via"] == "cache"
    assert reader("eligibility", SKILL).said["applies"]
    answers[f"/skills/{SKILL}.md"] = answers[f"/api/skills/{SKILL}"] = (410, b"{}")
    reader.api = url
    assert reader("skill", SKILL, expect=1).said["error"] == "skill_pulled"
    assert reader("eligibility", SKILL, expect=1).said["error"] == "not_known"
    reader.api = NOWHERE
    assert reader("skill", SKILL, expect=4).said["error"] == "not_reached"
    assert reader("plan", SKILL, expect=4).said["error"] == "not_at_hand"
