"""Rule 14: an edit of tag form alone keeps the version (lifecycle 10.1; R-CI-15, R-TAG-23; C-05)."""

from __future__ import annotations

from collections.abc import Iterator

from becivic.corpus.checks.rule import Context, Problem, body_rule
from becivic.corpus.skill import Skill
from becivic.corpus.tag_only import tag_only


@body_rule(
    "rule-14", "an edit of tag form alone keeps the version", section="lifecycle 10.1", needs_base=True
)
def check(context: Context) -> Iterator[Problem]:
    before = context.change.base.skills if context.change is not None else {}
    for skill in context.skills:
        old = before.get(skill.id)
        if old is not None and old.blob_id != skill.blob_id and _bumped_for_form(old, skill):
            yield Problem(
                skill.field_place("version"),
                "the version changed, but only the form of tags did",
                "Put the old version back: nothing that readers rely on is different.",
            )


def _bumped_for_form(old: Skill, new: Skill) -> bool:
    return (
        old.fields.raw("version") != new.fields.raw("version")
        and old.body.text != new.body.text
        and old.fields.besides("version") == new.fields.besides("version")
        and tag_only(old.body, new.body)
    )
