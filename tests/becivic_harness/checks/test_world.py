"""Stages 2 to 6: what an agent can do, what identifies a person, what is named, and the clock."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from becivic.rules.capabilities import missing
from becivic.rules.errors import ErrorCategory
from becivic.rules.submissions import SubmissionType
from becivic.rules.targets import TargetType
from becivic_harness.checks.case import Case
from becivic_harness.checks.timing import check_timing
from becivic_harness.checks.verdict import Verdict
from becivic_harness.preflight import Body, Known, Preflight
from becivic_harness.submission_rules import kinds, remedy, required_capabilities
from becivic_scrub import Engine, parse_rules
from tests.factories.oracle import NOW
from tests.factories.payloads import ABSENT, edited, payload
from tests.factories.preflights import body_of, engine, fields_of, graph, look, paths
from tests.factories.scrub_rules import SEVERAL, UNTRANSLATABLE, file_of
from tests.requirement import requirement

ON_PATH = payload("concerns/valid/path-general")
ON_SKILL = payload("concerns/valid/skill-general")
VOTE = payload("validations/valid/skill-confirm")
BODY_DIFF = payload("amendments/valid/skill/body-one-line")
DRAFT = payload("drafts/invalid/skill/cross-ref-missing-requires")
PATH_DRAFT = payload("drafts/invalid/path/cross-ref-unknown-related-skill")


def _errors(found: Preflight) -> list[tuple[str, str]]:
    return [(each.error, each.pointer) for each in found.errors]


def _warned(found: Preflight) -> list[str]:
    return [each.pointer for each in found.warnings]


# --- capabilities ---------------------------------------------------------------------------------------------


@requirement("R-CAP-01", "R-CAP-02", "R-CAP-03", "R-CAP-04")
@pytest.mark.parametrize("kind", SubmissionType)
def test_the_tiers_are_those_of_the_server(kind: SubmissionType) -> None:
    for target in kind.facts.targets or (None,):
        needed = required_capabilities(kinds()[kind.value], target.value if target else "")
        assert needed == [each.value for each in missing(kind.tier(target), [])]
    assert required_capabilities(kinds()[kind.value], TargetType.SESSION.value + "x") == []


def test_what_an_agent_lacks_is_named() -> None:
    (only,) = look("validation", {**VOTE, "declared_capabilities": ["multi_turn", "vision"]}).errors
    assert only.error == "capability_mismatch"
    assert "structured_output, tool_execution, web_fetch" in only.detail


@pytest.mark.parametrize("category", ErrorCategory)
def test_a_remedy_is_the_servers(category: ErrorCategory) -> None:
    assert remedy(category.value) in (category.remedy, "")


# --- scrub ----------------------------------------------------------------------------------------------------


@requirement("R-SCRUB-05", "R-SCRUB-11")
def test_an_indirect_identifier_refuses_in_what_somebody_tells_and_warns_in_what_is_for_the_corpus() -> None:
    street = "Go to Rue de la Loi 16 in the morning."
    told = look("concern", edited(ON_SKILL, {"/content/body": street}))
    assert _errors(told) == [("regex_fail", "/content/body")]
    proposed = edited(
        payload("amendments/valid/reference/title-only"), {"/content/proposed_title": f"Office: {street}"}
    )
    found = look("amendment", proposed)
    assert (found.ok, _warned(found)) == (True, ["/content/proposed_title"])
    found = look("amendment", edited(proposed, {"/rationale": street}))
    assert _errors(found) == [("layer2_scrub_failure", "/rationale")]


def test_a_direct_identifier_refuses_wherever_it_stands_and_is_never_repeated() -> None:
    title = edited(
        payload("amendments/valid/reference/title-only"), {"/content/proposed_title": "Ask a@example.org"}
    )
    found = look("amendment", title)
    assert _errors(found) == [("layer2_scrub_failure", "/content/proposed_title")]
    assert "email" in found.errors[0].detail
    assert "a@example" not in str(found.as_json())


@requirement("R-SCRUB-05")
def test_a_rule_that_cannot_run_counts_as_fired() -> None:
    rules = parse_rules(file_of(*SEVERAL, UNTRANSLATABLE), lenient=True)
    found = look("concern", ON_SKILL, engine=Engine(rules))
    assert not found.ok
    assert "could not be run" in found.errors[0].detail


def test_a_personal_key_is_told_as_one() -> None:
    match = edited(ON_SKILL, {"/context/applies_to_match": {"a@example.org": "x"}})
    found = look("concern", match)
    assert any("A key here" in each.detail for each in found.errors)
    assert "@" not in str(found.as_json())


# --- what is named --------------------------------------------------------------------------------------------


def _named(changes: dict[str, Any], base: Any = ON_SKILL, kind: str = "concern", **world: Any) -> Preflight:
    return look(kind, edited(base, changes), **world)


@requirement("R-XREF-02", "R-XREF-10")
def test_an_unknown_skill_is_refused_by_a_fresh_list_and_warned_of_by_an_old_one() -> None:
    unknown = {"/target_id": "no-such-skill"}
    assert _errors(_named(unknown)) == [("cross_ref_fail", "/target_id")]
    for known in (graph(fresh=False), None):
        found = _named(unknown, graph=known)
        assert (found.ok, _warned(found)) == (True, ["/target_id"])


@pytest.mark.parametrize("part", [
    {"next": "nationality-application"},
    {"filters_applied": {"status": ["stable", "beta"]}},
    {"filters_applied": {"status": ["draft", "alpha", "beta", "stable"], "applies_to": ["family"]}},
    {"filters_applied": None},
    {"filters_applied": {"status": True}},
])  # fmt: skip
def test_a_list_that_is_not_whole_refuses_nothing(part: dict[str, Any]) -> None:
    narrowed = Known({**graph().document, "nodes": [], **part}, fresh=True)
    found = _named({}, graph=narrowed, skill_body=None)
    assert (found.ok, _warned(found)) == (True, ["/target_id"])


@requirement("R-XREF-10")
def test_a_concern_on_a_skill_that_was_read_here_goes_although_the_graph_has_it_no_longer() -> None:
    without = Known({**graph().document, "nodes": []}, fresh=True)
    assert _named({}, graph=without).ok
    assert _errors(_named({}, graph=without, skill_body=None, skill_fields=None)) == [
        ("cross_ref_fail", "/target_id")
    ]
    assert _errors(_named({}, VOTE, "validation", graph=without)) == [("cross_ref_fail", "/target_id")]


@requirement("R-XREF-10", "R-AMD-12")
@pytest.mark.parametrize("fresh", [True, False])
def test_nobody_votes_on_a_draft_and_what_has_ended_takes_concerns_only(fresh: bool) -> None:
    nodes = [{**node, "status": "draft"} for node in graph().document["nodes"]]
    drafts = Known({**graph().document, "nodes": nodes}, fresh)
    found = _named({}, VOTE, "validation", graph=drafts)
    assert (found.ok, bool(found.warnings)) == (not fresh, not fresh)
    assert _named({}, graph=drafts).warnings == ()
    ended = {name: {**entry, "status": "deprecated"} for name, entry in paths().document["paths"].items()}
    directory = Known({**paths().document, "paths": ended}, fresh)
    edit = payload("amendments/valid/path/description")
    assert look("amendment", edit, paths=directory).ok is not fresh
    assert look("concern", ON_PATH, paths=directory).ok


@requirement("R-XREF-02")
def test_a_source_must_be_one_of_its_path_as_far_as_the_directory_tells() -> None:
    vote = payload("validations/valid/path-source-confirm")
    unknown = {"/target_id": "birth-certificate-belgian:no-such-source"}
    assert _errors(_named(unknown, vote, "validation")) == [("cross_ref_fail", "/target_id")]
    short = {name: {"id": name, "status": "alpha"} for name in paths().document["paths"]}
    found = _named(unknown, vote, "validation", paths=Known({"paths": short}, fresh=True))
    assert (found.ok, found.warnings) == (True, ())


def test_an_unknown_path_is_refused_by_a_fresh_and_whole_list_alone() -> None:
    unknown = {"/target_id": "no-such-path"}
    assert _errors(_named(unknown, ON_PATH)) == [("cross_ref_fail", "/target_id")]
    page = Known({**paths().document, "next": "m"}, fresh=True)
    for known in (paths(fresh=False), page, Known({"paths": []}, fresh=False), None):
        assert _named(unknown, ON_PATH, paths=known).ok


def test_another_contract_is_refused() -> None:
    found = _named({"/submission_contract_version": "3.0.0"})
    assert _errors(found) == [("cross_ref_fail", "/submission_contract_version")]


@requirement("R-XREF-06")
def test_audience_keys_are_held_to_the_skill_where_it_was_read() -> None:
    match = {"/context/applies_to_match": {"no_such_key": True}}
    assert _errors(_named(match)) == [("cross_ref_fail", "/context/applies_to_match")]
    assert _named(match, skill_fields=None).ok
    assert not _named(match, skill_fields=Known({"applies_to": None}, fresh=True)).ok
    old = _named(match, skill_fields=fields_of(ON_SKILL, fresh=False))
    assert (old.ok, _warned(old)) == (True, ["/context/applies_to_match"])


# --- amendments -----------------------------------------------------------------------------------------------


@requirement("R-XREF-07")
def test_a_diff_is_tried_where_the_body_was_read_and_else_it_is_said_that_it_was_not() -> None:
    found = look("amendment", BODY_DIFF, skill_body=None, skill_fields=None)
    assert (found.ok, _warned(found)) == (True, ["/content/body_diff"])
    found = look("amendment", BODY_DIFF, skill_body=Body("Another body.\n", fresh=True))
    assert _errors(found) == [("diff_apply_failed", "/content/body_diff")]
    old = look("amendment", BODY_DIFF, skill_body=Body("Another body.\n"))
    assert (old.ok, _warned(old)) == (True, ["/content/body_diff"])
    read = body_of(BODY_DIFF)
    assert read is not None
    assert look("amendment", BODY_DIFF, skill_body=read._replace(commit=None)).warnings == ()


def test_a_diff_against_another_commit_than_was_read_is_warned_of() -> None:
    assert _warned(look("amendment", BODY_DIFF)) == [
        "/content/skill_commit"
    ]  # forty zeros are nobody's commit


@requirement("R-XREF-07", "R-AMD-05")
def test_a_field_that_keeps_its_value_or_breaks_the_whole_is_refused() -> None:
    edit = payload("amendments/valid/skill/frontmatter-summary")
    fields = fields_of(edit)
    assert fields is not None
    same = {"/content/frontmatter_change/proposed_value": fields.document["summary"]}
    assert _errors(_named(same, edit, "amendment"))[0][1].endswith("proposed_value")
    old = _named(same, edit, "amendment", skill_fields=fields_of(edit, fresh=False))
    assert (old.ok, _warned(old)) == (True, ["/content/frontmatter_change/proposed_value"])
    assert _named(same, edit, "amendment", skill_fields=None).ok
    priority = payload("amendments/valid/path_source/field-edit-priority")
    broken = {
        "/content/frontmatter_change/field_path": "source_class",
        "/content/frontmatter_change/proposed_value": "federal-auth-handoff",
    }
    found = _named(broken, priority, "amendment")
    assert "the whole would not fit path-source.schema.json" in found.errors[0].detail
    stale = _named(broken, priority, "amendment", paths=paths(fresh=False))
    assert (stale.ok, len(stale.warnings)) == (True, 1)


@pytest.mark.parametrize(
    "name", ["path/description", "path_source/field-edit-priority", "path_source/source-add-postal"]
)
def test_an_amendment_of_a_path_that_is_not_known_here_is_left_to_the_server(name: str) -> None:
    found = look("amendment", payload(f"amendments/valid/{name}"), paths=None)
    assert (found.ok, _warned(found)) == (True, ["/target_id"])


def test_a_source_that_is_not_known_here_is_told_once() -> None:
    edit = payload("amendments/valid/path_source/field-edit-priority")
    path_id = edit["target_id"].partition(":")[0]
    found = _named({"/target_id": f"{path_id}:no-such-source"}, edit, "amendment")
    assert _errors(found) == [("cross_ref_fail", "/target_id")]


# --- drafts ---------------------------------------------------------------------------------------------------


@requirement("R-XREF-09")
def test_what_a_draft_names_is_looked_up() -> None:
    at = "/content/frontmatter"
    found = look("draft", DRAFT)
    assert [pointer for _, pointer in _errors(found)] == [f"{at}/requires/1/id"]
    more = edited(
        DRAFT, {f"{at}/prerequisites": ["no-such-skill"], f"{at}/related": ["nationality-application"]}
    )
    assert [pointer for _, pointer in _errors(look("draft", more))] == [
        f"{at}/requires/1/id",
        f"{at}/prerequisites/0",
    ]
    old = look("draft", DRAFT, graph=graph(fresh=False))
    assert (old.ok, _warned(old)) == (True, [f"{at}/requires/1/id"])
    assert not look("draft", PATH_DRAFT).ok
    assert look("draft", PATH_DRAFT, graph=None).ok


def test_a_preferred_provider_must_be_a_supported_one() -> None:
    added = payload("amendments/invalid/path_source/cross-ref-provider-not-supported")
    at = "/content/source_add/preferred_auth_provider"
    assert _errors(look("amendment", added)) == [("cross_ref_fail", at)]
    assert look("amendment", edited(added, {at: ABSENT})).ok


# --- the clock ------------------------------------------------------------------------------------------------


@requirement("R-PIPE-08")
@pytest.mark.parametrize(("by", "ok"), [
    (timedelta(), True), (timedelta(minutes=59), True), (timedelta(minutes=61), False), (-timedelta(days=6), True),
    (-timedelta(days=8), False),
])  # fmt: skip
def test_a_clock_too_far_ahead_or_behind_is_refused(by: timedelta, ok: bool) -> None:
    sent = (NOW + by).strftime("%Y-%m-%dT%H:%M:%SZ")
    found = look("concern", {**ON_SKILL, "submitted_at": sent})
    assert found.ok is ok
    assert _errors(found) == ([] if ok else [("schema_fail", "/submitted_at")])


@pytest.mark.parametrize("sent", ["0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59"])
def test_a_moment_at_the_end_of_the_calendar_is_refused_and_no_crash(sent: str) -> None:
    assert _errors(look("concern", {**ON_SKILL, "submitted_at": sent})) == [("schema_fail", "/submitted_at")]


def test_a_time_that_is_none_is_refused_wherever_it_comes_from() -> None:
    """The form stops it before; the stage by itself does too."""
    verdict = Verdict()
    known = Case(kinds()["concern"], {"submitted_at": "noon"}, engine(), None, None, None, None, NOW)
    check_timing(known, verdict)
    assert [each.pointer for each in verdict.errors] == ["/submitted_at"]
