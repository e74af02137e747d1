"""Rule 8: every uid of a <VV> or <Ref> resolves to a living row; an empty one is minted before merge
(lifecycle 10.1; R-CI-09)."""

from __future__ import annotations

from collections.abc import Iterator

from becivic.corpus.body import Element
from becivic.corpus.checks.rule import Context, Problem, body_rule
from becivic.corpus.findings import Severity
from becivic.corpus.seed import PREFIX_OF_TAG, Catalogue
from becivic.corpus.skill import Skill
from becivic.rules.identifiers import matches
from becivic.rules.statuses import Status


@body_rule("rule-08", "every uid resolves to a living row of the catalogue", section="lifecycle 10.1")
def check(context: Context) -> Iterator[Problem]:
    for skill in context.skills:
        for element in skill.body.citations:
            problem = _judge(skill, element, context.catalogue)
            if problem is not None:
                yield problem


def _judge(skill: Skill, element: Element, catalogue: Catalogue) -> Problem | None:
    uid = element.get("uid")
    if not uid:
        return Problem(
            skill.body_place(element.at("uid")),
            f"<{element.name}> has no uid yet; it is minted before the merge",
            "Leave it out or empty: the catalogue gives out uids.",
            Severity.WARNING,
        )
    prefix = PREFIX_OF_TAG[element.name]
    if not matches(prefix.pattern, uid):
        return Problem(
            skill.body_place(element.at("uid")),
            f"<{element.name}> has a uid that is not of the form {prefix.mint(1)}",
            "Empty the uid, so that the catalogue fills in the right one.",
        )
    row = catalogue.row(uid)
    if row is None:
        return Problem(
            skill.body_place(element.at("uid")),
            f"the catalogue has no current row `{uid}`",
            "Empty the uid to have a row made, or cite one that exists.",
        )
    status = Status.read(row.status)
    if status is not None and status.is_terminal:
        return Problem(
            skill.body_place(element.at("uid")),
            f"`{uid}` is {status} and may no longer be cited",
            "Cite its successor, or empty the uid and give a name of its own.",
        )
    return None
