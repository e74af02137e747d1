"""What the pages for agents show is what the service takes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from becivic.packaged import corpus_folder
from becivic.rules.submissions import SubmissionType
from becivic.site.agents.endpoints import endpoints
from becivic.store.store import Store
from tests.factories.intake import service
from tests.requirement import requirement

PAGES = sorted((corpus_folder() / "agents/submit").glob("*.mdx"))
AT = "2026-11-15T10:29:00Z"
"""Shortly before the clock of the service that is asked."""


def examples(page: Path) -> list[dict[str, Any]]:
    found = re.findall(r"^```json\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return [json.loads(text) for text in found]


def test_every_type_a_person_can_send_has_its_page() -> None:
    assert {page.stem for page in PAGES} == {
        each.value for each in SubmissionType if each is not SubmissionType.ANALYTICS
    }


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_example_on_a_page_would_be_taken(page: Path, store: Store) -> None:
    running = service(store)
    shown = examples(page)
    assert shown, "a page without an example"
    for example in shown:
        answer = running.post(SubmissionType(page.stem), {**example, "submitted_at": AT}, query="?dry_run=1")
        assert (answer.status_code, answer.json()["status"]) == (200, "validated"), answer.json()


@requirement("R-AGT-06")
def test_the_contract_speaks_of_everything_it_must() -> None:
    text = (corpus_folder() / "docs" / "submission-contract-v2.mdx").read_text(encoding="utf-8")
    parts = re.split(r"^## \d+\. (.*)$", text, flags=re.MULTILINE)
    told = dict(zip(parts[1::2], parts[2::2], strict=True))
    assert list(told) == [
        "Session start",
        "What you can do, honestly",
        "Before anything leaves",
        "What to send when",
        "Alpha and beta",
        "Cancelling",
        "The log",
        "When you can do less",
        "Languages",
        "Licence",
    ]
    for kind in SubmissionType:
        if kind.facts.in_envelope:
            assert f"**{kind.value}**" in told["What to send when"].lower(), kind
    assert "A procedure may ask for more than the contract does, never for less." in text


@requirement("R-AGT-02", "R-PRIN-06")
def test_the_contract_names_addresses_that_the_manifest_lists() -> None:
    contract = (corpus_folder() / "docs/submission-contract-v2.mdx").read_text(encoding="utf-8")
    listed = {each.path for each in endpoints()}
    named = {
        found.replace("<id>", "{id}")
        for found in re.findall(r"`(?:POST |GET |DELETE )?(/api/[^`]+)`", contract)
    }
    own = {path for path in named if "<endpoint>" not in path}
    assert {f"/api/{each.facts.route}" for each in SubmissionType} | {"/api/feedback"} <= own
    assert own <= listed
    assert not re.search(r"`(?:POST|GET|DELETE) /(?!api/)", contract)
