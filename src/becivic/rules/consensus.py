"""The numbers that move an artefact (lifecycle 9.2, 9.5, 11.1; schemas 6.2.7, 6.10). All configurable."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

ALPHA_TO_BETA_CONFIRMS: Final = 3
ALPHA_TO_BETA_REJECTS: Final = 0
ALPHA_TO_BETA_DISTINCT: Final = 3
ALPHA_TO_BETA_AGE: Final = timedelta(hours=48)

BETA_TO_STABLE_CONFIRMS: Final = 10
BETA_TO_STABLE_DISTINCT: Final = 10
BETA_TO_STABLE_AGE: Final = timedelta(days=14)
BETA_TO_STABLE_CONFIRM_RATE: Final = 0.85
"""The rate must be above this, not at it."""

ROLLBACK_MARGIN: Final = 2
"""Rejects minus confirms at which an artefact rolls back (R-SM-06)."""

QUARANTINE_FLAGS: Final = 1
"""Injection flags from a non-submitter at which an artefact is quarantined (R-SM-07)."""

POST_HANDOFF_CONFIRMS: Final = ALPHA_TO_BETA_CONFIRMS
POST_HANDOFF_DISTINCT: Final = ALPHA_TO_BETA_DISTINCT
"""The specification names no number of its own here; C-31 reuses these."""

HIDE_SCORE: Final = -3
"""A concern at or below this net score is folded away, never removed (R-OBSV-04)."""

RATINGS_SHOWN_FROM: Final = 3
"""Below this many ratings in the cohort no average is shown (R-OBSV-08)."""

SOURCE_STALE_AFTER: Final = timedelta(days=30)
PATH_DEPRECATED_AFTER: Final = timedelta(days=90)
"""Without any confirmation across the path's sources (R-PLC-07)."""

PROBE_WEIGHT: Final = 0.5
"""A machine probe counts less than a person's word; probes are at most one distinct address (C-30)."""

COMMIT_JOB_EVERY: Final = timedelta(minutes=5)
TICK_EVERY: Final = timedelta(minutes=10)
"""C-68."""

STUCK_AFTER: Final = timedelta(hours=24)
"""Past its commit time by this much, an item raises an alarm (R-JOB-09)."""
