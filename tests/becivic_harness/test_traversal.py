"""Walks along a path, step by step: the seven steps of architecture 24.9 and what an agent is told at each."""

from __future__ import annotations

import json
from datetime import date, timedelta
from typing import Any

import pytest

from becivic.rules.schemas import SchemaFile, packaged_registry
from becivic_harness.handoff import CAVEAT
from becivic_harness.observations import NOT_PRODUCED, RECEIVED
from becivic_harness.refusals import Refused
from becivic_harness.traversal import Scene, happen, next_step, report, scene, start
from tests.factories.walks import example_source, only_for, open_to_all, path_of
from tests.factories.watched_walk import as_submitted
from tests.requirement import requirement

TODAY = date(2026, 11, 16)
BRUSSELS: dict[str, Any] = {"region": "Brussels-Capital", "document_inventory": {"has_id_card": "yes"}}
QUICKLINK = example_source("brussels-tier1-quicklink")
TAKEOVER = open_to_all("federal-auth-handoff", id="federal-file")
COUNTER = open_to_all("offline", id="counter")
PAGE = open_to_all("flanders-api-page", id="page")
FORM = open_to_all("federal-anonymous-form", id="form", priority=5)


def at(path: dict[str, Any] | None, profile: dict[str, Any] | None = None, **changes: Any) -> Scene:
    told = {"today": TODAY, "tier": "T2", "capabilities": ["path_traversal", "path_handoff"], **changes}
    return scene(path, BRUSSELS if profile is None else profile, **told)


def walked(where: Scene, *events: Any, history: dict[str, Any] | None = None) -> dict[str, Any]:
    """The traversal after some events, each a name or a name with its details; stored and read back in between."""
    traversal = start("example-path", where, history)
    for event in events:
        name, details = event if isinstance(event, tuple) else (event, {})
        traversal = happen(json.loads(json.dumps(traversal)), name, where, details).traversal
    return traversal


def failed(source: str | None = None) -> tuple[str, dict[str, Any]]:
    return "report", {"observed": {NOT_PRODUCED: True}, **({"source": source} if source else {})}


def got_it(**details: Any) -> tuple[str, dict[str, Any]]:
    return "report", {"observed": {RECEIVED: True}, **details}


def where_to(traversal: dict[str, Any], where: Scene) -> tuple[str, str | None]:
    step = next_step(traversal, where)
    return step["state"], step.get("source")


@requirement("R-TRAV-01")
def test_a_path_that_is_not_there_is_told_and_no_route_is_made_up() -> None:
    where = at(None)
    step = next_step(start("no-such-path", where), where)
    assert (step["state"], step["reason"], step["path"]) == ("unavailable", "missing", "no-such-path")
    assert "Do not make up a route" in step["do"][0]
    assert "link" not in step


@pytest.mark.parametrize("text", ["", "A Name", "two words", "x" * 101, "ends-", "a_b"])
def test_what_cannot_be_the_id_of_a_path_begins_nothing_and_is_not_repeated(text: str) -> None:
    with pytest.raises(Refused) as refusal:
        start(text, at(None))
    assert not text or text not in json.dumps(refusal.value.as_json())


@requirement("R-TRAV-01")
def test_a_path_that_was_withdrawn_is_not_used_and_one_that_was_replaced_names_its_successor() -> None:
    assert next_step(*_started(path_of(TAKEOVER, status="quarantined")))["reason"] == "quarantined"
    step = next_step(*_started(path_of(TAKEOVER, status="deprecated", superseded_by="better-path")))
    assert step["reason"] == "deprecated"
    assert "`better-path`" in " ".join(step["do"])


def _started(path: dict[str, Any], **changes: Any) -> tuple[dict[str, Any], Scene]:
    where = at(path, **changes)
    return start("example-path", where), where


@requirement("R-TRAV-02")
def test_a_definite_mismatch_is_told_with_its_reason_and_nothing_is_tried() -> None:
    path = path_of(TAKEOVER, applies_to={"region": ["Flanders"], "audience_summary": "people in Flanders"})
    step = next_step(*_started(path))
    assert step["state"] == "not-for-them"
    assert step["because"] == [{"field": "region", "wanted": ["Flanders"]}]
    assert "it is only if you live in Flanders." in step["say"][0]
    assert "people in Flanders" in step["say"][1]
    assert step["concern"] == {"target_type": "path", "target_id": "example-path"}
    assert "source" not in step


@requirement("R-TRAV-02")
def test_what_the_profile_does_not_say_is_no_mismatch() -> None:
    path = path_of(TAKEOVER, applies_to={"civic_status": ["married"]})
    assert where_to(*_started(path)) == ("awaiting-handoff", "federal-file")


