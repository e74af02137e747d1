"""The shape of a step, and the point of a traversal that it is told from."""

from __future__ import annotations

from typing import Any, NamedTuple, TypedDict

from becivic_harness.json_values import text_at
from becivic_harness.path_names import localised
from becivic_harness.settling import Settled
from becivic_harness.sources import Source
from becivic_harness.traversal_scene import Scene


class Step(TypedDict, total=False):
    """What the agent must do or say now. `say` is for the person, `do` for the agent; the rest is the same in pieces.

    Only what applies is there; `state`, `path`, `waits_for`, `say`, `do` and `events` always are.
    """

    state: str
    path: str
    title: str
    waits_for: str
    source: str
    who: str
    say: list[str]
    do: list[str]
    link: str
    fetch: str
    browser: str
    sign_in: list[str]
    handoff: dict[str, str]
    reported: dict[str, Any]
    question: dict[str, Any]
    needed: list[dict[str, Any]]
    contradictory: bool
    reason: str
    choices: list[dict[str, str]]
    because: list[dict[str, Any]]
    concern: dict[str, str]
    notes: list[str]
    events: list[str]


class Point(NamedTuple):
    """A settled traversal and the scene it was settled in."""

    settled: Settled
    scene: Scene

    @property
    def path_id(self) -> str:
        return text_at(self.settled.traversal, "path_id")

    @property
    def title(self) -> str:
        """What the person knows it as, or at least its id."""
        return localised(self.scene.path, "title") or self.path_id

    @property
    def source(self) -> Source:
        return self.settled.source or Source({})
