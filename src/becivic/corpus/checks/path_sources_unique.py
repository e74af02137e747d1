"""Each source of a path has an id of its own (schemas 6.12.2; R-SRC-01)."""

from __future__ import annotations

from collections.abc import Iterator

from becivic.corpus.checks.rule import Context, Problem, rule


@rule("path-sources-unique", "source ids are unique in their path", section="schemas 6.12.2")
def check(context: Context) -> Iterator[Problem]:
    directory = context.corpus.paths
    for entry in context.entries:
        seen: set[str] = set()
        for source in entry.sources:
            if source.id and source.id in seen:
                yield Problem(
                    directory.place(source.fields.at("id")),
                    f"`{entry.key}` has another source with this id",
                    "Give the source an id that no other source of the path has.",
                )
            seen.add(source.id)
