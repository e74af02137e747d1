"""<Observation> and <CohortStats> are the renderer's; nobody writes them (schemas 6.10; R-TAG-09, R-CI-22)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from becivic.corpus.checks.rule import Context, Problem, body_rule
from becivic.corpus.tokens import Kind
from becivic.rules.tags import Tag

_RENDERED: Final = frozenset(tag.value for tag in Tag if not tag.shape.authored)
_BEGINS: Final = (Kind.OPEN, Kind.VOID)


@body_rule("tag-renderer-only", "nobody writes what only the renderer emits", section="schemas 6.10")
def check(context: Context) -> Iterator[Problem]:
    for skill in context.skills:
        for token in skill.body.tokens:
            if token.name in _RENDERED and token.kind in _BEGINS:
                yield Problem(
                    skill.body_place(token.start),
                    f"<{token.name}> is written by hand, but only the renderer makes it",
                    f"Remove it; <{Tag.OBSERVATIONS}> fetches what the community said.",
                )
