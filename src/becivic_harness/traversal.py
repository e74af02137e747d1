"""Walks somebody along a path: the algorithm of architecture 24.9 as an explicit state machine.

`start` makes a traversal, `next_step` says what the agent does or says now, `happen` takes what happened. All three
are pure: the traversal is a JSON object, and the path, the profile, the day and what the agent can do come in a
Scene, each time as they are now. States, events and where they lead: traversal_states.py; which source is next:
settling.py; how an attempt ended: signals.py; the words: path_words.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from becivic_harness import traversal_record as record
from becivic_harness.json_values import text_at
from becivic_harness.path_step import Step
from becivic_harness.path_words import step_of
from becivic_harness.refusals import Refused
from becivic_harness.settling import Settled, settle
from becivic_harness.sources import is_id
from becivic_harness.traversal_events import HANDLERS, Change, Happening
from becivic_harness.traversal_record import Traversal
from becivic_harness.traversal_scene import Scene, scene
from becivic_harness.traversal_states import EVENTS, REPORT, TRANSITIONS, fitting

__all__ = ["Change", "Scene", "Step", "Traversal", "happen", "next_step", "report", "scene", "start"]


def start(path_id: str, seen: Scene, history: Mapping[str, Any] | None = None) -> Traversal:
    """A new traversal. `history` is what an earlier success left: its `source` comes first (R-TRAV-13)."""
    if not is_id(path_id):
        raise Refused(
            "not_a_path",
            "That is not the id of a path. Nothing was begun.",
            "Give the id as the directory has it, such as `certificate-of-residence-history`.",
        )
    worked = seen.source(text_at(history or {}, "source"))
    preferred = worked.id if worked is not None else ""
    return settle(record.new_traversal(path_id, seen.today, preferred), seen).traversal


def next_step(traversal: Mapping[str, Any], seen: Scene) -> Step:
    """What to do or say now. Asked twice, it answers twice the same."""
    return step_of(settle(dict(traversal), seen), seen)


def happen(
    traversal: Mapping[str, Any], event: str, seen: Scene, details: Mapping[str, Any] | None = None
) -> Change:
    """What an event makes of the traversal. One that means nothing now is refused and changes nothing.

    `details`, all optional: `source`, the source that the agent speaks of; for `report` `observed` (check to value or
    list of values), `auth_provider`, `file_retained`; for `refuse` `field`; for `decline` `all_online`.
    """
    settled = settle(dict(traversal), seen)
    if (settled.state, event) not in TRANSITIONS:
        raise _unfitting(event, settled.state)
    told = details or {}
    _hold_to_the_same_source(told, settled)
    change = HANDLERS[event](Happening(settled, seen, told))
    return change._replace(traversal=settle(change.traversal, seen).traversal)


def report(
    traversal: Mapping[str, Any],
    seen: Scene,
    observed: Mapping[str, Any],
    **details: Any,  # noqa: ANN401  as for happen
) -> Change:
    """`happen` with what was observed."""
    return happen(traversal, REPORT, seen, {**details, "observed": observed})


def _hold_to_the_same_source(told: Mapping[str, Any], settled: Settled) -> None:
    """What is told of one source is never put down to another."""
    spoken_of = told.get("source")
    at = settled.source.id if settled.source is not None else None
    if spoken_of is not None and spoken_of != at:
        raise Refused(
            "another_source",
            "The traversal is not at that source now. Nothing was changed.",
            "Ask for the next step: it names the source, if there is one.",
            source=at,
        )


def _unfitting(event: str, state: str) -> Refused:
    known = f"`{event}`" if event in EVENTS else "That event"
    events = fitting(state)
    return Refused(
        "event_does_not_fit",
        f"{known} means nothing while the traversal is {state}. Nothing was changed.",
        f"What can be told now: {', '.join(events)}.",
        state=state,
        events=events,
    )
