"""What a page about submitting says is what the service takes."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from becivic.rules.limits import Limit
from becivic.rules.refusals import refusal_categories
from becivic.rules.schemas import packaged_registry
from becivic.rules.submissions import SubmissionType
from becivic.rules.targets import TargetType
from becivic.site.agents.submit_pages import PAGES, below, submit_page
from becivic.store.store import Store
from tests.factories.grounds import LIMITS, URL
from tests.factories.intake import Service, service
from tests.requirement import requirement

AT = "2026-11-15T10:29:00Z"
"""Shortly before the clock of the service that is asked."""


def page(kind: SubmissionType, commit: str | None = None) -> str:
    return submit_page(kind, URL, LIMITS, commit)


def examples(kind: SubmissionType, commit: str | None = None) -> list[dict[str, Any]]:
    found = re.findall(r"^```json\n(.*?)^```$", page(kind, commit), re.MULTILINE | re.DOTALL)
    return [{**json.loads(text), "submitted_at": AT} for text in found]


def part(text: str, heading: str) -> str:
    """What stands below a heading, up to the next one."""
    _, found, below = text.partition(f"{heading}\n")
    assert found, heading
    return re.split(r"^#{2,3} ", below, maxsplit=1, flags=re.MULTILINE)[0]


@pytest.fixture
def running(sqlite_store: Store) -> Service:
    return service(sqlite_store)


def test_every_type_that_people_send_has_a_page() -> None:
    assert [kind.value for kind in PAGES] == [
        "concern",
        "amendment",
        "validation",
        "draft",
        "feedback",
        "rating",
    ]


@requirement("R-AGT-03")
@pytest.mark.parametrize("kind", PAGES)
def test_every_example_is_taken_when_it_is_tried_and_when_it_is_meant(
    kind: SubmissionType, running: Service
) -> None:
    shown = examples(kind, running.library.edition.commit)
    for example in shown:
        tried = running.post(kind, example, query="?dry_run=1")
        assert (tried.status_code, tried.json()["status"]) == (200, "validated"), tried.json()
    for example in shown:
        meant = running.post(kind, example)
        assert (meant.status_code, meant.json()["status"]) == (
            200,
            "staged" if kind.facts.staged else "applied",
        ), meant.json()


@requirement("R-AGT-03")
@pytest.mark.parametrize("kind", PAGES)
def test_there_is_an_example_and_a_table_for_each_target(kind: SubmissionType) -> None:
    text = page(kind)
    shown = {TargetType(each["target_type"]) for each in examples(kind) if "target_type" in each}
    assert shown == set(kind.facts.targets)
    for target in kind.facts.targets:
        assert "_id` |" in part(text, f"### About `{target.value}`")


@requirement("R-AGT-03")
@pytest.mark.parametrize("kind", PAGES)
def test_every_field_of_the_schema_is_in_a_table_or_said_to_be_refused(kind: SubmissionType) -> None:
    text = page(kind)
    for name, schema in packaged_registry().documents[kind.schema_file]["properties"].items():
        if schema is False:
            assert f"`{name}`" in part(text[text.index("\nNever: ") :], "")
        else:
            assert f"\n| `{name}` | " in text, name


@requirement("R-AGT-03")
@pytest.mark.parametrize("kind", PAGES)
def test_every_refusal_is_told_with_its_remedy(kind: SubmissionType) -> None:
    told = part(page(kind), "## Every refusal")
    for category in refusal_categories(kind):
        assert f"| `{category.value}` | {category.http_status} | {category.remedy} |" in told


@requirement("R-AGT-03")
def test_the_commit_is_the_one_that_is_served_and_where_none_is_known_that_is_said() -> None:
    told = page(SubmissionType.AMENDMENT, "a" * 40)
    assert f'"skill_commit": "{"a" * 40}"' in told
    assert "0" * 40 not in told
    assert "refused with 409" in page(SubmissionType.AMENDMENT)
    assert "zeros" not in page(SubmissionType.CONCERN)


def test_a_field_that_is_needed_under_a_condition_says_which() -> None:
    about_skill = part(page(SubmissionType.CONCERN), "### About `skill`")
    assert "| `content.specifier` | if `scope` is `commune-specific`, or if" in about_skill
    votes = part(page(SubmissionType.VALIDATION), "## Every field")
    assert "| `rationale` | if `verdict` is `reject` |" in votes
    assert "| `traversal_metadata` | by target |" in votes


def test_an_id_that_follows_the_subtype_is_told_for_each() -> None:
    told = part(page(SubmissionType.AMENDMENT), "### About `path_source`")
    assert "| `target_id` | yes, with `field_edit` |" in told
    assert "| `target_id` | yes, with `source_add` |" in told


def test_stars_that_do_not_fit_a_target_are_said_not_to() -> None:
    told = part(page(SubmissionType.RATING), "### About `session`")
    assert "| `user_experience_stars` | yes | integer | 1 to 5 |" in told
    assert "Not with this target: `agent_protocol_stars`, `skill_quality_stars`." in told


def test_the_limits_are_those_in_force() -> None:
    told = submit_page(SubmissionType.VALIDATION, URL, {**LIMITS, Limit.VALIDATION: 3})
    assert "- 3: validations that one address may send in a day." in told
    assert "validations that" not in part(page(SubmissionType.CONCERN), "## Limits here")


def test_what_is_pasted_into_a_shell_tries_and_keeps_nothing() -> None:
    told = part(page(SubmissionType.FEEDBACK), "## From a command line")
    assert f"curl -sS '{URL}/api/feedback-channel?dry_run=1'" in told


@pytest.mark.parametrize("kind", PAGES)
def test_a_table_has_five_cells_in_every_row(kind: SubmissionType) -> None:
    rows = [line for line in page(kind).splitlines() if line.startswith("| `")]
    cells = {len(re.split(r"(?<!\\)\|", row)) - 2 for row in rows}
    assert cells == {3, 5}  # refusals, fields


def test_only_the_pages_about_submitting_have_something_below_their_prose() -> None:
    assert below("/agents/submit/rating", URL, {}) == page(SubmissionType.RATING)
    for address in ("/agents/submit/analytics", "/agents/install", "/rating", "/docs/submit/rating"):
        assert below(address, URL, {}) == ""
