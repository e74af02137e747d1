"""Rule 7: the authority of a skill is one of data/authorities.json (lifecycle 10.1; R-CI-08, R-REPO-14)."""

from __future__ import annotations

from collections.abc import Iterator

from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.corpus.reference_data import AUTHORITIES_FILE


@rule("rule-07", "authority_id resolves", section="lifecycle 10.1")
def check(context: Context) -> Iterator[Problem]:
    if not context.corpus.documents[AUTHORITIES_FILE].exists:
        return  # data-schema says so once
    known = context.corpus.authorities.data
    for skill in context.skills:
        authority = skill.fields.text("authority_id")
        if authority and authority not in known and not skill.is_faulted("/authority_id"):
            yield Problem(
                skill.field_place("authority_id"),
                f"no authority `{authority}` in {AUTHORITIES_FILE}",
                "Correct the id, or add the authority first.",
            )
