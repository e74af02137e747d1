"""Walks along a path: with a data folder by commands, without one by the pure machine."""

from __future__ import annotations

import json
import tempfile
from datetime import date
from pathlib import Path
from typing import Any

from tests.conformance.our_harness.program import Json, Program

from becivic_harness import files, session_facts, topics
from becivic_harness.refusals import Refused
from becivic_harness.traversal import happen, next_step, scene, start

STATES = {
    "asking": "ask",
    "awaiting-consent": "consent",
    "awaiting-handoff": "handoff",
    "handed-off": "attempt",
    "ready": "attempt",
    "undecided": "attempt",
    "succeeded": "done",
    "not-for-them": "not_for_them",
}
KEEPING_TIERS = ("T2", "T3")
PROCEDURE = "no-skill-fallback:conformance"


def walk(asked: Json) -> Json:
    with tempfile.TemporaryDirectory() as made:
        walker = (Walker if asked["tier"] in KEEPING_TIERS else Adviser)(Path(made), asked)
        steps = [walker.begin(), *(walker.after(event) for event in asked["events"])]
        return {"steps": steps, "validations": walker.validations(), "obtained": walker.obtained()}


class Walker:
    """A walk with a data folder: every event is a command, and the state lies on the disk in between."""

    def __init__(self, folder: Path, asked: Json) -> None:
        self.program = Program(folder, f"{asked['today']}T10:00:00Z")
        self.path_id: str = asked["path_id"]
        self.program.begin(asked["capabilities"])
        here = self.program.here
        session = session_facts.require(here)
        about = {**session.about, "tier": asked["tier"], "capabilities": asked["capabilities"]}
        session_facts.changed(here, session, session=about)
        self.profile: Json = dict(asked["profile"])
        self._keep_profile()
        self._keep_path(asked["path"])
        self.program("progress", "start", PROCEDURE)

    def begin(self) -> Json:
        return told(self.program("traverse", "start", self.path_id, "--procedure", PROCEDURE))

    def after(self, event: Json) -> Json:
        name = event["event"]
        if name == "path":
            self._keep_path(event["path"])
            return told(self.program("traverse", "next", self.path_id))
        if name == "reload":
            return told(self.program("traverse", "next", self.path_id))
        if name == "restart":
            return self.begin()
        if name == "answer":
            _put(self.profile, event["field"].split("."), event["value"])
            self._keep_profile()
        found = self._reported(event)
        if not found["ok"]:
            return {**told(self.program("traverse", "next", self.path_id)), "refused": True}
        return told(found)

    def validations(self) -> list[Json]:
        return [vote(each) for each in self.program("buffer", "list", "--raw")["raw"]]

    def obtained(self) -> Json | None:
        head = topics.read(self.program.here, topics.PROGRESS, PROCEDURE)
        listed = head.head.get("obtained") if head is not None else None
        return {"source": listed[-1]["source"], "on": listed[-1]["obtained_on"]} if listed else None

    def _reported(self, event: Json) -> Json:
        name, details = event_of(event)
        options = {"event": name, **details}
        return self.program("traverse", "report", self.path_id, "--json", json.dumps(options))

    def _keep_profile(self) -> None:
        whole = {**self.profile, "profile_schema_version": "1.0.0", "last_updated_at": self.program.now}
        files.write_json(self.program.here.home.profile, whole)

    def _keep_path(self, path: Json | None) -> None:
        document = {"paths": {self.path_id: path} if path else {}}
        kept = {"fetched_at": self.program.now, "via": "http", "document": document}
        files.write_json(self.program.here.home.cached("paths.json"), kept)


class Adviser:
    """A walk where nothing may be written: the pure machine, held in memory."""

    def __init__(self, _: Path, asked: Json) -> None:
        self.path_id: str = asked["path_id"]
        self.scene = scene(
            asked["path"],
            asked["profile"],
            today=date.fromisoformat(asked["today"]),
            tier=asked["tier"],
            capabilities=asked["capabilities"],
        )
        self.traversal = start(self.path_id, self.scene)
        self.voted: list[Json] = []

    def begin(self) -> Json:
        return told({"step": next_step(self.traversal, self.scene)})

    def after(self, event: Json) -> Json:
        name, details = event_of(event)
        try:
            change = happen(self.traversal, name, self.scene, details)
        except Refused:
            return {**self.begin(), "refused": True}
        self.traversal = change.traversal
        self.voted += [change.validation] if change.validation else []
        return self.begin()

    def validations(self) -> list[Json]:
        return [vote(each) for each in self.voted]

    def obtained(self) -> Json | None:
        return None


def vote(item: Json) -> Json:
    """A validation, as far as the kit looks at it."""
    told_of = {name: item.get(name, "") for name in ("target_id", "verdict", "rationale")}
    return {**told_of, "signal": item["traversal_metadata"]["signal"]}


def event_of(event: Json) -> tuple[str, Json]:
    """The kit's word for an event in the harness's own, and what is told with it."""
    name = event["event"]
    if name == "observe":
        return "report", {"observed": event["observed"]}
    if name == "consent":
        return ("consent-yes" if event["yes"] else "consent-no"), {}
    if name == "choose":
        return f"choose-{event['what']}", {}
    if name == "handed-over":
        return "shown", {}
    if name == "decline" and event.get("all_online"):
        return name, {"all_online": True}
    return name, {"field": event["field"]} if name == "refuse" else {}


def told(answer: Json) -> Json:
    """A step in the kit's words; `shown` is all of it."""
    step = answer["step"]
    return {
        "state": STATES.get(step["state"], step["state"]),
        "source": step.get("source"),
        "ask": (step.get("question") or {}).get("field"),
        "browser": step.get("browser"),
        "caveat": "caveat" in step.get("handoff", {}),
        "sign_in_first": (step.get("sign_in") or [None])[0],
        "needed": [each["check"] for each in step.get("needed", ())],
        "choices": [each["event"].replace("choose-", "") for each in step.get("choices", ())],
        "shown": step,
    }


def _put(profile: Json, steps: list[str], value: Any) -> None:
    for step in steps[:-1]:
        profile = profile.setdefault(step, {})
    profile[steps[-1]] = value
