"""Owns how long things stay: ninety quiet days for what is under way, a year for what was archived (privacy 8.8)."""

from __future__ import annotations

import os
from contextlib import suppress
from datetime import datetime, timedelta, timezone
from typing import Any, Final

from becivic_harness import files, memory_index, progress, stamps
from becivic_harness.here import Here
from becivic_harness.refusals import Refused
from becivic_harness.topics import PROGRESS, every

QUIET: Final = timedelta(days=90)
ARCHIVED_FOR: Final = timedelta(days=365)
WARNED: Final = timedelta(days=30)
EXPIRED: Final = "expired"


def work(here: Here) -> dict[str, Any]:
    """What a session does about it when it begins; told, so that nothing goes unseen."""
    moved = _expired(here)
    deleted, warned = [], []
    for name, head, _ in list(progress.archived(here)):
        since = stamps.read_moment(head.get("archived_at")) or _changed(os.path.join(here.home.archive, name))
        age = here.now - since
        if age > ARCHIVED_FOR:
            files.remove(os.path.join(here.home.archive, name))
            deleted.append(name)
        elif age > ARCHIVED_FOR - WARNED:
            warned.append({"file": name, "deleted_on": stamps.day_of(since + ARCHIVED_FOR).isoformat()})
    for folder in (
        here.home.root,
        here.home.memory,
        here.home.archive,
        here.home.path("cache"),
        here.home.path("cancel-retry"),
        *(here.home.path("skills-cache", name) for name in files.names(here.home.path("skills-cache"))),
    ):
        files.sweep(folder)
    if moved:
        memory_index.refresh(here)
    return {"archived": moved, "deleted": deleted, "soon_deleted": warned}


def _is_quiet(here: Here, name: str) -> bool:
    return here.now - _changed(os.path.join(here.home.memory, name)) > QUIET


def _expired(here: Here) -> list[str]:
    """One that cannot be moved, for the profile or its own name was bent by hand, stays: a session begins all the same."""
    moved = []
    for topic in list(every(here)):
        if topic.type == PROGRESS and _is_quiet(here, topic.file):
            with suppress(Refused):
                progress.archive(here, topic, EXPIRED)
                moved.append(topic.id)
    return moved


def _changed(path: str) -> datetime:
    return datetime.fromtimestamp(os.stat(path).st_mtime, timezone.utc)
