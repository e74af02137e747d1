"""<Risk> wraps a span and says why, or says nothing: never an empty reason (schemas 6.10; R-TAG-07, R-CI-21)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from becivic.corpus.checks.rule import Context, Problem, body_rule
from becivic.corpus.skill import Skill
from becivic.rules.tags import Tag

_RISK: Final = Tag.RISK.value


@body_rule("tag-risk", "every <Risk> is closed, and its reason says something", section="schemas 6.10")
def check(context: Context) -> Iterator[Problem]:
    for skill in context.skills:
        yield from _unbalanced(skill)
        for element in skill.body.named(Tag.RISK):
            reason = element.get("reason")
            if element.close is None:
                yield Problem(
                    skill.body_place(element.start),
                    "<Risk> closes itself, so it wraps nothing",
                    "Wrap the step that carries the risk: <Risk>…</Risk>.",
                )
            if reason is not None and not reason.strip():
                yield Problem(
                    skill.body_place(element.at("reason")),
                    "<Risk> has an empty reason",
                    "Say what goes wrong and what it costs, or leave the attribute out.",
                )


def _unbalanced(skill: Skill) -> Iterator[Problem]:
    """Where one half cannot be read, tag-malformed says so; the other half is only its echo."""
    if any(fault.name == _RISK for fault in skill.body.tag_faults):
        return
    for token, reason in skill.body.unmatched:
        if token.name == _RISK:
            yield Problem(
                skill.body_place(token.start),
                reason,
                "Close each <Risk> with </Risk> after the step it wraps.",
            )
