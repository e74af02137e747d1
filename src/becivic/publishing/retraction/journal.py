"""A retraction that is under way, in a private file of the home: enough to finish it after a kill, and no text.

It goes when the retraction is finished: which commit became which would let somebody try names against the old ids.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import date
from pathlib import Path
from typing import Final

from becivic.durable import settle_folder
from becivic.publishing.retraction.incident import Incident
from becivic.rules.errors import BeCivicError, LayerTwoCategory

FILE: Final = Path("runtime") / "retraction.json"


@dataclass(frozen=True, slots=True)
class Journal:
    """What was decided, and what every rewritten object became."""

    phrase: str
    incident: Incident
    ids: Mapping[str, str]

    def and_then(self, ids: Mapping[str, str]) -> Journal:
        """After another look: what an object became may itself have become something."""
        led_on = {old: ids.get(new, new) for old, new in self.ids.items()}
        return replace(self, ids={**ids, **led_on})


def read_journal(home: Path) -> Journal | None:
    try:
        said = json.loads((home / FILE).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    told = said["incident"]
    incident = Incident(
        **{**told, "day": date.fromisoformat(told["day"]), "reason": LayerTwoCategory(told["reason"])}
    )
    return Journal(said["phrase"], incident, said["ids"])


def write_journal(home: Path, journal: Journal) -> None:
    """Whole and on the disk before the first ref moves."""
    file = home / FILE
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    new = file.with_name(f".{file.name}")
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
        json.dump({**asdict(journal), "incident": _told(journal.incident)}, stream)
        stream.flush()
        os.fsync(stream.fileno())
    new.replace(file)
    settle_folder(file.parent)


def forget_journal(home: Path) -> None:
    (home / FILE).unlink()
    settle_folder((home / FILE).parent)


def unfinished(home: Path) -> Path | None:
    """The file of a retraction that was begun and not finished."""
    return home / FILE if (home / FILE).exists() else None


def refuse_unfinished(home: Path) -> None:
    """Nobody serves or changes a home in which a text is half taken out."""
    if unfinished(home):
        raise BeCivicError(
            "A retraction was begun here and is not finished.",
            where=str(home),
            remedy="Run the same `becivic retract` again; it goes on where it stopped.",
        )


def _told(incident: Incident) -> dict[str, object]:
    return {**asdict(incident), "day": incident.day.isoformat(), "reason": incident.reason.value}