@requirement("R-TRAV-02")
def test_a_mismatch_that_is_mended_in_the_profile_goes_on() -> None:
    path = path_of(TAKEOVER, applies_to={"region": ["Flanders"]})
    traversal = walked(at(path))
    assert len(next_step(traversal, at(path))["say"]) == 1
    moved = at(path, {"region": "Flanders"})
    assert where_to(happen(traversal, "answer", moved).traversal, moved) == (
        "awaiting-handoff",
        "federal-file",
    )


@requirement("R-TRAV-03", "R-TRAV-08", "R-PRED-04")
def test_a_source_that_is_not_open_to_somebody_is_never_offered() -> None:
    closed = only_for("region", "Flanders", id="flemish", priority=100)
    where = at(path_of(closed, TAKEOVER))
    traversal = walked(where)
    assert where_to(traversal, where) == ("awaiting-handoff", "federal-file")
    assert traversal["skipped"] == ["flemish"]
    assert where_to(walked(where, "decline"), where) == ("exhausted", None)


@requirement("R-TRAV-03")
def test_where_nothing_is_open_the_person_chooses_between_a_search_and_the_commune() -> None:
    step = next_step(*_started(path_of(only_for("region", "Flanders", id="flemish"))))
    assert (step["state"], step["reason"]) == ("exhausted", "no-eligible-sources")
    assert [each["event"] for each in step["choices"]] == ["choose-commune", "choose-search", "choose-skip"]
    assert step["because"] == [{"source": "flemish", "fields": ["region"]}]
    assert "note a concern" in step["do"][-1]


@requirement("R-TRAV-03", "R-PRED-01")
def test_the_one_question_that_settles_it_is_asked_and_answered() -> None:
    path = path_of(
        only_for("civic_status", "married", id="for-couples", priority=90),
        only_for("region", "Flanders", id="flemish", priority=80),
        only_for("region", "Wallonia", id="walloon", priority=70),
        open_to_all("federal-anonymous-form", id="for-all", priority=10),
        only_for("administration_language", "DE", id="never-asked-about", priority=5),
    )
    where = at(path, {})
    step = next_step(walked(where), where)
    assert step["state"] == "asking"
    assert step["question"]["field"] == "region"
    assert step["question"]["settles"] == ["flemish", "walloon"]
    assert step["question"]["values"][0] == "Flanders"
    assert step["say"] == [
        f"{step['question']['ask']} (Flanders, Wallonia, Brussels, German-speaking Community, Not in Belgium yet)"
    ]
    assert step["question"]["answer"].startswith("one of: Flanders, ")
    assert "1 more may follow" in step["do"][-1]
    answered = at(path, {"region": "Wallonia"})
    step = next_step(happen(walked(where), "answer", answered).traversal, answered)
    assert step["question"]["field"] == "civic_status"
    answered = at(path, {"region": "Wallonia", "civic_status": "single"})
    assert where_to(walked(where), answered) == ("awaiting-handoff", "walloon")


@requirement("R-TRAV-08")
def test_who_would_rather_not_say_is_not_probed() -> None:
    path = path_of(
        only_for("civic_status", "married", id="for-couples", priority=90),
        only_for("civic_status", "single", id="for-singles", priority=80),
        TAKEOVER,
    )
    where = at(path, {})
    traversal = walked(where, ("refuse", {"field": "civic_status"}))
    assert where_to(traversal, where) == ("awaiting-handoff", "federal-file")
    assert traversal["skipped"] == ["for-couples", "for-singles"]
    step = next_step(happen(traversal, "decline", where).traversal, where)
    assert {"source": "for-couples", "fields": ["civic_status"]} in step["because"]
    said_after_all = at(path, {"civic_status": "married"})
    assert where_to(traversal, said_after_all) == ("awaiting-handoff", "for-couples")


def test_a_refusal_of_another_question_than_the_open_one_is_refused() -> None:
    where = at(path_of(only_for("civic_status", "married", id="for-couples")), {})
    with pytest.raises(Refused, match="not the question") as refusal:
        walked(where, ("refuse", {"field": "region"}))
    assert refusal.value.facts == {"field": "civic_status"}


@requirement("R-TRAV-04", "R-TRAV-09")
def test_everything_online_comes_before_the_counter_and_the_counter_only_when_chosen() -> None:
    path = path_of(
        open_to_all("offline", id="counter", priority=100),
        open_to_all("federal-auth-handoff", id="last-resort", priority=99, fallback_only=True),
        open_to_all("federal-auth-handoff", id="low", priority=10),
        open_to_all("federal-auth-handoff", id="high", priority=90),
    )
    where = at(path)
    assert where_to(walked(where), where) == ("awaiting-handoff", "high")
    events: list[Any] = ["shown", failed("high"), "decline"]
    assert where_to(walked(where, *events), where) == ("awaiting-handoff", "last-resort")
    events += ["shown", failed("last-resort")]
    step = next_step(walked(where, *events), where)
    assert (step["state"], step["reason"]) == ("exhausted", "online-tried")
    assert "counter" in step["choices"][0]["means"]
    assert "source" not in step
    assert where_to(walked(where, *events, "choose-commune"), where) == ("awaiting-handoff", "counter")
    events += [
        "choose-commune",
        "shown",
        ("report", {"observed": {"commune-says-elsewhere": "go to the next town"}}),
    ]
    step = next_step(walked(where, *events), where)
    assert step["reason"] == "all-tried"
    assert "lists no counter" in step["choices"][0]["means"]
    assert next_step(walked(where, *events, "choose-commune"), where)["reason"] == "commune"


