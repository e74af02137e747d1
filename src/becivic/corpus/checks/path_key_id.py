"""A path stands under its own id, and a tag can name it (schemas 6.12.7; R-PCAT-01; C-36)."""

from __future__ import annotations

from collections.abc import Iterator

from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.rules.identifiers import NEW_PATH_ID, PATH_ID, matches


@rule("path-key-id", "a path's key is its id", section="schemas 6.12.7")
def check(context: Context) -> Iterator[Problem]:
    directory = context.corpus.paths
    for entry in context.entries:
        if "id" in entry.fields and entry.fields.raw("id") != entry.key:
            yield Problem(
                directory.place(entry.fields.at("id")),
                "the id is not the key that the path stands under",
                "Give the key and the id the same name.",
            )
        if matches(PATH_ID, entry.key) and not matches(NEW_PATH_ID, entry.key):
            yield Problem(
                directory.place(entry.fields.pointer),
                f"no tag can name `{entry.key}`: it does not start with a letter",
                "Let the id start with a letter.",
            )
