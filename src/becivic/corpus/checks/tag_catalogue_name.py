"""Catalogue names are kebab-case and begin with the agency (schemas 6.10; R-TAG-22)."""

from __future__ import annotations

from collections.abc import Iterator

from becivic.corpus.checks.rule import Context, Problem, body_rule
from becivic.rules.identifiers import CATALOGUE_NAME, matches


@body_rule("tag-catalogue-name", "catalogue names are kebab-case, agency first", section="schemas 6.10")
def check(context: Context) -> Iterator[Problem]:
    for skill in context.skills:
        for element in skill.body.citations:
            name = element.get("name") or ""
            if name.strip() and not matches(CATALOGUE_NAME, name):
                yield Problem(
                    skill.body_place(element.at("name")),
                    f"<{element.name}> has a name that is no catalogue name",
                    _remedy(name),
                )


def _remedy(name: str) -> str:
    kebab = name.lower().replace("_", "-")
    if "_" in name and matches(CATALOGUE_NAME, kebab):
        return f"Write it `{kebab}`, with the agency's prefix in front if it has none."
    return "Write the agency and what it is in small letters, joined by dashes, like `dvz-handling-fee-eur`."
