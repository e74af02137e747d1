"""A source that came by an anonymous amendment: last, quoted and labelled in every face until another address confirms it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from becivic.publishing.screening.votes import look_through
from becivic.rules.submissions import SubmissionType
from becivic.store.store import Store
from tests.factories.payloads import edited, payload
from tests.factories.press import Press, press
from tests.security.library import let_through
from tests.security.orders import NEW_SOURCE, PATH, THE_CASE, source_add

LABELS = {
    "en": "Somebody reported this; nobody has confirmed it.",
    "fr": "Quelqu'un l'a signalé ; personne ne l'a confirmé.",
    "nl": "Iemand heeft dit gemeld; niemand heeft het bevestigd.",
    "de": "Jemand hat das gemeldet; niemand hat es bestätigt.",
}
AUTHOR, OTHER = "198.51.100.7", "203.0.113.9"
VOTE = "validations/valid/path-source-confirm"


def merged(house: Press, sent: dict[str, Any]) -> str:
    """An amendment that was held, let through by a person, and merged; its id."""
    name = house.sends_payload(SubmissionType.AMENDMENT, sent, address=AUTHOR)
    house.a_day_later()
    let_through(house.store, house)
    house.runs()
    assert house.status(SubmissionType.AMENDMENT, name)["change_request"] == "merged"
    return name


@pytest.fixture
def house(sqlite_store: Store, tmp_path: Path) -> Press:
    return press(sqlite_store, tmp_path / "home")


@pytest.fixture
def told(house: Press) -> Press:
    merged(house, source_add(agent_responsibility=THE_CASE))
    return house


def source_of(house: Press, answer: dict[str, Any]) -> dict[str, Any]:
    return next(each for each in answer["sources"] if each["id"] == NEW_SOURCE)


def votes(house: Press, address: str, verdict: str = "confirm") -> Any:
    vote = {**payload(VOTE), "target_id": f"{PATH}:{NEW_SOURCE}", "verdict": verdict}
    if verdict == "reject":
        vote["rationale"] = "The form is gone."
    vote["validation_id"] = f"val_01a1de7b-0000-7000-8000-{abs(hash((address, verdict))) % 10**12:012d}"
    answer = house.service.post(SubmissionType.VALIDATION, vote, address=address)
    look_through(house.workshop, house.now)
    return answer


def test_it_is_marked_in_git_and_comes_last_whatever_priority_it_asks_for(told: Press) -> None:
    entry = told.corpus.paths.entries[PATH]
    last = entry.sources_in_turn[-1]
    assert last.id == NEW_SOURCE
    assert last.fields.raw("priority") == 100
    mark = last.fields.raw("reported")
    assert mark["submission"].startswith("amd_")
    assert set(mark) == {"submission", "since"}
    assert told.get(f"/api/paths/{PATH}").json()["sources_in_turn"][-1] == NEW_SOURCE


def test_a_changed_source_is_marked_too(house: Press) -> None:
    sent = payload("amendments/valid/path_source/field-edit-priority")
    path, _, source = sent["target_id"].partition(":")
    merged(house, edited(sent, {"/content/frontmatter_change/proposed_value": 99}))
    assert house.corpus.paths.entries[path].sources_in_turn[-1].id == source


@pytest.mark.parametrize("language", LABELS)
def test_the_page_quotes_and_labels_it(told: Press, language: str) -> None:
    page = told.get(f"/{language}/paths/{PATH}" if language != "en" else f"/paths/{PATH}").text
    before, quote, after = page.partition('<blockquote class="reported">')
    assert quote
    assert LABELS[language].replace("'", "&#39;") in before
    inside, _, rest = after.partition("</blockquote>")
    assert THE_CASE in inside
    assert THE_CASE not in before + rest


def test_markdown_has_it_in_a_labelled_fence(told: Press) -> None:
    page = told.get(f"/paths/{PATH}/index.md").text
    before, _, rest = page.partition(THE_CASE)
    assert LABELS["en"] in before
    assert before.rsplit("```text", 1)[1].count("```") == 0
    assert "\n```\n" in rest
    assert THE_CASE not in rest


def test_json_says_so_beside_it(told: Press) -> None:
    for answer in (
        told.get(f"/api/paths/{PATH}").json(),
        told.get("/paths/index.json").json()["paths"][PATH],
    ):
        mark = source_of(told, answer)["reported"]
        assert mark["submission"].startswith("amd_")
        assert "confirmed" not in mark
    whole = told.get(f"/api/paths/{PATH}").json()["unconfirmed"]
    assert whole["sources"] == [NEW_SOURCE]
    assert whole["note"].startswith(LABELS["en"])


def test_the_author_cannot_confirm_it_and_another_address_can(told: Press) -> None:
    refused = votes(told, AUTHOR)
    assert refused.json()["error"] == "self_validation_blocked"
    assert "confirmed" not in source_of(told, told.get(f"/api/paths/{PATH}").json())["reported"]
    told.service.clock.move(seconds=2)
    assert votes(told, OTHER).status_code in (200, 201, 202)
    told.service.library.refresh()
    for address in (f"/api/paths/{PATH}", "/paths/index.json", "/api/paths?detail=full"):
        answer = told.get(address).json()
        answer = answer if "sources" in answer else answer["paths"][PATH]
        assert "confirmed" in source_of(told, answer)["reported"], address
    assert LABELS["en"] not in told.get(f"/paths/{PATH}").text
    assert LABELS["en"] not in told.get(f"/paths/{PATH}/index.md").text
    assert told.get(f"/api/paths/{PATH}").json()["sources_in_turn"][0] == NEW_SOURCE


def test_who_takes_a_confirmation_back_leaves_it_unconfirmed(told: Press) -> None:
    told.service.clock.move(seconds=2)
    assert votes(told, OTHER).status_code in (200, 201, 202)
    told.service.clock.move(seconds=2)
    assert votes(told, OTHER, "reject").status_code in (200, 201, 202)
    assert "confirmed" not in source_of(told, told.get(f"/api/paths/{PATH}").json())["reported"]


def test_a_submission_cannot_mark_or_unmark(house: Press) -> None:
    made = {"submission": "amd_01a1de7b-ae90-716a-a857-c948c637bbfd", "since": "2020-01-01T00:00:00Z"}
    for sent in (
        edited(source_add(), {"/content/source_add/reported": made}),
        edited(
            payload("amendments/valid/path_source/field-edit-priority"),
            {"/content/frontmatter_change/field_path": "reported"},
        ),
        edited(
            payload("amendments/valid/skill/frontmatter-summary"),
            {"/content/frontmatter_change/field_path": "reported"},
        ),
    ):
        answer = house.service.post(SubmissionType.AMENDMENT, sent)
        assert answer.status_code == 400, json.dumps(sent["content"])
