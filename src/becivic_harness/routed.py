"""What is told of a task: the procedure that fits, how sure that is, and what has to be said and asked before it begins."""

from __future__ import annotations

from typing import Any, NamedTuple

from becivic_harness.questions import Question
from becivic_harness.sentences import Sentence


class Named(NamedTuple):
    """A procedure or path that is spoken of beside the pick."""

    id: str
    title: str
    status: str


class Candidate(NamedTuple):
    id: str
    title: str
    status: str
    confidence: float
    """From 0 to 1: how much of the task it answers for."""
    why: tuple[dict[str, Any], ...]
    """The words it was found by, what they were understood as, and where they stand."""

    def as_json(self) -> dict[str, Any]:
        return {**self._asdict(), "why": list(self.why)}


class Gate(NamedTuple):
    """Before a procedure that is in testing (R-HARN-06)."""

    status: str
    is_open: bool
    """Whether the person has agreed already."""
    alternative: Named | None
    """Where to go when they decline."""

    def as_json(self) -> dict[str, Any]:
        return {
            **self._asdict(),
            "alternative": None if self.alternative is None else self.alternative._asdict(),
        }


class Routed(NamedTuple):
    pick: str
    title: str
    is_fallback: bool
    is_clear: bool
    """Whether no other procedure comes near. Where one does, ask which is meant."""
    confidence: float
    candidates: tuple[Candidate, ...]
    active_id: str
    """What stands for it in `active_procedures`."""
    is_active: bool
    say: tuple[Sentence, ...]
    gate: Gate | None
    first: tuple[Named, ...]
    """Unmet prerequisites, in the order they are to be done."""
    later: tuple[Named, ...]
    """Related procedures, for when the main steps are done (R-HARN-12)."""
    ask: tuple[Question, ...]
    context: dict[str, Any]
    """The only part of the profile that the procedure is given (R-HARN-18)."""
    paths: tuple[Named, ...] = ()
    """Routes to a document or service that the task names; `traverse start` walks them."""

    def as_json(self) -> dict[str, Any]:
        return {
            **self._asdict(),
            "candidates": [each.as_json() for each in self.candidates],
            "say": [each.as_json() for each in self.say],
            "gate": None if self.gate is None else self.gate.as_json(),
            "first": [each._asdict() for each in self.first],
            "later": [each._asdict() for each in self.later],
            "ask": [each.as_json() for each in self.ask],
            "paths": [{**each._asdict(), "how": f"traverse start {each.id}"} for each in self.paths],
        }
