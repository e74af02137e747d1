"""A path names no provider that people could be steered to, in any text that somebody reads (architecture 4; R-BODY-09).

Titles, descriptions, notes, instructions and what stands at a handoff are such texts. What a page must show or
answer is not: there the page's own words count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from becivic.corpus.checks.body_provider_names import REMEDY
from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.corpus.directory import PathEntry, Source
from becivic.corpus.fields import Fields
from becivic.corpus.provider_names import named_in

_HANDOFF: Final = ("agent_responsibility", "user_responsibility", "resumption")


@rule("path-provider-names", "a path names no private provider", section="architecture 4")
def check(context: Context) -> Iterator[Problem]:
    for entry in context.entries:
        for text, pointer in _texts(entry):
            for named in named_in(text):
                yield Problem(
                    context.corpus.paths.place(pointer),
                    f'the path names "{named.name}", {named.kind}',
                    REMEDY,
                )


def _texts(entry: PathEntry) -> Iterator[tuple[str, str]]:
    """Each with its pointer."""
    for localised in (entry.fields.child("title"), entry.fields.child("description")):
        yield from _of(localised, localised.data)
    yield from _of(entry.fields.child("applies_to"), ("audience_summary",))
    for source in entry.sources:
        yield from _texts_of_source(source)


def _texts_of_source(source: Source) -> Iterator[tuple[str, str]]:
    yield from _of(source.fields, ("notes",))
    yield from _of(source.fields.child("procedure"), ("instructions",))
    yield from _of(source.fields.child("actor").child("handoff"), _HANDOFF)


def _of(fields: Fields, keys: Iterable[str]) -> Iterator[tuple[str, str]]:
    for key in keys:
        yield fields.text(key), fields.at(key)
