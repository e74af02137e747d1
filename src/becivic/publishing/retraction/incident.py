"""The public note about a retraction: when, how much, of which kind, what to do. Nothing that leads to what it was.

Neither a length nor a path, nor the submission it came from, nor ids of commits that are gone: whoever knows the rest of
an old commit could try names until its id comes out.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Final

from becivic.publishing.retraction.texts import MARK
from becivic.rules.errors import LayerTwoCategory

FOLDER: Final = "docs/incidents"

_KINDS: Final = {
    LayerTwoCategory.IDENTITY: "who somebody is",
    LayerTwoCategory.DOCUMENT_NUMBER: "the number of somebody's document",
    LayerTwoCategory.BIOMETRIC: "something of somebody's body",
    LayerTwoCategory.ADDRESS: "where somebody can be found",
    LayerTwoCategory.OTHER: "something else about a person",
}

_NOTE: Final = """---
title: Retraction of {day}
description: A text about a person was taken out of the public record and its history.
---

A text that said {kind} had passed every gate and was published. On {day} a maintainer took it out of the public record
and of its history, by the protocol in `docs/retraction-protocol.md`. What it said is not repeated here.

- Commits that got a new id: {commits}.
- Files whose content changed, in any version: {files}.
- Records that lost the text: {rows}.
- Where it stood there is now `{mark}`. No file was removed.

If you keep a copy of this corpus or of its history, delete it and fetch it anew. Ids of commits from before this note
may be unknown now: read what you refer to again, and make a pending change anew against it.
"""


@dataclass(frozen=True, slots=True)
class Incident:
    """What may be told."""

    day: date
    id: str
    """Short and random: it only keeps two notes of one day apart."""
    reason: LayerTwoCategory
    commits: int
    files: int
    rows: int

    @property
    def path(self) -> str:
        return f"{FOLDER}/{self.day.isoformat()}-{self.id}.md"

    def note(self) -> bytes:
        return _NOTE.format(
            day=self.day.isoformat(),
            kind=_KINDS[self.reason],
            commits=self.commits,
            files=self.files,
            rows=self.rows,
            mark=MARK,
        ).encode()
