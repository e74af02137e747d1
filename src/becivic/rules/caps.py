"""Hard length caps (schemas 6.2 "Free-text length caps", 6.1, 6.12; design 6). Characters unless said."""

from __future__ import annotations

from typing import Final

CONCERN_BODY: Final = 500
CONCERN_NOTE: Final = 500
CONCERN_REPORT: Final = 2000
"""The narrative of a path concern."""
AMENDMENT_RATIONALE: Final = 500
AMENDMENT_NOTE: Final = 500
DRAFT_COMMIT_MESSAGE: Final = 200
VALIDATION_RATIONALE: Final = 500
INJECTION_REASON: Final = 300
FEEDBACK_BODY: Final = 2000
RATING_TEXT: Final = 500
OTHER_NARRATIVE: Final = 300
"""Any other narrative field on a submission, unless a section says otherwise (R-SUB-09)."""

RESEARCH_NOTES: Final = 50 * 1024
"""Provenance notes, and a research-report sidecar in bytes after every write (lifecycle 9.6)."""

SUMMARY_WARN: Final = 200
SUMMARY_MAX: Final = 400
"""The renderer warns above the first and refuses above the second (schemas 6.1)."""

REQUIRES_PATH_NOTES: Final = 200
AUDIENCE_SUMMARY: Final = 200
PATH_DESCRIPTION: Final = 500
ACTOR_TEXT: Final = 500
SOURCE_NOTES: Final = 500
OFFLINE_SIGNAL_VALUE: Final = 200
CONVERSATION_LANGUAGE: Final = 32
"""The one free-text profile field (privacy 8.7.4; C-41)."""

CATALOGUE_NAME: Final = 120
PATH_ID: Final = 100
"""Names and ids; the schemas cap them alike."""

VERSION: Final = 32
"""A version, as text; longer ones are no versions."""

THEMES_PER_PATH: Final = (1, 4)
PRIORITY_RANGE: Final = (0, 100)
STARS: Final = (1, 5)

BODY_BYTES: Final = 256 * 1024
"""The largest request body, and so the largest authored file that could ever have arrived (design 6)."""

CATALOGUE_BYTES: Final = 2 * 1024 * 1024
"""The largest data file the loader reads: twice the size at which the path catalogue shards (schemas 6.12.7)."""

NESTING: Final = 64
"""How deep JSON or YAML may nest before it is refused (design 6)."""

LISTED_VALUES: Final = 3000
LISTED_FAULTS: Final = 500
"""How far into an instance schema faults are listed, and how many: a hostile file breaks a rule every few bytes."""

LLMS_TXT: Final = 50_000
"""users-expect: an llms.txt an agent can swallow whole."""
