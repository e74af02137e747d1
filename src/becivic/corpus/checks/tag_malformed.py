"""Only the tags we know, each readable and closed (schemas 6.10; R-TAG-01).

An unbalanced <Risk> is tag-risk's, and what only the renderer writes is tag-renderer-only's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from becivic.corpus.checks.rule import Context, Problem, body_rule
from becivic.corpus.skill import Skill
from becivic.corpus.tokens import TagFault
from becivic.rules.tags import Tag

_KNOWN: Final = frozenset(tag.value for tag in Tag)
_ANSWERED_ELSEWHERE: Final = frozenset(tag.value for tag in Tag if tag is Tag.RISK or not tag.shape.authored)
_LOWER_CASE: Final = re.compile(rf"(?<!\\)</?(?=[a-z])(?i:({'|'.join(_KNOWN)}))\b")
_SPELLING: Final = {tag.value.lower(): tag.value for tag in Tag}
_AUTHORED: Final = ", ".join(f"<{tag}>" for tag in Tag if tag.shape.authored)


@body_rule("tag-malformed", "every tag is a known one, readable and closed", section="schemas 6.10")
def check(context: Context) -> Iterator[Problem]:
    for skill in context.skills:
        for fault in skill.body.tag_faults:
            yield _unreadable(skill, fault)
        yield from _unmatched(skill)
        yield from _unknown(skill)
        yield from _lower_case(skill)


def _unreadable(skill: Skill, fault: TagFault) -> Problem:
    name = f"<{fault.name}>" if fault.name in _KNOWN else "something that begins like a tag"
    return Problem(
        skill.body_place(fault.offset),
        f"{name} cannot be read: {fault.reason}",
        'Write <Name attribute="value">, or put a backslash before a `<` that begins no tag.',
    )


def _unmatched(skill: Skill) -> Iterator[Problem]:
    """A tag whose other half could not be read is not reported a second time."""
    answered = _ANSWERED_ELSEWHERE | {fault.name for fault in skill.body.tag_faults}
    for token, reason in skill.body.unmatched:
        if token.name in _KNOWN and token.name not in answered:
            yield Problem(
                skill.body_place(token.start),
                reason,
                "Close each tag after what it wraps, in the reverse order of opening.",
            )


def _unknown(skill: Skill) -> Iterator[Problem]:
    tokens = [element.open for element in skill.body.elements] + [token for token, _ in skill.body.unmatched]
    for token in tokens:
        if token.name not in _KNOWN:
            yield Problem(
                skill.body_place(token.start),
                "a tag is none of those a body may hold",
                f"Use one of {_AUTHORED}, or plain markdown.",
            )


def _lower_case(skill: Skill) -> Iterator[Problem]:
    for offset, text in skill.body.prose():
        for match in _LOWER_CASE.finditer(text) if "<" in text else ():
            name = _SPELLING[match.group(1).lower()]
            yield Problem(
                skill.body_place(offset + match.start()),
                f"<{name}> is written in small letters, which makes it plain text",
                f"Write <{name} …>.",
            )
