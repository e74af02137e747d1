"""Only the state machine says that people came through a handoff (schemas 6.12.2; R-SRC-14; C-31)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.corpus.directory import PathDirectory

_FIELD: Final = "post_handoff_observed"


@rule(
    "path-post-handoff",
    "only the state machine sets post_handoff_observed",
    section="schemas 6.12.2",
    needs_base=True,
)
def check(context: Context) -> Iterator[Problem]:
    change, directory = context.change, context.corpus.paths
    if change is None or change.by_bot:
        return
    before = _observed(change.base.paths)
    for path, source_id, pointer in _observed(directory).values():
        if (path, source_id) not in before:
            yield Problem(
                directory.place(pointer),
                f"{_FIELD} is set by hand",
                "Remove it: it follows from validations of people who came through.",
            )


def _observed(directory: PathDirectory) -> dict[tuple[str, str], tuple[str, str, str]]:
    return {
        (entry.key, source.id): (entry.key, source.id, source.fields.at(_FIELD))
        for entry in directory.entries.values()
        for source in entry.sources
        if source.fields.flag(_FIELD)
    }