@requirement("R-TRAV-09")
def test_where_there_is_only_a_counter_it_is_still_the_person_who_chooses_it() -> None:
    where = at(path_of(COUNTER))
    step = next_step(walked(where), where)
    assert (step["state"], step["reason"]) == ("exhausted", "only-offline")
    assert where_to(walked(where, "choose-commune"), where) == ("awaiting-handoff", "counter")


@requirement("R-TRAV-09")
def test_who_wants_the_counter_declines_all_online_ways_at_once() -> None:
    unknown = only_for("civic_status", "married", id="for-couples", priority=99)
    path = path_of(unknown, TAKEOVER, only_for("region", "Flanders", id="flemish"), COUNTER)
    where = at(path)
    traversal = walked(where, ("decline", {"all_online": True}))
    assert where_to(traversal, where) == ("exhausted", None)
    assert {each["source"]: each["outcome"] for each in traversal["attempts"]} == {
        "for-couples": "declined-by-customer",
        "federal-file": "declined-by-customer",
    }


def test_there_is_nothing_to_decline_while_a_question_is_open() -> None:
    where = at(path_of(only_for("civic_status", "married", id="for-couples")))
    with pytest.raises(Refused, match="No source was offered yet"):
        walked(where, "decline")


@requirement("R-TRAV-05", "R-TRAV-10")
def test_a_delivery_waits_for_a_yes_and_shows_no_link_before() -> None:
    where = at(path_of(QUICKLINK, TAKEOVER))
    step = next_step(walked(where), where)
    assert (step["state"], step["source"]) == ("awaiting-consent", "irisbox-quicklink")
    assert "real, recorded document" in step["say"][0]
    assert "itsme or eid" in step["say"][0]
    assert "quickLinks" not in json.dumps(step)
    assert where_to(walked(where, "consent-yes"), where) == ("awaiting-handoff", "irisbox-quicklink")
    assert where_to(walked(where, "consent-no"), where) == ("awaiting-handoff", "federal-file")


@requirement("R-TRAV-10")
def test_a_yes_counts_for_one_call_on_one_day() -> None:
    path = path_of(QUICKLINK)
    where = at(path)
    tomorrow = at(path, today=TODAY + timedelta(days=1))
    agreed = walked(where, "consent-yes")
    assert where_to(agreed, tomorrow) == ("awaiting-consent", "irisbox-quicklink")
    begun = happen(agreed, "shown", where).traversal
    assert where_to(begun, tomorrow) == ("handed-off", "irisbox-quicklink")
    assert "link" not in next_step(begun, tomorrow)
    for day in (where, tomorrow):
        assert where_to(happen(begun, "again", day).traversal, day) == (
            "awaiting-consent",
            "irisbox-quicklink",
        )
    assert where_to(walked(where, "consent-yes", "shown", got_it(), "restart"), where) == (
        "awaiting-consent",
        "irisbox-quicklink",
    )


@requirement("R-TRAV-10")
def test_a_yes_is_forgotten_when_the_traversal_goes_elsewhere_meanwhile() -> None:
    path = path_of(QUICKLINK, TAKEOVER)
    agreed = walked(at(path), "consent-yes")
    without_card = at(path, {"region": "Brussels-Capital", "document_inventory": {"has_id_card": "no"}})
    elsewhere = happen(agreed, "answer", without_card).traversal
    assert where_to(elsewhere, without_card) == ("awaiting-handoff", "federal-file")
    assert where_to(elsewhere, at(path)) == ("awaiting-consent", "irisbox-quicklink")


@requirement("R-TRAV-10")
def test_an_agent_that_acts_alone_asks_before_a_delivery_too() -> None:
    where = at(path_of({**PAGE, "audited_document_delivery": True}))
    assert where_to(walked(where), where) == ("awaiting-consent", "page")
    step = next_step(walked(where, "consent-yes"), where)
    assert step["state"] == "ready"
    assert "make it once" in step["do"][0]


@requirement("R-TRAV-05", "R-ACT-03", "R-ACT-07", "R-ACT-08")
def test_nobody_is_handed_over_silently() -> None:
    where = at(path_of(TAKEOVER))
    step = next_step(walked(where), where)
    texts = TAKEOVER["actor"]["handoff"]
    for name in ("agent_responsibility", "user_responsibility", "resumption"):
        assert step["handoff"][name] == texts[name]
        assert any(texts[name] in said for said in step["say"])
    assert "leave nothing out" in step["do"][0]
    assert any("signs in themselves" in note for note in step["notes"])
    with pytest.raises(Refused):
        happen(walked(where), "report", where, {"observed": {RECEIVED: True}})
    step = next_step(walked(where, "shown"), where)
    assert (step["state"], step["waits_for"]) == ("handed-off", "person")


