"""Which files of a corpus the service writes, and nobody else (lifecycle 10.1; R-CI-03). Not what is in them."""

from __future__ import annotations

from typing import Final

SKILLS_INDEX: Final = "skills/index.json"
PATHS_ACTIVITY: Final = "paths/activity.json"
"""The catalogue keeps the name paths/index.json (C-62)."""

NAVIGATION: Final = "docs.json"
ACTIVITY_FOLDER: Final = "docs/activity/"
DASHBOARD: Final = f"{ACTIVITY_FOLDER}global.json"
DASHBOARD_PAGE: Final = f"{ACTIVITY_FOLDER}global.md"
SNAPSHOT_FOLDER: Final = "data-snapshot/"

_WHOLE: Final = (SKILLS_INDEX, PATHS_ACTIVITY, NAVIGATION)


def is_generated(file: str) -> bool:
    """Whether a file is written by the service. People may read about the snapshots beside them."""
    if file.startswith(SNAPSHOT_FOLDER):
        return file.endswith(".jsonl")
    return file in _WHOLE or file.startswith(ACTIVITY_FOLDER)
