"""Owns what earlier sessions left behind: told one by one, never sent, never joined to anything (R-BUF-05, C-46)."""

from __future__ import annotations

import os
from datetime import datetime, timedelta, timezone
from typing import Any, Final, NamedTuple

from becivic_harness import analytics, buffer_file, files, opening, session_facts, stamps
from becivic_harness.here import Here

ABANDONED_AFTER: Final = timedelta(hours=72)
STALE_AFTER: Final = timedelta(days=7)
STALE: Final = "may have already committed"


class Orphan(NamedTuple):
    session_id: str
    age: timedelta
    items: int
    skills: list[str]
    runtime: str
    damaged: int
    at_work: bool
    """Whether somebody may still be in it."""

    @property
    def has_something(self) -> bool:
        return self.items > 0 or self.damaged > 0

    def told(self) -> opening.Orphan:
        """For the opening of a session."""
        return opening.Orphan(
            self.session_id,
            ", ".join(self.skills),
            self.items,
            self.age.days,
            self.runtime,
            self.damaged,
            self.at_work,
        )

    def as_json(self) -> dict[str, Any]:
        told: dict[str, Any] = {
            "session_id": self.session_id,
            "skills": self.skills,
            "age": stamps.in_words(self.age),
            "age_hours": int(self.age.total_seconds() // 3600),
            "items": self.items,
            "runtime": self.runtime,
        }
        if self.damaged:
            told["unreadable_lines"] = self.damaged
        if self.at_work:
            told["at_work"] = True
        if self.age > STALE_AFTER:
            told["note"] = STALE
        return told


def scan(here: Here, current: str = "") -> list[Orphan]:
    """Every session that left something in its buffer, but for the one that is open now."""
    return [each for each in _others(here, current) if each.has_something]


def clean(here: Here, current: str = "") -> list[str]:
    """Of sessions that nobody closed for 72 hours everything goes but items that nobody has decided on (R-MEM-06)."""
    done = []
    for orphan in _others(here, current):
        if orphan.age <= ABANDONED_AFTER or orphan.at_work:
            continue
        if session_facts.is_open(here, orphan.session_id):
            analytics.queue(here, orphan.session_id, "session_outcome", {"outcome": "abandoned_inferred"})
            done.append(orphan.session_id)
        forget(here, orphan.session_id, keep_buffer=orphan.has_something)
    return done


def forget(here: Here, session_id: str, *, keep_buffer: bool) -> None:
    """facts.json goes last: as long as it is there, the session is one to be closed."""
    folder = here.home.session(session_id)
    if not keep_buffer:
        files.remove(here.home.buffer(session_id))
    for name in files.names(folder):
        if name not in (os.path.basename(here.home.buffer(session_id)), session_facts.FILE):
            files.remove(os.path.join(folder, name))
    files.remove(os.path.join(folder, session_facts.FILE))
    if not keep_buffer:
        files.remove_folder(folder)


def _others(here: Here, current: str) -> list[Orphan]:
    return [_orphan(here, each) for each in session_facts.ids(here) if each != current]


def _orphan(here: Here, session_id: str) -> Orphan:
    buffered = buffer_file.read(here, session_id)
    agents = [str(item["submitting_agent"]) for item in buffered.items if item.get("submitting_agent")]
    about = session_facts.read(here, session_id).about
    skills = dict.fromkeys(
        str(item.get("target_id") or item.get("proposed_id") or "") for item in buffered.items
    )
    return Orphan(
        session_id,
        here.now - _begun(session_id),
        len(buffered.items),
        [each for each in skills if each],
        str(about.get("agent") or (agents[0] if agents else "unknown")),
        len(buffered.damaged),
        session_facts.is_at_work(here, session_id),
    )


def _begun(session_id: str) -> datetime:
    """A UUIDv7 carries its time."""
    milliseconds = int(session_id[4:].replace("-", "")[:12], 16)
    return datetime.fromtimestamp(milliseconds / 1000, timezone.utc)