@requirement("R-ACT-01", "R-ACT-02", "R-ACT-04", "R-ACT-05", "R-ACT-06")
@pytest.mark.parametrize(
    ("kind", "who", "state"),
    [
        ("flanders-api-page", "agent", "ready"),
        ("wallonia-sitemap-page", "agent", "ready"),
        ("brussels-tier2-inquiry", "both", "awaiting-handoff"),
        ("brussels-tier3-noauth", "both", "awaiting-handoff"),
        ("federal-anonymous-form", "both", "awaiting-handoff"),
        ("federal-auth-handoff", "user", "awaiting-handoff"),
        ("partner-portal", "both", "awaiting-handoff"),
    ],
)
def test_who_acts_is_as_the_source_says(kind: str, who: str, state: str) -> None:
    step = next_step(*_started(path_of(open_to_all(kind))))
    assert (step["who"], step["state"]) == (who, state)


@requirement("R-TRAV-11")
@pytest.mark.parametrize(
    ("kind", "is_observed", "has_caveat"),
    [
        ("federal-auth-handoff", False, True),
        ("federal-auth-handoff", True, False),
        ("brussels-tier2-inquiry", False, True),
        ("federal-anonymous-form", False, True),
        ("brussels-tier3-noauth", False, False),
        ("flanders-api-page", False, False),
    ],
)
def test_what_nobody_has_confirmed_behind_a_hand_over_is_said_there(
    kind: str, is_observed: bool, has_caveat: bool
) -> None:
    where = at(path_of(open_to_all(kind, post_handoff_observed=is_observed)))
    traversal = walked(where)
    step = next_step(traversal, where)
    assert (CAVEAT in step["say"]) is has_caveat
    if step["state"] == "awaiting-handoff":
        assert (CAVEAT in next_step(happen(traversal, "shown", where).traversal, where)["say"]) is has_caveat


@requirement("R-TRAV-11")
def test_going_to_a_counter_that_nobody_has_confirmed_carries_the_caveat() -> None:
    where = at(path_of(COUNTER))
    assert CAVEAT in next_step(walked(where, "choose-commune"), where)["say"]


@requirement("R-TRAV-12")
@pytest.mark.parametrize(
    ("preference", "browser", "words"),
    [
        ("drive-by-default", "drive", "Open the address in the browser"),
        ("ask-each-time", "ask", "Ask first"),
        ("never-drive", "link", "Do not open a browser"),
        (None, "ask", "Ask first"),
    ],
)
def test_a_browser_is_driven_as_the_profile_says(preference: str | None, browser: str, words: str) -> None:
    profile = {"browser_driving_preference": preference} if preference else {}
    step = next_step(*_started(path_of(TAKEOVER), profile=profile))
    assert step["browser"] == browser
    assert step["link"] == TAKEOVER["procedure"]["url"]
    assert any(words in told for told in step["do"])


@requirement("R-TRAV-12")
def test_no_browser_is_spoken_of_where_none_is_needed() -> None:
    step = next_step(*_started(path_of(PAGE)))
    assert "browser" not in step
    assert step["fetch"] == PAGE["procedure"]["api_url"]
    where = at(path_of(COUNTER))
    assert not {"browser", "fetch"} & set(next_step(walked(where, "choose-commune"), where))


@requirement("R-TRAV-14")
def test_the_preferred_sign_in_is_suggested_first() -> None:
    step = next_step(*_started(path_of(QUICKLINK)))
    assert step["sign_in"][0] == QUICKLINK["preferred_auth_provider"]
    assert any("Suggest itsme first" in note for note in step["notes"])


def test_a_charge_and_a_commune_that_will_be_asked_for_are_said_before() -> None:
    procedure = {**TAKEOVER["procedure"], "fee_value_name": "diplo-fee-eur", "requires_commune_param": True}
    notes = next_step(*_started(path_of({**TAKEOVER, "procedure": procedure})))["notes"]
    assert any("`diplo-fee-eur`" in note for note in notes)
    assert any("commune" in note for note in notes)


