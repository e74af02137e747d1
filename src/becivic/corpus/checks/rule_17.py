"""Rule 17: what a draft submission brings in starts at alpha (lifecycle 9.1, 10.1; R-CI-18, R-DRF-05; C-21)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.corpus.findings import Place
from becivic.rules.statuses import Status
from becivic.rules.submissions import SubmissionType

_CODE: Final = "invalid_status_for_draft_submission"


@rule("rule-17", "draft submissions start at alpha", section="lifecycle 10.1", needs_base=True)
def check(context: Context) -> Iterator[Problem]:
    change = context.change
    if change is None or change.submission_type != SubmissionType.DRAFT:
        return
    corpus, base = context.corpus, change.base
    for skill in context.skills:
        if skill.status is Status.DRAFT and not base.knows_skill(skill.id):
            yield _problem(skill.field_place("status"), skill.id)
    for entry in context.entries:
        if entry.status is Status.DRAFT and entry.key not in base.paths.entries:
            yield _problem(corpus.paths.place(entry.fields.at("status")), entry.key)


def _problem(place: Place, name: str) -> Problem:
    return Problem(
        place,
        f"{_CODE}: `{name}` comes from a draft submission but is at `{Status.DRAFT}`, which is kept for skeletons",
        f"Set the status to {Status.ALPHA} and the version to its line.",
    )
