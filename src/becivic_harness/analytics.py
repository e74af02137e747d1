"""Owns usage events: none without consent, kept until the next session begins, sent without anything that joins them.

R-ANL-05..08. The session id stands in the outbox alone, on this machine, and never leaves it (C-45).
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from becivic_harness import files, profile_file, session_facts, stamps
from becivic_harness.here import Here, agent_name
from becivic_harness.refusals import Refused
from becivic_harness.submission_rules import rules
from becivic_harness.wire import Unreachable, post

OUTCOMES: Final = ("success", "abandoned", "derailed")
"""What somebody may say of a session. `abandoned_inferred` is what the program concludes, and nobody says it."""
KEPT_FOR: Final = timedelta(days=30)


def is_on(here: Here) -> bool:
    return profile_file.consented(profile_file.read(here), "analytics") is True


def switch(here: Here, *, on: bool) -> dict[str, Any]:
    """Off throws away what was not sent yet: it was collected under a consent that is gone."""
    profile_file.write(here, profile_file.with_consent(here, profile_file.read(here), analytics=on))
    dropped = 0
    if not on:
        dropped = len(files.read_lines(here.home.outbox).items)
        files.remove(here.home.outbox)
    return {"analytics": "on" if on else "off", "dropped": dropped}


def queue(here: Here, session_id: str, event_type: str, content: dict[str, Any] | None = None) -> bool:
    """Whether it was kept: without consent nothing is."""
    if not is_on(here):
        return False
    event = {
        "schema_version": 1,
        "analytics_event_id": here.new_id("anl_"),
        "submitted_at": here.stamp,
        "submitting_agent": agent_name(str(session_facts.read(here, session_id).about.get("agent") or "")),
        "submission_contract_version": rules()["contract_version"],
        "opt_in_consent": True,
        "event_type": event_type,
        **({"content": content} if content else {}),
    }
    _refuse_faults(event)
    files.append(here.home.outbox, {"session_id": session_id, "queued_at": here.stamp, "event": event})
    return True


def flush(here: Here) -> dict[str, int]:
    """Sends what waits, before anything new is made (R-HARN-17). What is older than 30 days is dropped."""
    waiting = files.read_lines(here.home.outbox)
    if not waiting.items:
        return {"sent": 0, "kept": 0, "dropped": 0}
    if not is_on(here):
        files.remove(here.home.outbox)
        return {"sent": 0, "kept": 0, "dropped": len(waiting.items)}
    sent = dropped = 0
    kept: list[dict[str, Any]] = []
    reached = True
    for line in waiting.items:
        age = stamps.age_of(line.get("queued_at"), here.now)
        if age is None or age > KEPT_FOR:
            dropped += 1
            continue
        try:
            answer = post(here, "/api/analytics", line.get("event")) if reached else None
        except Unreachable:
            reached, answer = False, None
        if answer is None or answer.status == 429:
            kept.append(line)
        elif answer.is_good or answer.status == 409:
            sent += 1
        else:
            dropped += 1  # an event that the service does not take will not be taken tomorrow
    if kept:
        files.rewrite(here.home.outbox, kept)
    else:
        files.remove(here.home.outbox)
    return {"sent": sent, "kept": len(kept), "dropped": dropped}


def _refuse_faults(event: dict[str, Any]) -> None:
    from becivic_harness.schema import faults

    found = faults("analytics", event)
    if found:
        raise Refused(
            "event_refused",
            "The event is not one of those that may be sent: "
            + "; ".join(f"`{each.pointer}` {each.detail}" for each in found[:3]),
            "An event is session_start, step_transition with from_step and to_step, or session_outcome with outcome.",
        )