@requirement("R-TRAV-06", "R-TRAV-07", "R-VAL-08")
def test_a_success_is_confirmed_noted_and_ends_the_traversal() -> None:
    where = at(path_of(QUICKLINK, TAKEOVER))
    later = at(path_of(QUICKLINK, TAKEOVER), today=TODAY + timedelta(days=3))
    begun = walked(where, "consent-yes", "shown")
    change = report(begun, later, {RECEIVED: True}, auth_provider="itsme", file_retained="yes")
    assert change.validation == {
        "target_type": "path_source",
        "target_id": "example-path:irisbox-quicklink",
        "verdict": "confirm",
        "traversal_metadata": {
            "validates_post_handoff": True,
            "outcome": "success",
            "signal": RECEIVED,
            "attempted_on": TODAY.isoformat(),
            "auth_provider": "itsme",
        },
    }
    assert packaged_registry().faults(SchemaFile.VALIDATION, as_submitted(change.validation)) == []
    assert change.progress == {
        "path_id": "example-path",
        "source": "irisbox-quicklink",
        "obtained_on": later.day,
        "artefacts": ["operators"],
    }
    assert change.traversal["file_retained"] == "yes"
    step = next_step(change.traversal, later)
    assert (step["state"], step["waits_for"]) == ("succeeded", "nobody")
    assert "never what is in it" in step["do"][0]


@requirement("R-TRAV-06", "R-TRAV-07")
def test_a_failure_is_rejected_by_the_name_of_its_signal_and_the_next_source_is_tried() -> None:
    where = at(path_of(QUICKLINK, TAKEOVER))
    change = report(
        walked(where, "consent-yes", "shown"), where, {"response-status": "404"}, auth_provider="a name"
    )
    assert change.validation is not None
    assert change.validation["verdict"] == "reject"
    assert change.validation["rationale"] == "source-retired: response-status (404)"
    assert change.validation["traversal_metadata"] == {
        "validates_post_handoff": False,
        "outcome": "failed",
        "signal": "response-status",
        "attempted_on": TODAY.isoformat(),
    }
    assert packaged_registry().faults(SchemaFile.VALIDATION, as_submitted(change.validation)) == []
    assert change.progress is None
    assert where_to(change.traversal, where) == ("awaiting-handoff", "federal-file")


@requirement("R-TRAV-06")
def test_a_draft_takes_no_votes() -> None:
    where = at(path_of(PAGE, status="draft"))
    change = report(walked(where), where, {"response-status": 404})
    assert (change.validation, change.traversal["state"]) == (None, "exhausted")


@requirement("R-TRAV-06")
def test_a_reason_of_any_length_is_one_line_that_fits() -> None:
    listed = [{"check": "page-text-contains", "value": "x" * 490 + "\nand more", "outcome": "page-changed"}]
    page = {**PAGE, "validation_path": {**PAGE["validation_path"], "failure_signals": listed}}
    where = at(path_of(page))
    change = report(walked(where), where, {"page-text-contains": True})
    assert change.validation is not None
    assert packaged_registry().faults(SchemaFile.VALIDATION, as_submitted(change.validation)) == []


@requirement("R-TRAV-06")
@pytest.mark.parametrize("event", ["decline", "choose-skip", "restart", "again"])
def test_what_was_declined_or_broken_off_is_judged_by_nobody(event: str) -> None:
    where = at(path_of(TAKEOVER, COUNTER))
    change = happen(walked(where, "shown"), event, where)
    assert change.validation is None
    assert change.progress is None


@requirement("R-TRAV-15")
def test_signals_are_gathered_until_they_decide() -> None:
    where = at(path_of(FORM))
    events: list[Any] = ["shown", ("report", {"observed": {"form-loaded-selector-visible": True}})]
    step = next_step(walked(where, *events), where)
    assert step["state"] == "undecided"
    assert [each["check"] for each in step["needed"]] == [
        "all-required-fields-fillable",
        "submit-produces-success-page",
        RECEIVED,
    ]
    events.append(("report", {"observed": {"submit-produces-success-page": True}}))
    step = next_step(walked(where, *events), where)
    assert [each["check"] for each in step["needed"]] == [RECEIVED]
    assert "still waiting" in step["say"][0]
    events.append(("report", {"observed": {RECEIVED: False}}))
    assert where_to(walked(where, *events), where) == ("undecided", "form")
    assert where_to(walked(where, *events, got_it()), where) == ("succeeded", None)


@requirement("R-TRAV-15")
def test_what_contradicts_itself_is_looked_at_again() -> None:
    where = at(path_of(QUICKLINK))
    seen = {"response-status": 404, RECEIVED: True}
    traversal = walked(where, "consent-yes", "shown", ("report", {"observed": seen}))
    step = next_step(traversal, where)
    assert step["contradictory"]
    assert {each["check"] for each in step["needed"]} == {"response-status", RECEIVED}
    assert any("another call takes another consent" in told for told in step["do"])
    assert report(traversal, where, {"response-status": 200}).traversal["state"] == "succeeded"


def test_an_agent_that_acts_alone_reports_straight_away() -> None:
    where = at(path_of(PAGE, TAKEOVER))
    traversal = walked(where)
    step = next_step(traversal, where)
    assert (step["state"], step["waits_for"]) == ("ready", "agent")
    assert where_to(report(traversal, where, {}).traversal, where) == ("undecided", "page")
    change = report(traversal, where, {"response-status": 200, "json-path-resolves": True})
    assert change.validation is not None
    assert change.validation["traversal_metadata"]["validates_post_handoff"] is False
    assert change.traversal["state"] == "succeeded"


