"""A path holds nothing that points to a person: not in its notes, not in an address (schemas 6.12.8; R-SCRUB-11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from becivic.corpus.checks.personal import fired, in_value, not_scrubbed
from becivic.corpus.checks.rule import Context, Problem, rule

_ENTRY: Final = "content.entry"
"""Where an entry stands in the draft that becomes a path."""


@rule("path-personal", "paths hold nothing that points to a person", section="schemas 6.12.8")
def check(context: Context) -> Iterator[Problem]:
    directory = context.corpus.paths
    engine = context.corpus.scrubbing.engine
    if directory.entries:
        yield from not_scrubbed(context, "paths")
    if engine is None:
        return
    for entry in context.entries:
        for pointer, finding in in_value(engine, entry.fields.data, _ENTRY):
            yield fired(finding, directory.place(entry.fields.pointer + pointer))
