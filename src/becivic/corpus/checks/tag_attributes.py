"""Each tag has the attributes and the form of its kind (schemas 6.10; R-TAG-02..07, R-TAG-13).

Left to others: an empty uid (rule-08), a self-closing <VV> or <Ref> (rule-13), a <Risk> that does not wrap or
whose reason is blank (tag-risk).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from becivic.corpus.body import Element
from becivic.corpus.checks.rule import Context, Problem, body_rule
from becivic.corpus.skill import Skill
from becivic.rules.identifiers import KEBAB, is_calendar_day, matches
from becivic.rules.tags import UID_MAY_BE_ABSENT, Tag, TagShape

_AUTHORED: Final = {tag.value: tag.shape for tag in Tag if tag.shape.authored}
_NEEDED: Final = {
    tag.value: [name for name in tag.shape.required if name != "uid" or tag not in UID_MAY_BE_ABSENT]
    for tag in Tag
}
_ALLOWED: Final = {
    tag.value: frozenset((*tag.shape.required, *tag.shape.optional)) for tag in Tag if tag.shape.authored
}
_IDS: Final = ("id", "skill")


@lru_cache(maxsize=4096)
def _is_id(value: str) -> bool:
    return matches(KEBAB, value)


@lru_cache(maxsize=4096)
def _is_day(value: str) -> bool:
    return is_calendar_day(value)


_EXACT: Final = {"id": _is_id, "skill": _is_id, "last_verified": _is_day}
"""Thousands of tags share a few days and names."""


class _Fault(NamedTuple):
    offset: int
    message: str
    remedy: str


@body_rule("tag-attributes", "each tag has its attributes and its form", section="schemas 6.10")
def check(context: Context) -> Iterator[Problem]:
    for skill in context.skills:
        for element in skill.body.elements:
            shape = _AUTHORED.get(element.name)
            if shape is None or _is_usual(skill, element, shape):
                continue
            for offset, message, remedy in (
                *_form(skill, element, shape),
                *_missing(element),
                *_wrong(element),
            ):
                yield Problem(skill.body_place(offset), message, remedy)


def _is_usual(skill: Skill, element: Element, shape: TagShape) -> bool:
    """All required attributes in their order, none empty, the right form: nearly every tag, judged in one go."""
    if tuple([item.name for item in element.attributes]) != shape.required:
        return False
    for name, value, _ in element.attributes:
        if not value or value.isspace() or (name in _EXACT and not _EXACT[name](value)):
            return False
    return (
        not shape.wraps if element.close is None else shape.wraps and bool(skill.body.inner(element).strip())
    )


def _form(skill: Skill, element: Element, shape: TagShape) -> Iterator[_Fault]:
    if element.close is None:
        return
    if not shape.wraps:
        yield _Fault(
            element.start,
            f"<{element.name}> wraps something, but it closes itself",
            f"Write <{element.name} … /> and nothing to close it.",
        )
    elif not skill.body.inner(element).strip():
        yield _Fault(
            element.start,
            f"<{element.name}> wraps nothing",
            f"Write what a reader should see between <{element.name} …> and </{element.name}>.",
        )


def _missing(element: Element) -> Iterator[_Fault]:
    for name in _NEEDED[element.name]:
        if not (element.get(name) or "").strip():
            yield _Fault(
                element.at(name),
                f"<{element.name}> lacks `{name}`, or leaves it empty",
                f'Add {name}="…".',
            )


def _wrong(element: Element) -> Iterator[_Fault]:
    allowed = _ALLOWED[element.name]
    seen: set[str] = set()
    for name, value, offset in element.attributes:
        if name not in allowed:
            yield _Fault(
                offset,
                f"<{element.name}> has an attribute it does not take",
                f"Keep to these: {', '.join(sorted(allowed))}.",
            )
        elif name in seen:
            yield _Fault(offset, f"<{element.name}> has `{name}` more than once", "Keep one of them.")
        elif name in _IDS and value.strip() and not _is_id(value):
            yield _Fault(
                offset,
                f"<{element.name}> has an `{name}` that is not an identifier",
                "Write small letters, digits and dashes, beginning with a letter.",
            )
        elif name == "last_verified" and value.strip() and not _is_day(value):
            yield _Fault(
                offset,
                f"<{element.name}> has a `last_verified` that is not a day",
                "Write the day as YYYY-MM-DD.",
            )
        seen.add(name)
