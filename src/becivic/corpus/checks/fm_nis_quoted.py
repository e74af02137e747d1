"""Commune codes are quoted in YAML, or they turn into numbers (architecture 5; R-REPO-11, R-CI-24)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.rules import pointers

_KEYS: Final = frozenset({"communes", "commune", "nis_code"})
_CONTAINERS: Final = (dict, list)


@rule("fm-nis-quoted", "commune codes in frontmatter are quoted", section="architecture 5")
def check(context: Context) -> Iterator[Problem]:
    for skill in context.skills:
        for pointer in _numbers(skill.fields.data):
            yield Problem(
                skill.field_place(pointer),
                "a commune code is written as a number",
                'Put the code in double quotes, as in "21009".',
            )


def _numbers(frontmatter: Mapping[str, Any]) -> Iterator[str]:
    """Pointers of whole numbers below a key that holds commune codes."""
    waiting: list[tuple[tuple[str | int, ...], Any, bool]] = [((), frontmatter, False)]
    while waiting:
        path, container, inside = waiting.pop()
        for key, value in container.items() if isinstance(container, dict) else enumerate(container):
            below = inside or key in _KEYS
            if isinstance(value, _CONTAINERS):
                waiting.append(((*path, key), value, below))
            elif below and type(value) is int:
                yield pointers.join((*path, key))
