"""Fields of earlier rounds are gone, each with a way out (schemas 6.1; lifecycle 10.1; C-01; R-FM-14, R-CI-04)."""

from __future__ import annotations

from collections.abc import Iterator

from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.rules.skills import RETIRED_FIELDS


@rule("fm-retired-fields", "frontmatter holds no field of an earlier round", section="schemas 6.1")
def check(context: Context) -> Iterator[Problem]:
    for skill in context.skills:
        for name in RETIRED_FIELDS.keys() & skill.fields.data.keys():
            remedy = RETIRED_FIELDS[name]
            yield Problem(
                skill.field_place(name),
                f"the field `{name}` is retired",
                f"{remedy[0].upper()}{remedy[1:]}.",
            )
