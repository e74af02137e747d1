"""What holds in every interleaving of events, over any path and profile, with everything around it changing."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from becivic.rules.schemas import SchemaFile, packaged_registry
from becivic_harness.observations import NOT_PRODUCED, RECEIVED
from becivic_harness.refusals import Refused
from becivic_harness.traversal import happen, next_step
from becivic_harness.traversal_states import EVENTS, FINAL, TRANSITIONS
from tests.factories.walks import CHANGES, any_life, any_path, any_source, drawn, profiles, with_answer
from tests.factories.watched_walk import CAPABILITIES, PLANTED, WatchedWalk
from tests.requirement import requirement

AROUND = ["source joins", "source leaves", "withdrawn", "gone", "back", "day", "T1", "T2", "T3", "profile"]
HISTORIES: list[dict[str, Any] | None] = [
    None,
    {"source": "source-0"},
    {"source": "source-1"},
    {"source": PLANTED},
]
ODD_VALUES = [True, False, PLANTED, 404, "application/pdf", [PLANTED, True], None]

INVARIANTS = requirement(
    "R-TRAV-05", "R-TRAV-06", "R-TRAV-08", "R-TRAV-09", "R-TRAV-10", "R-PRED-04", "R-TIER-07", "R-CAP-08"
)


def change_around(
    walk: WatchedWalk, what: str, new: dict[str, Any], change: tuple[str, Any], can: list[str]
) -> None:
    if what == "profile":
        walk.profile = with_answer(walk.profile, *change)
    elif what in ("T1", "T2", "T3"):
        walk.tier, walk.capabilities = what, can
    elif what == "day":
        walk.today += timedelta(days=1)
    elif what == "source joins":
        walk.joins(new)
    elif what == "source leaves":
        del walk.kept["sources"][0:1]
    else:
        walk.kept["status"] = "quarantined" if what == "withdrawn" else "alpha"
        walk.path = None if what == "gone" else walk.kept
    walk.look()


def some_report(walk: WatchedWalk, choose: Any) -> dict[str, Any]:
    """Signals that the step names, seen, denied or garbled; free text everywhere."""
    seen: dict[str, Any] = {"page-text": PLANTED, "user-said": PLANTED}
    for each in walk.step.get("needed", ()):
        if choose([True, False]):
            seen[each["check"]] = choose([each["value"], each["value"], *ODD_VALUES])
    seen.update({choose([RECEIVED, NOT_PRODUCED, "response-status"]): choose(ODD_VALUES)})
    told = {"auth_provider": choose(["itsme", PLANTED]), "file_retained": choose(["yes", PLANTED])}
    return {"observed": choose([seen, seen, {}, PLANTED]), **told}


class AnyOrder(RuleBasedStateMachine):
    """Hypothesis looks for the shortest order of events that breaks something."""

    @initialize(path=drawn(any_path), profile=drawn(any_life), history=st.sampled_from(HISTORIES))
    def begin(self, path: dict[str, Any], profile: dict[str, Any], history: dict[str, Any] | None) -> None:
        self.walk = WatchedWalk(path, profile, history)
        self.walk.look()

    @rule(
        what=st.sampled_from(AROUND),
        new=drawn(any_source),
        change=st.sampled_from(CHANGES),
        can=st.sampled_from(CAPABILITIES),
    )
    def something_changes(
        self, what: str, new: dict[str, Any], change: tuple[str, Any], can: list[str]
    ) -> None:
        change_around(self.walk, what, new, change, can)

    @rule(
        event=st.sampled_from([*EVENTS, "jump"]),
        told=st.sampled_from([{}, {"all_online": True}, {"source": "x"}]),
    )
    def anything_is_told(self, event: str, told: dict[str, Any]) -> None:
        self.walk.tell(event, told)

    @rule(data=st.data())
    def something_is_reported(self, data: st.DataObject) -> None:
        self.walk.tell("report", some_report(self.walk, lambda of: data.draw(st.sampled_from(of))))

    @rule(well=st.booleans())
    def it_goes_on(self, well: bool) -> None:
        self.walk.goes_on(well=well)

    def teardown(self) -> None:
        if hasattr(self, "walk"):
            self.walk.come_to_an_end()


@INVARIANTS
@pytest.mark.unmeasured
def test_no_order_of_events_breaks_an_invariant() -> None:
    run_state_machine_as_test(AnyOrder, settings=settings(max_examples=150, stateful_step_count=20))


def long_walk(seed: int) -> WatchedWalk:
    """Sixty events by the throw of a die that is known by its seed."""
    die = random.Random(seed)
    walk = WatchedWalk(any_path(die.choice), any_life(die.choice), die.choice(HISTORIES))
    for _ in range(60):
        act = die.choices(["on", "fits", "any", "report", "around"], [8, 5, 1, 3, 2])[0]
        if act == "on":
            walk.goes_on(well=die.random() < 0.2)
        elif act == "fits":
            rare = {"choose-skip": 0.3, "restart": 0.1}
            events = walk.step["events"]
            walk.tell(die.choices(events, [rare.get(each, 1) for each in events])[0], {})
        elif act == "any":
            walk.tell(die.choice([*EVENTS, "jump"]), die.choice([{}, {"all_online": True}, {"source": "x"}]))
        elif act == "report":
            walk.tell("report", some_report(walk, die.choice))
        else:
            new = any_source(die.choice)
            change_around(walk, die.choice(AROUND), new, die.choice(CHANGES), die.choice(CAPABILITIES))
        if walk.step["state"] in FINAL:
            walk.tell("restart", {})
    walk.come_to_an_end()
    return walk


@INVARIANTS
@pytest.mark.unmeasured
def test_no_long_walk_breaks_an_invariant_and_together_they_come_by_nearly_every_event_in_every_state() -> (
    None
):
    moves: set[tuple[str, str, str]] = set()
    for seed in range(120):
        try:
            moves |= long_walk(seed).moves
        except AssertionError as broken:
            broken.add_note(f"long_walk({seed})")
            raise
    assert len({(state, event) for state, event, _ in moves}) >= 0.9 * len(TRANSITIONS)


@given(drawn(any_path), profiles())
def test_the_paths_and_people_of_these_walks_could_be_real(
    path: dict[str, Any], profile: dict[str, Any]
) -> None:
    assert packaged_registry().faults(SchemaFile.PATH, path) == []
    assert packaged_registry().faults(SchemaFile.PROFILE, profile) == []


@given(drawn(any_path), profiles())
def test_whoever_somebody_is_a_walk_begins_well_and_ends(
    path: dict[str, Any], profile: dict[str, Any]
) -> None:
    walk = WatchedWalk(path, profile)
    walk.look()
    walk.come_to_an_end()


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
_KEYS = ["state", "current", "attempts", "skipped", "refused", "preferred", "offline_chosen", "path_id", "earlier",
         "started_on", "stopped_for", "file_retained", "path_version"]  # fmt: skip


@given(
    drawn(any_path),
    drawn(any_life),
    st.dictionaries(st.sampled_from(_KEYS), _JSON),
    st.sampled_from([*EVENTS]),
)
def test_no_hand_edit_of_a_traversal_breaks_it(
    path: dict[str, Any], profile: dict[str, Any], edits: dict[str, Any], event: str
) -> None:
    walk = WatchedWalk(path, profile)
    walk.traversal = {**walk.traversal, **edits}
    assert next_step(walk.traversal, walk.scene)["do"]
    try:
        happen(walk.traversal, event, walk.scene)
    except Refused as refusal:
        assert refusal.remedy
