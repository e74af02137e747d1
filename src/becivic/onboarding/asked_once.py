"""A fact that both the profile and the procedure want is asked once, and answered in both places (ADR 32).

Two questions are one where the author of the skill says so (`axis`), and nowhere else: by name or by label a commune
where a paper is handed in looks like the commune where somebody lives.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from becivic.onboarding.profile_section import PROFILE
from becivic.onboarding.questions import Group, Question


def asked_once(
    groups: Sequence[Group], inputs: Sequence[Question]
) -> tuple[tuple[Group, ...], tuple[Question, ...]]:
    """The profile's question stays: it is in every language of the form, and others follow from its answer."""
    profile = {question.name: question for group in groups for question in group.questions}
    same: dict[str, list[Question]] = {}
    rest: list[Question] = []
    for each in inputs:
        axis = profile.get(f"{PROFILE}.{each.axis}")
        # What the schema would have refused is asked twice rather than answered with something else.
        if axis is None or axis.kind is not each.kind or axis.choices != each.choices or axis.follows:
            rest.append(each)
        else:
            same.setdefault(axis.name, []).append(each)
    joined = tuple(
        replace(group, questions=tuple(_joined(each, same.get(each.name, ())) for each in group.questions))
        for group in groups
    )
    return joined, tuple(rest)


def _joined(question: Question, inputs: Sequence[Question]) -> Question:
    if not inputs:
        return question
    return replace(
        question,
        also=tuple(each.name for each in inputs),
        needed=True,
        required=any(each.required for each in inputs),
    )
