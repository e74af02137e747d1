"""Which question comes first: each is asked once, and the one that most hangs on before the others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from becivic_harness.questions import Question


class Asked(NamedTuple):
    """One question, and what hangs on the answer: sources of a path, or steps of a plan."""

    question: Question
    settles: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        return {**self.question.as_json(), "settles": list(self.settles)}


def asked(wanted: Iterable[tuple[str, Question]]) -> tuple[Asked, ...]:
    """`wanted` is (what hangs on it, the question), in turn. Two questions about one field are one."""
    questions: dict[str, Question] = {}
    settles: dict[str, dict[str, None]] = {}
    for what, question in wanted:
        questions.setdefault(question.field, question)
        settles.setdefault(question.field, {})[what] = None
    found = [Asked(question, tuple(settles[field])) for field, question in questions.items()]
    return tuple(sorted(found, key=lambda each: -len(each.settles)))
