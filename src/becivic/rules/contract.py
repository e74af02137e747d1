"""Versions we speak (schemas 6.9; design 7.5; R-VERS-01..04)."""

from __future__ import annotations

from typing import Final

from becivic.rules.statuses import Version

CONTRACT_VERSION: Final = "2.1.0"
"""Of our own pages and skills: buffered submission (R-BUF-08)."""

CONTRACT_MAJORS: Final = (2,)
"""An agent's contract is compatible with a skill's when the major is the same (R-VERS-04)."""

SKILL_SCHEMA_VERSION: Final = 4
SKILL_SCHEMA_VERSION_LEGACY: Final = 3
"""Accepted with a migration warning (C-07)."""

SKILLS_INDEX_SCHEMA_VERSION: Final = 3
PATHS_ACTIVITY_SCHEMA_VERSION: Final = 1
ACTIVITY_SCHEMA_VERSION: Final = 1
PATH_SCHEMA_VERSION: Final = 1
ENVELOPE_SCHEMA_VERSION: Final = 1
REGEX_RULES_SCHEMA_VERSION: Final = 2
SEED_SCHEMA_VERSION: Final = 1

NAME_BASE: Final = "https://becivic.be"
"""What the `$id` of every schema begins with: a name, and nobody's address (design 7.16). Where an installation is
reached says BECIVIC_PUBLIC_URL."""

EXAMPLE_URL: Final = "https://civic.example.org"
"""Stands for the address of an installation in examples."""

BOT_NAME: Final = "Be Civic Bot"
BOT_EMAIL: Final = "bot@becivic.invalid"
"""Author of every machine commit (lifecycle 9.3; R-JOB-14): the same in every installation, and no mailbox of anybody."""

BOT_EMAILS: Final = frozenset((BOT_EMAIL, "bot@becivic.be"))
"""By which machine commits are known: earlier versions wrote the second."""

SUBMISSION_TRAILER: Final = "Be-Civic-Submission"
"""A change request names the submission it came from, `<type> <id>`, so that rules 12 and 17 need
not guess from the author (C-21)."""


def contracts_agree(agent: str, skill: str) -> bool:
    """Whether an agent's contract fits a skill's: one major, and one that we speak (R-VERS-04)."""
    spoken, asked = Version.parse(agent), Version.parse(skill)
    return spoken is not None and asked is not None and spoken.major == asked.major in CONTRACT_MAJORS


def contract_document(version: str) -> str:
    """The document that a contract version points at (R-FM-18)."""
    return f"docs/submission-contract-v{version.split('.', 1)[0]}.mdx"
