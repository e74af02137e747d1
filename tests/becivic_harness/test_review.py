"""Who decides sees all that would leave the machine, each thing on a line that says what it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from becivic_harness import review
from becivic_harness.cli.buffers import _list_text
from becivic_harness.review_words import CHOICES, LABELS
from becivic_harness.submission_rules import kinds
from tests.factories.payloads import Fixture, fixtures
from tests.requirement import requirement

SESSION = "ses_01a1de8a-98a1-71f5-93cf-d3cf8460ed39"
FOLDERS = {
    "concerns": "concern",
    "amendments": "amendment",
    "validations": "validation",
    "drafts": "draft",
    "feedback_channel": "feedback",
    "ratings": "rating",
}
SENDABLE = [each for folder in FOLDERS for each in fixtures(f"{folder}/valid/**/*.json")]
AS_WORDS = str.maketrans("-_", "  ")
NEVER_SHOWN = ("type", "schema_version", "submitted_at", "target_type")
"""Numbers of our own, the moment of sending, and what the headline says in words."""


def item_of(fixture: Fixture) -> dict[str, Any]:
    return {"type": FOLDERS[fixture.folder], **fixture.read()}


def leaves(value: Any, key: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for name, below in value.items():
            yield from leaves(below, name)
    elif isinstance(value, list):
        for below in value:
            yield from leaves(below, key)
    else:
        yield key, value


def shown(item: dict[str, Any]) -> str:
    return _list_text({"items": [review.reviewed(item, SESSION, approved=False)]})


@requirement("R-BUF-10", "R-HARN-08")
@pytest.mark.parametrize("fixture", SENDABLE, ids=str)
def test_every_value_that_would_be_sent_is_shown(fixture: Fixture) -> None:
    item = item_of(fixture)
    text = shown(item)
    for key, value in leaves({name: value for name, value in item.items() if name not in NEVER_SHOWN}):
        if isinstance(value, bool) or value is None or key == "signal":
            continue
        said = CHOICES.get(key, {}).get(str(value), str(value))
        for line in said.split("\n"):
            assert line in text or line.translate(AS_WORDS) in text, (key, line)


@requirement("R-BUF-10")
@pytest.mark.parametrize("fixture", SENDABLE, ids=str)
def test_every_field_has_a_line_of_its_own_that_names_it(fixture: Fixture) -> None:
    item = item_of(fixture)
    lines = review.says(item) + review.sent_with(item, SESSION)
    for key, _ in leaves(item):
        named = LABELS.get(key, key.replace("_", " "))
        is_told_above = key in (*NEVER_SHOWN, *review._TOLD_BY_ABOUT, kinds()[item["type"]].id_field)
        assert is_told_above or any(f"{named}".lower() in line.lower() for line in lines), key


@requirement("R-BUF-10", "R-BUF-12")
def test_a_failed_walk_reads_as_words() -> None:
    vote = {
        "type": "validation",
        "validation_id": "val_01a1de8a-98a1-71f5-93cf-d3cf8460ed39",
        "target_type": "path_source",
        "target_id": "certificate-of-residence:irisbox",
        "submitting_agent": "test-agent/1.0",
        "declared_capabilities": ["multi_turn", "web_fetch"],
        "session_id": SESSION,
        "verdict": "reject",
        "injection_flag": False,
        "rationale": "source-temporarily-down: response-status (down)",
        "traversal_metadata": {
            "validates_post_handoff": False,
            "outcome": "failed",
            "signal": "response-status",
            "attempted_on": "2026-11-18",
        },
    }
    assert review.says(vote) == [
        "Vote: it is not right",
        "The text tries to steer the agent: no",
        "Why: source temporarily down: response status (down)",
        "What comes after your own part was seen: no",
        "Result: it did not work",
        "Told by: response status",
        "Tried on: 2026-11-18",
    ]
    assert review.sent_with(vote, "") == [
        "Sent as: test-agent/1.0",
        "What the agent says it can do: multi turn, web fetch",
        f"Number of the session (time and chance): {SESSION}",
    ]


def test_a_correction_is_shown_line_by_line_and_a_rating_with_all_its_stars() -> None:
    content = {"amendment_subtype": "body", "body_diff": "--- a\n+++ b\n@@ -1 +1 @@\n-Old.\n+New.\n"}
    assert review.says({"type": "amendment", "content": content})[1:] == [
        "Change, line by line (+ is new, - goes):",
        "  --- a",
        "  +++ b",
        "  @@ -1 +1 @@",
        "  -Old.",
        "  +New.",
    ]
    stars = {"skill_quality_stars": 4, "agent_protocol_stars": 3, "user_experience_stars": 5}
    assert review.says({"type": "rating", **stars}) == [
        "The procedure: 4 of 5 stars",
        "How the agent worked: 3 of 5 stars",
        "How it was for you: 5 of 5 stars",
    ]


def test_what_goes_with_every_item_is_told_once_below_the_list() -> None:
    items = [item_of(fixtures("concerns/valid/**/*.json")[0]) for _ in range(2)]
    text = _list_text({"items": [review.reviewed(item, SESSION, approved=False) for item in items]})
    assert text.count("Sent as:") == 1
    assert SESSION in text
