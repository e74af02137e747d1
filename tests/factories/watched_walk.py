"""A traversal that is watched at every event: a model of its own remembers what was agreed, and nothing may break it.

Eligibility first, commune last, consent before a delivery, a validation for every attempt that was decided; a
traversal can be stored at any moment, says the same when asked twice, and always ends or waits for somebody.
"""

from __future__ import annotations

import copy
import json
from datetime import date
from typing import Any

from becivic.rules.schemas import SchemaFile, packaged_registry
from becivic.rules.submissions import SubmissionType
from becivic_harness.observations import NOT_PRODUCED, RECEIVED, listed
from becivic_harness.predicate_holds import holds
from becivic_harness.predicates import Truth, eligibility
from becivic_harness.refusals import Refused
from becivic_harness.residence import YEARS, years_legal_residence
from becivic_harness.sources import Source, sources_of
from becivic_harness.traversal import Scene, Step, happen, next_step, scene, start
from becivic_harness.traversal_states import CHOOSING, FINAL, SETTLES, STATES, TRANSITIONS, UNDER_WAY

PLANTED = "Jan Peeters 85.07.30-033.28"
"""Nobody's name and number, told in every free text: it must be nowhere afterwards."""

CAPABILITIES = [["path_traversal", "path_handoff"], ["path_handoff"], ["path_traversal"], []]

FORWARD = {
    "asking": "refuse",
    "awaiting-consent": "consent-yes",
    "awaiting-handoff": "shown",
    "exhausted": "choose-commune",
}


def as_submitted(validation: dict[str, Any]) -> dict[str, Any]:
    """With the header that it gets in the buffer."""
    return {
        "schema_version": SubmissionType.VALIDATION.facts.schema_version,
        "validation_id": "val_01a1e438-a540-76fd-aeeb-975729fae923",
        "submitted_at": "2026-11-16T12:00:00Z",
        "submitting_agent": "example-runtime/1.4.0",
        "submission_contract_version": "2.1.0",
        "declared_capabilities": ["multi_turn", "structured_output", "web_fetch", "tool_execution"],
        **validation,
    }


