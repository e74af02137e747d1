"""Values and references kept in frontmatter must move to the catalogue (schemas 6.1 note A2G3; R-FM-13)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.corpus.findings import Severity
from becivic.corpus.seed import PREFIX_OF_TAG, SEED_LISTS
from becivic.rules.skills import LEGACY_FIELDS

_TAGS: Final = {SEED_LISTS[prefix]: tag for tag, prefix in PREFIX_OF_TAG.items()}
"""The tag that replaces each list. `volatile_value_ids` only points, and is fine."""


@rule(
    "fm-legacy-arrays",
    "volatile values and references live in the catalogue",
    section="schemas 6.1",
    severity=Severity.WARNING,
)
def check(context: Context) -> Iterator[Problem]:
    for skill in context.skills:
        for name in LEGACY_FIELDS:
            if name in _TAGS and name in skill.fields:
                yield Problem(
                    skill.field_place(name),
                    f"`{name}` in frontmatter is a legacy list that must be migrated",
                    f"Move each entry to a catalogue row and cite it in the body with <{_TAGS[name]}>.",
                )