@requirement("R-TRAV-07")
@pytest.mark.parametrize(
    ("event", "reason"), [("choose-search", "search"), ("choose-commune", "commune"), ("choose-skip", "skip")]
)
def test_when_all_failed_the_person_chooses_and_the_traversal_stops(event: str, reason: str) -> None:
    where = at(path_of(TAKEOVER))
    traversal = walked(where, "shown", failed(), event)
    step = next_step(traversal, where)
    assert (step["state"], step["reason"]) == ("stopped", reason)
    assert step["say"]
    assert step["events"] == ["restart"]


@requirement("R-TRAV-13")
def test_what_worked_before_comes_first_and_is_asked_for_again() -> None:
    path = path_of(TAKEOVER, {**QUICKLINK, "priority": 1})
    where = at(path)
    again = walked(where, history={"source": "irisbox-quicklink"})
    assert where_to(again, where) == ("awaiting-consent", "irisbox-quicklink")
    failing = walked(where, "consent-yes", "shown", failed(), history={"source": "irisbox-quicklink"})
    assert where_to(failing, where) == ("awaiting-handoff", "federal-file")
    restarted = walked(where, "decline", "consent-yes", "shown", got_it(), "restart")
    assert where_to(restarted, where) == ("awaiting-consent", "irisbox-quicklink")
    assert [each["outcome"] for each in restarted["earlier"]] == ["declined-by-customer", "success"]


@requirement("R-TRAV-13", "R-TRAV-09")
def test_a_counter_that_worked_before_does_not_come_before_what_is_online() -> None:
    where = at(path_of(TAKEOVER, COUNTER, open_to_all("offline", id="other-counter", priority=99)))
    history = {"source": "counter"}
    assert where_to(walked(where, history=history), where) == ("awaiting-handoff", "federal-file")
    events = ["decline", "choose-commune"]
    assert where_to(walked(where, *events, history=history), where) == ("awaiting-handoff", "counter")


@requirement("R-TRAV-13")
@pytest.mark.parametrize("history", [{}, {"source": "gone"}, {"source": 3}, None])
def test_a_history_that_leads_nowhere_changes_nothing(history: dict[str, Any] | None) -> None:
    where = at(path_of(TAKEOVER))
    assert where_to(walked(where, history=history), where) == ("awaiting-handoff", "federal-file")


def test_a_source_that_leaves_the_path_during_the_attempt_can_still_be_finished() -> None:
    begun = walked(at(path_of(TAKEOVER, FORM)), "shown")
    changed = at(path_of(FORM, version="0.2.0"))
    step = next_step(begun, changed)
    assert (step["state"], step["source"]) == ("handed-off", "federal-file")
    assert any("has changed" in note for note in step["notes"])
    success = report(begun, changed, {RECEIVED: True})
    assert success.validation is None, "there is nothing any more that it could be about"
    assert success.progress is not None
    assert where_to(report(begun, changed, {NOT_PRODUCED: True}).traversal, changed) == (
        "awaiting-handoff",
        "form",
    )
    gone = at(None)
    assert where_to(report(begun, gone, {NOT_PRODUCED: True}).traversal, gone) == ("unavailable", None)
    assert report(begun, gone, {RECEIVED: True}).traversal["state"] == "succeeded"


@requirement("R-TRAV-09")
def test_a_source_that_joins_online_comes_before_the_counter_that_was_chosen() -> None:
    going = walked(at(path_of(COUNTER)), "choose-commune")
    assert where_to(going, at(path_of(COUNTER, FORM))) == ("awaiting-handoff", "form")


@requirement("R-TRAV-09")
def test_the_choice_of_a_counter_ends_with_the_run() -> None:
    where = at(path_of(COUNTER))
    assert where_to(walked(where, "choose-commune", "restart"), where) == ("exhausted", None)


def test_a_source_that_joins_the_path_is_tried_in_its_turn() -> None:
    traversal = walked(at(path_of(FORM)))
    joined = at(path_of(FORM, {**TAKEOVER, "priority": 100}))
    assert where_to(traversal, joined) == ("awaiting-handoff", "federal-file")
    exhausted = walked(at(path_of(FORM)), "decline")
    assert where_to(exhausted, joined) == ("awaiting-handoff", "federal-file")


@requirement("R-TRAV-08")
def test_an_attempt_at_a_source_that_closes_meanwhile_is_dropped() -> None:
    path = path_of(only_for("region", "Brussels-Capital", id="local"), FORM)
    begun = walked(at(path), "shown")
    moved = at(path, {"region": "Flanders"})
    assert where_to(begun, moved) == ("awaiting-handoff", "form")
    with pytest.raises(Refused, match="not at that source"):
        happen(happen(begun, "answer", moved).traversal, "shown", moved, {"source": "local"})
    unsaid = at(path, {})
    assert where_to(begun, unsaid) == ("handed-off", "local"), "what was begun is finished"