class WatchedWalk:
    """One traversal and everything around it; whoever holds it changes that at will."""

    def __init__(
        self, path: dict[str, Any], profile: dict[str, Any], history: dict[str, Any] | None = None
    ) -> None:
        self.kept = copy.deepcopy(path)
        self.path: dict[str, Any] | None = self.kept
        self.profile = profile
        self.today = date(2026, 11, 16)
        self.tier = "T2"
        self.capabilities = CAPABILITIES[0]
        self.consent: tuple[str, date] | None = None
        self.is_under_consent = True
        self.chose_offline = False
        self.moves: set[tuple[str, str, str]] = set()
        self.traversal = start("example-path", self.scene, history)

    @property
    def scene(self) -> Scene:
        return scene(
            self.path, self.profile, today=self.today, tier=self.tier, capabilities=self.capabilities
        )

    @property
    def step(self) -> Step:
        return next_step(self.traversal, self.scene)

    def joins(self, source: dict[str, Any]) -> None:
        """A source of a new name: what is known by a name does not change its nature under an attempt."""
        self.kept["sources"].append({**source, "id": f"source-{len(self.moves)}-{len(self.kept['sources'])}"})

    def goes_on(self, *, well: bool) -> None:
        """The plain next thing: the gate is passed, or the attempt reported."""
        step = self.step
        if "report" not in step["events"]:
            self.tell(FORWARD.get(step["state"], "answer"), {})
            return
        signals = {each["check"]: each["value"] for each in step.get("needed", ()) if well}
        at = self.scene.source(step["source"])
        failures = {each.check for each in listed(at, "failure_signals")} if at else set()
        seen = {check: value for check, value in signals.items() if check not in failures}
        self.tell("report", {"observed": {**seen, RECEIVED: True} if well else {NOT_PRODUCED: PLANTED}})

    def tell(self, event: str, told: dict[str, Any]) -> None:
        before, stored = self.step, copy.deepcopy(self.traversal)
        try:
            change = happen(self.traversal, event, self.scene, told)
        except Refused as refusal:
            assert self.traversal == stored, "what is refused changes nothing"
            assert PLANTED not in json.dumps(refusal.as_json())
            return
        assert self.traversal == stored, "a traversal is never changed in place"
        self.traversal = change.traversal
        self._moved(before["state"], event)
        self._remembers(event, before)
        self._judged(event, before, change.validation, change.progress)
        assert PLANTED not in json.dumps([change.validation, change.progress])
        self.look()

    def look(self) -> None:
        """Everything that holds at every moment."""
        step = self.step
        assert step == self.step, "asked twice, answered twice the same"
        self.traversal = json.loads(json.dumps(self.traversal))
        assert step == self.step, "stored and read back, it is the same"
        assert PLANTED not in json.dumps([self.traversal, step])
        assert step["state"] in STATES
        assert step["say"] or step["do"]
        assert (step["waits_for"] == "nobody") is (step["state"] in FINAL)
        assert step["events"], "it waits for somebody, or can be begun again"
        at = self.scene.source(step.get("source", ""))
        if at is not None:
            self._eligibility_first(step, at)
            self._commune_last(step, at)
            self._consent_first(step, at)
            self._within_its_powers(step, at)

    def come_to_an_end(self) -> None:
        """From wherever it stands, in a bounded number of events."""
        for _ in range(80):
            state = self.step["state"]
            if state in FINAL:
                return
            stuck = {
                "unavailable": "choose-skip",
                "not-for-them": "choose-skip",
                "awaiting-consent": "consent-no",
            }
            self.tell(stuck.get(state) or FORWARD.get(state, "decline"), {})
        raise AssertionError("it goes on for ever")

    def _moved(self, state: str, event: str) -> None:
        leads_to = TRANSITIONS[state, event]
        now = self.step["state"]
        assert now in {*leads_to, *(SETTLES if CHOOSING in leads_to else ())}
        self.moves.add((state, event, now))

    def _remembers(self, event: str, before: Step) -> None:
        """A yes is for one call to one source on one day; the choice of a counter is for one run."""
        begins = event == "shown" or (event == "report" and before["state"] == "ready")
        if begins:
            self.is_under_consent = self.consent == (before["source"], self.today)
        if event == "consent-yes":
            self.consent = (before["source"], self.today)
        elif event != "answer":
            self.consent = None
        if event in ("choose-commune", "restart"):
            self.chose_offline = event == "choose-commune"

    def _judged(
        self, event: str, before: Step, validation: dict[str, Any] | None, progress: dict[str, Any] | None
    ) -> None:
        """One validation for every attempt that was decided, none otherwise (R-TRAV-06)."""
        now = self.step["state"]
        decided = event == "report" and now != "undecided" and before["state"] != "advice"
        is_listed = not self.scene.unavailable and self.scene.source(before.get("source", "")) is not None
        assert (validation is not None) is (decided and is_listed and self.scene.can_walk)
        assert (progress is not None) is (event == "report" and now == "succeeded")
        if validation is not None:
            assert validation["target_id"] == f"example-path:{before['source']}"
            assert (validation["verdict"] == "confirm") is (progress is not None)
            assert packaged_registry().faults(SchemaFile.VALIDATION, as_submitted(validation)) == []

    def _eligibility_first(self, step: Step, at: Source) -> None:
        """Whatever is offered is open to them; what is under way is at least not closed."""
        known = {**self.profile, YEARS: years_legal_residence(self.profile, self.today)}
        is_open = all(holds(each, known) for each in at.data["audience"]["predicates"])
        if step["state"] in UNDER_WAY:
            assert eligibility(at.data, self.profile, self.today).truth is not Truth.NO
        else:
            assert is_open

    def _commune_last(self, step: Step, at: Source) -> None:
        """A counter is spoken of only after a choice, with nothing online left (when it begins)."""
        if not at.is_offline:
            return
        assert self.chose_offline
        ended = {each["source"] for each in self.traversal["attempts"]}
        refused = set(self.traversal["refused"])
        if step["state"] in UNDER_WAY:
            return
        for each in sources_of(self.path):
            found = eligibility(each.data, self.profile, self.today)
            is_closed = found.truth is Truth.NO or bool(refused & set(found.ask))
            assert each.is_offline or each.id in ended or is_closed

    def _within_its_powers(self, step: Step, at: Source) -> None:
        """Below T2, or without the capability, a source is told of and never begun."""
        if step["state"] in ("awaiting-consent", "awaiting-handoff", "ready"):
            assert self.tier in ("T2", "T3")
            assert "path_handoff" in self.capabilities or (
                at.when == "none" and "path_traversal" in self.capabilities
            )

    def _consent_first(self, step: Step, at: Source) -> None:
        if not at.is_audited:
            return
        if step["state"] in ("awaiting-handoff", "ready"):
            assert self.consent == (at.id, self.today)
        else:
            assert "link" not in step
            assert "fetch" not in step
        if step["state"] in UNDER_WAY:
            assert self.is_under_consent
