"""A text that addresses an agent is seen by a person before anything of it is merged (design 7.14)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from becivic.rules.publishing import HoldReason
from becivic.rules.submissions import SubmissionType
from becivic.store.store import Store
from becivic.store.tables.keeping import REVIEW_ITEMS
from tests.factories.payloads import Fixture, edited, payload
from tests.factories.press import press
from tests.publishing.screening.places import screen, screened
from tests.security.orders import NEW_SOURCE, PATH, THE_CASE, orders, source_add

ORDER = HoldReason.ADDRESSES_AGENT
ENOUGH = 100
AMENDMENT = SubmissionType.AMENDMENT
SKILL_FIELD = "amendments/valid/skill/frontmatter-summary"
DIFF = "amendments/valid/skill/body-one-line"
FIELDS = (
    *(
        f"/content/source_add/actor/handoff/{name}"
        for name in ("agent_responsibility", "user_responsibility", "resumption")
    ),
    "/content/source_add/procedure/instructions",
    "/content/source_add/notes",
    "/content/source_add/validation_path/failure_signals/0/value",
    "/rationale",
)


def held(sent: dict[str, Any]) -> list[str]:
    """Where a text of it addresses an agent."""
    found = screen().look([(AMENDMENT, sent)])[0]
    return [each.pointer for each in found if each.reason is ORDER]


def test_the_case_of_the_issue_is_held_and_nothing_of_it_is_on_main(
    sqlite_store: Store, tmp_path: Path
) -> None:
    house = press(sqlite_store, tmp_path / "home")
    sent = source_add(agent_responsibility=THE_CASE)
    name = house.sends_payload(AMENDMENT, sent)
    report = house.a_day_later()
    assert report.held == [name]
    assert NEW_SOURCE not in {source.id for source in house.corpus.paths.entries[PATH].sources}
    assert house.status(AMENDMENT, name)["state"] == "ner_held_for_review"
    asked = house.rows(REVIEW_ITEMS, subject_id=name)
    assert [each.title for each in asked] == ["An amendment is held: addresses_agent at 1 place"]


def test_there_are_enough_payloads() -> None:
    assert len(set(orders())) == len(orders()) >= ENOUGH


@pytest.mark.parametrize("place", FIELDS)
def test_every_payload_is_held_in_every_text_of_a_source(place: str) -> None:
    missed = [text for text in orders() if place not in held(source_add(**{place: text}))]
    assert missed == []


def test_every_payload_is_held_in_a_field_and_in_a_diff() -> None:
    field, diff = "/content/frontmatter_change/proposed_value", "/content/body_diff"
    head = "--- a/canonical.md\n+++ b/canonical.md\n@@ -1 +1 @@\n-Old\n+- "
    for text in orders():
        assert field in held(edited(payload(SKILL_FIELD), {field: text})), text
        assert diff in held(edited(payload(DIFF), {diff: f"{head}{text}\n"})), text


def test_what_a_diff_leaves_or_takes_away_is_nobodys_order() -> None:
    head = "--- a/canonical.md\n+++ b/canonical.md\n@@ -1,2 +1,2 @@\n"
    sent = edited(payload(DIFF), {"/content/body_diff": f"{head} {THE_CASE}\n-{THE_CASE}\n+New\n"})
    assert held(sent) == []


@pytest.mark.parametrize("fixture", screened(), ids=str)
def test_no_valid_submission_is_held(fixture: Fixture) -> None:
    assert screen().look([(fixture.type, fixture.read())])[0] == ()


def test_an_observation_is_quoted_where_it_is_shown_and_is_not_held() -> None:
    sent = edited(payload("concerns/valid/path-general"), {"/content/report": THE_CASE})
    assert screen().look([(SubmissionType.CONCERN, sent)])[0] == ()
