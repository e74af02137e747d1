"""One evening: a folder, a stage, the whole play; then the server stays, or everything is put away."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from demo import days
from demo.expecting import Unexpected
from demo.folder import Folder, named_folder, new_folder
from demo.narrator import Narrator
from demo.play import Play, perform
from demo.scenes import SCENES
from demo.stage import Stage, staged

_TITLE: Final = "Be Civic: from a newcomer's first question to a fee that ten readers stand for"


@dataclass(frozen=True, slots=True)
class Evening:
    """What was asked for."""

    port: int
    home: Path | None = None
    stays: bool = False


@dataclass(slots=True)
class Told:
    """What came of it, for programs."""

    home: Path
    scenes: list[dict[str, Any]] = field(default_factory=list)
    seen: dict[str, Any] = field(default_factory=dict)
    seconds: float = 0.0
    failure: str = ""

    @property
    def is_good(self) -> bool:
        return not self.failure

    def as_json(self) -> str:
        said = {"ok": self.is_good, "home": str(self.home), "seconds": self.seconds}
        failed = {"failure": self.failure} if self.failure else {}
        return json.dumps({**said, **failed, "scenes": self.scenes, "seen": self.seen})


def evening(asked: Evening, narrator: Narrator, picture: Path | None = None) -> Told:
    """Failed plays keep their folder, for there is the log; good ones that nobody named a folder for leave nothing."""
    folder = new_folder() if asked.home is None else named_folder(asked.home)
    told, begun = Told(folder.root), time.monotonic()
    with staged(folder, asked.port) as stage:
        play = Play(stage, narrator)
        narrator.title(_TITLE)
        try:
            told.scenes, told.seen = perform(play, SCENES), play.seen
        except Exception as error:  # noqa: BLE001  whatever it is, the audience hears in which scene
            told.failure = _failure(play, folder, error)
            narrator.say(told.failure, "bold red")
            return told
        told.seconds = round(time.monotonic() - begun, 1)
        narrator.say("\nEverything was as it should be.", "bold green")
        if picture is not None:
            narrator.draw(picture, "make demo")
        narrator.say(
            f"It took {told.seconds:.0f} s."
        )  # after the picture: how long it takes is the machine's own
        if asked.stays:
            _stay(stage, narrator)
        else:
            stage.stop()
    if asked.home is None and not asked.stays:
        folder.remove()
    return told


def _stay(stage: Stage, narrator: Narrator) -> None:
    narrator.say(
        f"The server runs on at {stage.url}, {days.STABLE.days} days ahead of the real clock. Ctrl+C stops it."
    )
    narrator.say(
        f"What it keeps is in {stage.folder.root}: the records and git, the newcomer's own folder, server.log."
    )
    with suppress(KeyboardInterrupt):
        stage.server.process.wait()
    stage.end()


def _failure(play: Play, folder: Folder, error: Exception) -> str:
    if isinstance(error, Unexpected):
        what = f"{error.what}.\n  expected  {error.wanted!r}\n  seen      {error.seen!r}"
    else:
        what = f"{type(error).__name__}: {error}"
    return f"The demo failed in the scene “{play.scene}”: {what}\n  log       {folder.log}"
