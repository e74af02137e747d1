"""Rule 11: the name in a tag is the name of the row its uid stands for (lifecycle 10.1; R-CI-12)."""

from __future__ import annotations

from collections.abc import Iterator

from becivic.corpus.checks.rule import Context, Problem, body_rule
from becivic.corpus.seed import PREFIX_OF_TAG
from becivic.rules.identifiers import matches


@body_rule("rule-11", "name and uid of a tag belong together", section="lifecycle 10.1")
def check(context: Context) -> Iterator[Problem]:
    catalogue = context.catalogue
    for skill in context.skills:
        for element in skill.body.citations:
            name, uid = element.get("name"), element.get("uid")
            if not name or not uid or not matches(PREFIX_OF_TAG[element.name].pattern, uid):
                continue
            row = catalogue.row(uid)
            if row is not None and row.name != name:
                yield Problem(
                    skill.body_place(element.at("name")),
                    f"`{uid}` is called `{row.name}` in the catalogue, and otherwise here",
                    f'Write name="{row.name}", or empty the uid if another entry is meant.',
                )
