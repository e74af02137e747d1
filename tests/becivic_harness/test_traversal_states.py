"""The table of states and events is what the code does: every row can happen, and nothing else can."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from becivic_harness.observations import NOT_PRODUCED, RECEIVED
from becivic_harness.refusals import Refused
from becivic_harness.traversal import Scene, happen, scene, start
from becivic_harness.traversal_events import HANDLERS
from becivic_harness.traversal_states import (
    CHOOSING,
    EVENTS,
    FINAL,
    OPEN,
    SETTLES,
    START,
    STATES,
    TRANSITIONS,
    fitting,
)
from tests.factories.walks import example_source, only_for, open_to_all, path_of

BRUSSELS: dict[str, Any] = {"region": "Brussels-Capital", "document_inventory": {"has_id_card": "yes"}}
TAKEOVER = open_to_all("federal-auth-handoff", id="federal-file")
PAGE = open_to_all("flanders-api-page", id="page")
COUNTER = open_to_all("offline", id="counter")
QUICKLINK = example_source("brussels-tier1-quicklink")
AUDITED_PAGE = {**PAGE, "audited_document_delivery": True}
LOCAL = only_for("region", "Brussels-Capital", id="local")

GOT_IT = {"observed": {RECEIVED: True}}
NOTHING = {"observed": {NOT_PRODUCED: True}}


def at(*sources: dict[str, Any], profile: dict[str, Any] = BRUSSELS, tier: str = "T2", **path: Any) -> Scene:
    return scene(
        path_of(*sources, **path), profile, today=date(2026, 11, 16), tier=tier, capabilities=["path_handoff"]
    )


ELSEWHERE = {**BRUSSELS, "region": "Flanders"}
Told = tuple[str, dict[str, Any]]

EXAMPLES: dict[str, list[tuple[Scene, list[Told]]]] = {
    "unavailable": [(at(TAKEOVER, status="quarantined"), [])],
    "not-for-them": [(at(TAKEOVER, applies_to={"region": ["Flanders"]}), [])],
    "asking": [(at(only_for("civic_status", "married", id="for-couples")), [])],
    "awaiting-consent": [(at(QUICKLINK), []), (at(AUDITED_PAGE), [])],
    "awaiting-handoff": [(at(TAKEOVER), [])],
    "handed-off": [(at(TAKEOVER), [("shown", {})]), (at(LOCAL), [("shown", {})])],
    "ready": [(at(PAGE), [])],
    "undecided": [(at(PAGE), [("report", {})]), (at(LOCAL), [("shown", {}), ("report", {})])],
    "advice": [(at(TAKEOVER, tier="T1"), [])],
    "exhausted": [(at(COUNTER), []), (at(TAKEOVER), [("decline", {})])],
    "succeeded": [(at(TAKEOVER), [("shown", {}), ("report", GOT_IT)])],
    "stopped": [(at(TAKEOVER), [("choose-skip", {})])],
}

SEEN_OF_A_PAGE = {"observed": {"response-status": 200, "json-path-resolves": True}}
DETAILS: dict[str, list[dict[str, Any]]] = {
    "report": [{}, NOTHING, GOT_IT, SEEN_OF_A_PAGE],
    "decline": [{}, {"all_online": True}],
}


def arrived(where: Scene, events: list[Told]) -> dict[str, Any]:
    traversal = start("example-path", where)
    for event, details in events:
        traversal = happen(traversal, event, where, details).traversal
    return traversal


def reached(state: str, event: str) -> set[str]:
    """Where an event leads from every example of a state, in the life it began in and in another."""
    found = set()
    for where, events in EXAMPLES[state]:
        traversal = arrived(where, events)
        assert traversal["state"] == state
        for life in (where, where._replace(profile=ELSEWHERE)) if event == "answer" else (where,):
            for details in DETAILS.get(event, [{}]):
                try:
                    now = happen(traversal, event, life, details).traversal["state"]
                except Refused as refusal:
                    assert refusal.error == "nothing_to_decline"
                    continue
                found.add(now if now in TRANSITIONS[state, event] else CHOOSING)
                assert now in TRANSITIONS[state, event] or now in SETTLES
    return found


@pytest.mark.parametrize(("state", "event"), TRANSITIONS)
def test_an_event_leads_where_the_table_says_and_everywhere_it_says(state: str, event: str) -> None:
    assert reached(state, event) == set(TRANSITIONS[state, event])


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("event", EVENTS)
def test_an_event_that_the_table_does_not_have_is_refused(state: str, event: str) -> None:
    if (state, event) not in TRANSITIONS:
        for where, events in EXAMPLES[state]:
            with pytest.raises(Refused, match="means nothing"):
                happen(arrived(where, events), event, where)


def test_every_state_and_every_event_has_its_row_and_its_words() -> None:
    assert set(EXAMPLES) == set(STATES)
    assert {state for state, _ in TRANSITIONS} == set(STATES)
    assert {event for _, event in TRANSITIONS} | {START} == set(EVENTS) == set(HANDLERS) | {START}
    assert set(SETTLES) < set(OPEN)
    assert {state for state in STATES if STATES[state].waits_for == "nobody"} == set(FINAL)
    assert all(fitting(state) for state in STATES)