@requirement("R-CAP-06", "R-TIER-07", "R-CAP-08")
@pytest.mark.parametrize(
    "less",
    [
        {"tier": "T0"},
        {"tier": "T1"},
        {"capabilities": []},
        {"capabilities": ["multi_turn", "structured_output"]},
    ],
)
def test_below_the_floor_a_path_is_told_and_never_walked(less: dict[str, Any]) -> None:
    where = at(path_of({**TAKEOVER, "priority": 99}, QUICKLINK), **less)
    traversal = walked(where)
    step = next_step(traversal, where)
    assert (step["state"], step["source"]) == ("advice", "federal-file")
    assert step["say"][:2] == ["Operators", "Synthetic path with one source for each kind of predicate."]
    assert "I cannot go there for you" in step["say"][2]
    assert step["link"] == TAKEOVER["procedure"]["url"]
    assert "browser" not in step
    change = report(traversal, where, {NOT_PRODUCED: True})
    assert change.validation is None
    step = next_step(change.traversal, where)
    assert (step["state"], step["source"]) == ("advice", "irisbox-quicklink")
    assert "quickLinks" not in json.dumps(step)
    assert "consent-yes" not in step["events"]
    assert where_to(happen(change.traversal, "decline", where).traversal, where) == ("exhausted", None)


@requirement("R-CAP-06")
def test_below_the_floor_the_path_is_named_before_a_question_too() -> None:
    where = at(path_of(only_for("civic_status", "married", id="for-couples")), tier="T0")
    step = next_step(walked(where), where)
    assert step["state"] == "asking"
    assert step["say"][0] == "Operators"
    assert step["say"][-1].startswith(step["question"]["ask"])


def test_what_was_only_told_can_succeed_and_is_judged_by_nobody() -> None:
    where = at(path_of(TAKEOVER), tier="T0")
    traversal = walked(where)
    assert where_to(report(traversal, where, {}).traversal, where) == ("advice", "federal-file")
    change = report(traversal, where, {RECEIVED: True})
    assert (change.validation, change.traversal["state"]) == (None, "succeeded")


@requirement("R-CAP-01", "R-CAP-06")
def test_handing_over_takes_a_capability_of_its_own_that_implies_the_other() -> None:
    path = path_of(PAGE, TAKEOVER)
    alone = at(path, capabilities=["path_traversal"])
    traversal = walked(alone)
    assert where_to(traversal, alone) == ("ready", "page")
    told = happen(traversal, "decline", alone).traversal
    assert where_to(told, alone) == ("advice", "federal-file")
    assert report(told, alone, {NOT_PRODUCED: True}).validation is None, "what was only told of is no attempt"
    both = at(path, capabilities=["path_handoff"])
    assert where_to(walked(both, "decline"), both) == ("awaiting-handoff", "federal-file")


@requirement("R-TIER-07", "R-HARN-09")
def test_a_tier_that_is_lost_on_the_way_turns_the_rest_into_advice() -> None:
    path = path_of(QUICKLINK, TAKEOVER)
    agreed = walked(at(path), "consent-yes")
    lower = at(path, tier="T1")
    assert where_to(agreed, lower) == ("advice", "irisbox-quicklink")
    assert where_to(happen(agreed, "answer", lower).traversal, at(path))[0] == "awaiting-handoff"


@pytest.mark.parametrize("event", ["shown", "consent-yes", "refuse", "choose-commune", "jump", "start", ""])
def test_an_event_that_means_nothing_now_is_refused_and_changes_nothing(event: str) -> None:
    where = at(path_of(PAGE))
    traversal = walked(where)
    before = json.dumps(traversal)
    with pytest.raises(Refused) as refusal:
        happen(traversal, event, where)
    assert json.dumps(traversal) == before
    assert refusal.value.facts["state"] == "ready"
    assert "report" in refusal.value.facts["events"]
    assert event != "jump" or "jump" not in refusal.value.detail


def test_what_is_told_of_one_source_is_never_put_down_to_another() -> None:
    where = at(path_of(PAGE, TAKEOVER))
    with pytest.raises(Refused, match="not at that source"):
        happen(walked(where), "report", where, {"source": "federal-file", "observed": {RECEIVED: True}})


@pytest.mark.parametrize(
    "odd",
    [
        {"state": "flying"},
        {"state": None},
        {"state": "handed-off"},
        {"state": "undecided", "current": {"as_begun": "lost"}},
        {"attempts": "none", "skipped": 3, "refused": {}, "current": []},
        {"attempts": [3, {}, {"source": 3}, {"source": "x", "outcome": []}]},
        {"current": {"source": "page", "facts": [3, {"check": 1}]}},
    ],
)
def test_a_traversal_that_was_edited_by_hand_is_read_as_far_as_it_goes(odd: dict[str, Any]) -> None:
    where = at(path_of(PAGE))
    assert where_to({**walked(where), **odd}, where) == ("ready", "page")


