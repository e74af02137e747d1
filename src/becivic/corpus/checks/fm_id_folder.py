"""The folder name IS the skill id (schemas 6.1; R-FM-01)."""

from __future__ import annotations

from collections.abc import Iterator

from becivic.corpus.checks.rule import Context, Problem, rule


@rule("fm-id-folder", "the folder is named after the skill's id", section="schemas 6.1")
def check(context: Context) -> Iterator[Problem]:
    for skill in context.skills:
        if "id" in skill.fields and skill.fields.text("id") != skill.id:
            yield Problem(
                skill.field_place("id"),
                f"the folder is called `{skill.id}` but the id is another",
                "Give the folder and the id the same name.",
            )
