"""The play: its scenes in order, what each leaves behind for the next, and what came of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, NamedTuple

from becivic.rules.submissions import SubmissionType
from demo.narrator import Narrator
from demo.stage import Stage


@dataclass
class Play:
    """What all scenes share. `sent` holds everything that the service has said it took; `seen` what a test looks at."""

    stage: Stage
    narrator: Narrator
    sent: dict[str, SubmissionType] = field(default_factory=dict)
    seen: dict[str, Any] = field(default_factory=dict)
    scene: str = ""

    def took(self, kind: SubmissionType, submission_id: str) -> str:
        self.sent[submission_id] = kind
        return submission_id

    def states(self) -> dict[str, str]:
        """Where everything stands that was taken."""
        return {each: self.state(each) for each in self.sent}

    def state(self, submission_id: str) -> str:
        route = self.sent[submission_id].facts.route
        return str(self.stage.get(f"/api/{route}/{submission_id}")["state"])


class Scene(NamedTuple):
    name: str
    at: timedelta
    act: Callable[[Play], None]


def perform(play: Play, scenes: tuple[Scene, ...]) -> list[dict[str, Any]]:
    """Each scene with the seconds it took. The first thing that is not as it should be ends the play."""
    told = []
    for scene in scenes:
        play.scene = scene.name
        play.narrator.scene(scene.name, scene.at)
        begun = time.monotonic()
        scene.act(play)
        told.append({"scene": scene.name, "seconds": round(time.monotonic() - begun, 2)})
    return told
