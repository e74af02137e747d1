"""How a session begins, tier by tier and for everybody who comes back."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from becivic_harness.opening import (
    ActiveProcedure,
    Orphan,
    Place,
    closing_offer,
    document_intake,
    mode,
    opening,
    pivot,
)
from becivic_harness.sentences import Sentence
from becivic_harness.tiers import Probes, Tier, lost, tier
from tests.requirement import requirement

DIR = "/home/somebody/.local/share/be-civic"
AGREED = Place(DIR, is_agreed=True, buffer=f"{DIR}/sessions/ses_1/observations-buffer.jsonl")
NOT_YET = Place(DIR, is_agreed=False)
CARD = ActiveProcedure("residence-card-renewal", "Renew a Belgian residence card", "step 2, photos")
MOVE = ActiveProcedure("commune-address-registration", "Register your address", "the police check")
KNOWN = {"profile_schema_version": "1.0.0", "last_updated_at": "2026-11-16T00:00:00Z", "region": "Flanders"}


def at(name: str) -> Tier:
    tools = ["mcp__becivic__find_skill"] if name == "T3" else ["mcp__other__find"]
    return tier(Probes(harness_loaded=name != "T0", data_dir_writable=name in ("T2", "T3"), mcp_tools=tools))


def said(*args: Any, **kwargs: Any) -> dict[str, str]:
    return {each.key: each.say for each in opening(*args, **kwargs)}


@requirement("R-TIER-01", "R-TIER-02", "R-TIER-03", "R-TIER-05")
@pytest.mark.parametrize(
    ("probes", "name"),
    [
        (Probes(harness_loaded=False, data_dir_writable=True, mcp_tools=["mcp__becivic__find_skill"]), "T0"),
        (Probes(harness_loaded=True, data_dir_writable=False, mcp_tools=["mcp__becivic__find_skill"]), "T1"),
        (Probes(harness_loaded=True, data_dir_writable=True), "T2"),
        (Probes(harness_loaded=True, data_dir_writable=True, mcp_tools=["mcp__becivicity"]), "T3"),
        (Probes(harness_loaded=True, data_dir_writable=True, mcp_tools=["other__becivic"]), "T2"),
    ],
)
def test_the_tier_is_the_highest_that_all_probes_before_it_confirm(probes: Probes, name: str) -> None:
    assert tier(probes).name == name


@requirement("R-TIER-07", "R-TIER-02", "R-MEM-12")
def test_paths_are_walked_and_audited_deliveries_run_only_where_notes_are_kept() -> None:
    for name in ("T0", "T1"):
        assert (at(name).capabilities, at(name).runs_audited_deliveries, at(name).keeps_notes) == (
            (),
            False,
            False,
        )
        assert {"draft", "amendment"}.isdisjoint(at(name).submits)
    for name in ("T2", "T3"):
        assert at(name).capabilities == ("path_traversal", "path_handoff")
        assert at(name).runs_audited_deliveries


@requirement("R-HARN-10")
def test_its_own_tools_come_before_the_web() -> None:
    assert at("T3").channels == ("mcp", "http", "web")
    assert at("T2").channels == ("http", "web")


@requirement("R-HARN-09")
def test_what_stops_working_is_told_and_asked_about_only_in_the_middle_of_something() -> None:
    assert [each.key for each in lost(at("T3"), at("T2"), in_the_middle=False)] == ["capability_lost"]
    assert [each.key for each in lost(at("T2"), at("T1"), in_the_middle=True)] == [
        "capability_lost",
        "hold_or_retry",
    ]
    assert [each.key for each in lost(at("T3"), at("T2"), in_the_middle=True)] == [
        "capability_lost",
        "hold_or_retry",
    ]
    assert lost(at("T2"), at("T3"), in_the_middle=True) == ()


@requirement("R-RET-01", "R-RET-02", "R-RET-03", "R-RET-04", "R-RET-05", "R-MEM-10")
@pytest.mark.parametrize(
    ("profile", "active", "matches", "kind"),
    [
        (None, [], None, "first_contact"),
        ({}, [], None, "first_contact"),
        (
            {"profile_schema_version": "1.0.0", "consent": {"alpha_bundle": True}, "active_procedures": []},
            [],
            None,
            "first_contact",
        ),
        (KNOWN, [], None, "returning"),
        (KNOWN, ["a-skill"], False, "returning"),
        (KNOWN, ["a-skill"], True, "continuing"),
        (KNOWN, ["a-skill"], None, "continuing"),
        (KNOWN, ["a-skill", "another"], True, "multi_active"),
        (KNOWN, ["a-skill", "another"], False, "multi_active"),
    ],
)
def test_the_kind_of_return_is_read_from_what_lies_on_this_machine(
    profile: dict[str, Any] | None, active: list[str], matches: bool | None, kind: str
) -> None:
    assert mode(profile, active, matches) == mode(profile, active, matches, at("T2")) == kind
    assert (
        mode(profile, active, matches, at("T1"))
        == mode(profile, active, matches, at("T0"))
        == "first_contact"
    )


@requirement("R-RET-02", "R-BUF-07", "R-TIER-05")
def test_a_first_contact_hears_the_whole_contract_and_one_question() -> None:
    told = said("first_contact", at("T2"), AGREED)
    assert list(told) == [
        "what_this_is",
        "what_observations_are",
        "buffer",
        "document_discard",
        "tier",
        "notes_at",
        "what_brought_you",
    ]
    assert "will not keep a copy" in told["document_discard"]
    assert AGREED.buffer in told["buffer"]
    assert told["what_brought_you"] == "What brought you here today?"


@requirement("R-MEM-01")
def test_nothing_is_said_to_be_kept_before_somebody_agreed() -> None:
    told = said("first_contact", at("T2"), NOT_YET)
    assert "notes_at" not in told
    assert DIR in told["may_i_keep_notes"]
    assert "in this conversation only" in told["buffer"]
    assert "your own log" not in told["buffer"]
    assert said("first_contact", at("T2"), AGREED)["notes_at"].startswith(f"I'll keep your notes at {DIR}.")


@requirement("R-TIER-06", "R-HARN-20", "R-RET-01")
@pytest.mark.parametrize("name", ["T0", "T1"])
def test_where_nothing_is_kept_that_is_said_and_more_is_offered_once(name: str) -> None:
    told = opening(
        "multi_active", at(name), AGREED, active=[CARD, MOVE], orphans=[Orphan("ses_1", "x", 1, 1)]
    )
    keys = [each.key for each in told]
    assert "stateless" in keys
    assert keys[-2:] == ["upgrade_offer", "what_brought_you"]
    assert not any(
        key.startswith("orphan") or key in ("continue", "under_way", "notes_at", "may_i_keep_notes")
        for key in keys
    )
    offer = told[-2]
    assert offer.fill == ("price", "as_of")
    assert "(as of {as_of}; check current pricing)" in offer.say
    (offered,) = closing_offer(at(name), "https://example.org/agents")
    assert "link: https://example.org/agents." in offered.say
    assert offered.fill == ()


@requirement("R-TIER-06")
@pytest.mark.parametrize("name", ["T2", "T3"])
def test_nobody_is_offered_what_they_have(name: str) -> None:
    assert "upgrade_offer" not in said("first_contact", at(name), AGREED)
    assert closing_offer(at(name), "https://example.org/agents") == ()


@requirement("R-RET-03")
def test_whoever_returns_is_asked_one_thing() -> None:
    told = said("returning", at("T3"), AGREED)
    assert "what_this_is" not in told
    assert told["notes_from_before"].startswith("I have notes on your situation from our previous session")
    assert list(told)[-1] == "anything_changed"
    assert told["anything_changed"] == "Has anything changed since we last spoke?"


@requirement("R-RET-04")
def test_whoever_continues_hears_where_they_were() -> None:
    told = said("continuing", at("T2"), AGREED, active=[CARD])
    assert told["continue"] == (
        "We were working on Renew a Belgian residence card. You were at step 2, photos. Shall we pick up there?"
    )
    assert {"what_this_is", "document_discard", "anything_changed"}.isdisjoint(told)
    assert (
        "had not noted a step"
        in said("continuing", at("T2"), AGREED, active=[CARD._replace(last_step="")])["continue"]
    )


@requirement("R-RET-05")
def test_everything_that_is_under_way_is_named_and_a_pivot_leaves_nothing_behind() -> None:
    told = said("multi_active", at("T2"), AGREED, active=[CARD, MOVE])
    assert CARD.title in told["under_way"]
    assert "the police check" in told["under_way"]
    assert pivot(MOVE.title, MOVE.last_step, CARD.title) == (
        "Picking up Register your address from the police check. Your progress on Renew a Belgian residence card is saved; "
        "we can return to it anytime."
    )


@requirement("R-BUF-05")
def test_each_orphan_is_told_by_itself_and_an_old_one_with_a_caution() -> None:
    orphans = [Orphan("ses_a", CARD.title, 1, 0, "an agent"), Orphan("ses_b", MOVE.title, 3, 8)]
    told = said("returning", at("T2"), AGREED, orphans=orphans)
    assert "1 item unsent" in told["orphan:ses_a"]
    assert "may have already been committed" not in told["orphan:ses_a"]
    assert "8 days ago" in told["orphan:ses_b"]
    assert "3 items unsent" in told["orphan:ses_b"]
    assert "may have already been committed" in told["orphan:ses_b"]


@requirement("R-DOC-01")
def test_what_happens_with_a_document_is_said_when_one_is_shown() -> None:
    told = document_intake().say
    for substance in (
        "stays where you put it",
        "don't take a copy",
        "categorical pieces",
        "inspect or delete",
    ):
        assert substance in told


def test_warnings_come_before_the_question() -> None:
    warning = Sentence("scrub_rules_missing", "Nothing can be sent in this session.")
    keys = [each.key for each in opening("returning", at("T2"), AGREED, warnings=[warning])]
    assert keys[-2:] == ["scrub_rules_missing", "anything_changed"]


@given(
    st.sampled_from(["first_contact", "returning", "continuing", "multi_active"]),
    st.sampled_from(["T0", "T1", "T2", "T3"]),
    st.booleans(),
    st.lists(st.sampled_from([CARD, MOVE]), max_size=3),
)
@requirement("R-TIER-05")
def test_every_opening_ends_with_its_only_question_to_everybody(
    kind: str, name: str, is_agreed: bool, active: list[ActiveProcedure]
) -> None:
    told = opening(kind, at(name), AGREED if is_agreed else NOT_YET, active=active)
    assert told[-1].key in ("what_brought_you", "anything_changed", "continue", "under_way")
    assert all(
        each.say and "{" not in each.say.replace("{price}", "").replace("{as_of}", "") for each in told
    )
    assert json.dumps([each.as_json() for each in told])


def test_tiers_are_plain_json() -> None:
    for loaded, writable in product([True, False], repeat=2):
        told = tier(Probes(harness_loaded=loaded, data_dir_writable=writable)).as_json()
        assert json.loads(json.dumps(told)) == told
