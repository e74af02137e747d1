"""What one attempt at a source says to others: the validation that is buffered, and what is kept for the person.

Every attempt that was decided yields one validation (R-TRAV-06). It names signals in the words of the path, never in
those of the person; the header (ids, agent, capabilities) is added where it is buffered.
"""

from __future__ import annotations

from typing import Any, Final

from becivic_harness.signals import BEHIND_A_DOOR, SUCCESS, Decision
from becivic_harness.sources import Source
from becivic_harness.traversal_scene import Scene

_LONGEST_RATIONALE: Final = 500
_SEEN_AFTER: Final = (*BEHIND_A_DOOR, "confirmation")
"""Hand-overs with something behind them to confirm (R-TRAV-11)."""


def validation(
    path_id: str, source: Source, decision: Decision, *, attempted_on: str, auth_provider: str = ""
) -> dict[str, Any]:
    """For the buffer: a confirm, or a reject that names the failure signal."""
    is_success = decision.outcome == SUCCESS
    metadata: dict[str, Any] = {
        "validates_post_handoff": is_success and source.when in _SEEN_AFTER,
        "outcome": decision.outcome,
        "signal": decision.signal,
        "attempted_on": attempted_on,
    }
    if auth_provider in source.providers:
        metadata["auth_provider"] = auth_provider
    found = {
        "target_type": "path_source",
        "target_id": f"{path_id}:{source.id}",
        "verdict": "confirm" if is_success else "reject",
        "traversal_metadata": metadata,
    }
    return found if is_success else {**found, "rationale": rationale(decision)}


def rationale(decision: Decision) -> str:
    """One line: the signal that failed, its listed value, and what the source calls that."""
    value = "" if isinstance(decision.value, bool) else f" ({decision.value})"
    told = f"{decision.why or 'failed'}: {decision.signal}{value}"
    return " ".join(told.split())[:_LONGEST_RATIONALE]


def progress(path_id: str, source: Source, scene: Scene) -> dict[str, Any]:
    """For the progress of the procedure: what was obtained, where, and on which day (R-TRAV-07). Never what is in it."""
    outputs = scene.path.get("outputs") if scene.path is not None else None
    named = (
        [each.get("name") for each in outputs if isinstance(each, dict)] if isinstance(outputs, list) else []
    )
    return {
        "path_id": path_id,
        "source": source.id,
        "obtained_on": scene.day,
        "artefacts": [each for each in named if isinstance(each, str)],
    }