def test_what_another_version_wrote_into_a_traversal_is_kept() -> None:
    where = at(path_of(TAKEOVER))
    traversal = {**walked(where), "mood": "calm"}
    traversal["current"]["weather"] = "rain"
    shown = happen(traversal, "shown", where).traversal
    assert (shown["mood"], shown["current"]["weather"]) == ("calm", "rain")
    restarted = happen(shown, "restart", where).traversal
    assert restarted["mood"] == "calm"


def test_a_path_in_testing_says_so() -> None:
    assert "in testing" in next_step(*_started(path_of(TAKEOVER, status="alpha")))["notes"][0]
    step = next_step(*_started(path_of(PAGE, status="stable")))
    assert "notes" not in step


@requirement("R-TRAV-04", "R-TRAV-05", "R-TRAV-06", "R-TRAV-09", "R-TRAV-10")
def test_the_worked_example_of_the_specification() -> None:
    """Architecture 24.9: quicklink with consent, then the federal file, then the prompt, and the counter only there."""
    path = path_of(
        {**QUICKLINK, "priority": 90},
        {**TAKEOVER, "priority": 60},
        {**COUNTER, "priority": 10},
    )
    where = at(path)
    asked = next_step(walked(where), where)
    assert (asked["state"], asked["source"]) == ("awaiting-consent", "irisbox-quicklink")
    happy = walked(where, "consent-yes", "shown")
    assert report(happy, where, {RECEIVED: True}).traversal["state"] == "succeeded"
    rotted = report(happy, where, {"redirects-to": "https://irisbox.irisnet.be/irisbox/"})
    assert rotted.validation is not None
    assert rotted.validation["rationale"] == "auth-rejected-or-deeplink-changed: redirects-to (/irisbox/$)"
    assert where_to(rotted.traversal, where) == ("awaiting-handoff", "federal-file")
    shown = happen(rotted.traversal, "shown", where).traversal
    nothing = report(shown, where, {"response-status": "404"})
    step = next_step(nothing.traversal, where)
    assert step["state"] == "exhausted"
    assert [each["event"] for each in step["choices"]] == ["choose-commune", "choose-search", "choose-skip"]
    assert "counter" not in json.dumps({**step, "choices": [], "say": []})


DEPRECATED: dict[str, Any] = {"status": "deprecated"}
POST = open_to_all("offline", id="post", priority=3)


def standing(**health: str) -> dict[str, Any]:
    """As the API tells how each source stands, beside the entry."""
    return {"standing": [{"source_id": name, "health": each} for name, each in health.items()]}


@requirement("R-PLC-03")
def test_a_deprecated_path_offers_its_offline_sources_and_no_other() -> None:
    where = at(path_of(TAKEOVER, PAGE, COUNTER, **DEPRECATED))
    step = next_step(walked(where), where)
    assert (step["state"], step["reason"]) == ("exhausted", "only-offline")
    assert step["say"][0].startswith("Be Civic doesn't currently have a working online way")
    (commune,) = (each for each in step["choices"] if each["event"] == "choose-commune")
    assert "counter" in commune["means"]
    chosen = walked(where, "choose-commune")
    assert where_to(chosen, where) == ("awaiting-handoff", "counter")
    done = report(walked(where, "choose-commune", "shown"), where, {RECEIVED: True})
    assert done.traversal["state"] == "succeeded"
    assert done.validation is None, "the service takes no votes on a deprecated path"
    assert done.progress is not None


@requirement("R-PLC-03")
def test_an_offline_source_that_people_rejected_is_not_offered() -> None:
    where = at(path_of(TAKEOVER, COUNTER, POST, **DEPRECATED, **standing(counter="rejected", post="untried")))
    assert where_to(walked(where, "choose-commune"), where) == ("awaiting-handoff", "post")


@requirement("R-PLC-03")
@pytest.mark.parametrize(
    "path",
    [
        path_of(TAKEOVER, PAGE, **DEPRECATED),
        path_of(TAKEOVER, COUNTER, **DEPRECATED, **standing(counter="rejected")),
    ],
)
def test_that_no_way_is_known_is_said_only_where_no_offline_source_is_left(path: dict[str, Any]) -> None:
    step = next_step(*_started(path))
    assert (step["state"], step["reason"]) == ("unavailable", "deprecated")
    (said,) = step["say"]
    assert said.startswith("Be Civic doesn't currently have a working online way to obtain this document.")
    assert said.endswith("Would you like to visit your commune instead?")


@pytest.mark.parametrize("odd", [None, "counter", [1], [{"source_id": 3, "health": "rejected"}, {}]])
def test_a_standing_that_cannot_be_read_rejects_no_source(odd: Any) -> None:
    where = at(path_of(COUNTER, standing=odd, **DEPRECATED))
    assert where_to(walked(where, "choose-commune"), where) == ("awaiting-handoff", "counter")
