"""Schema version 3 is still read and asks to be migrated (schemas 6.9; C-07; R-VERS-02)."""

from __future__ import annotations

from collections.abc import Iterator

from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.corpus.findings import Severity
from becivic.rules.contract import SKILL_SCHEMA_VERSION, SKILL_SCHEMA_VERSION_LEGACY


@rule(
    "fm-schema-version",
    "skills speak the current schema version",
    section="schemas 6.9",
    severity=Severity.WARNING,
)
def check(context: Context) -> Iterator[Problem]:
    for skill in context.skills:
        if skill.fields.raw("schema_version") == SKILL_SCHEMA_VERSION_LEGACY:
            yield Problem(
                skill.field_place("schema_version"),
                f"schema_version {SKILL_SCHEMA_VERSION_LEGACY} is accepted for now but superseded",
                f"Move the frontmatter to schema_version {SKILL_SCHEMA_VERSION}.",
            )
