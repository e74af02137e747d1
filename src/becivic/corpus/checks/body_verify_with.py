"""The section "Verify with" was dropped; verification stands where it is needed (schemas 6.1; R-BODY-07)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from becivic.corpus.checks.rule import Context, Problem, body_rule
from becivic.rules.skills import RETIRED_SECTION

_RETIRED: Final = RETIRED_SECTION.casefold()


@body_rule("body-verify-with", "no body keeps the retired section", section="schemas 6.1")
def check(context: Context) -> Iterator[Problem]:
    for skill in context.skills:
        for heading in skill.body.sections:
            if heading.title.casefold() == _RETIRED:
                yield Problem(
                    skill.body_place(heading.start),
                    f"the section `{RETIRED_SECTION}` no longer exists",
                    "Move each point to the step it protects, wrapped in <Risk> where it cannot be undone.",
                )
