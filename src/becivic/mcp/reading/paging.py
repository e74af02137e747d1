"""Lists that may be longer than an answer: as many items as fit, and where to go on (R-READ-05).

The API is asked with fewer and fewer until its own answer fits; so an answer here is always one that the API gives.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from becivic.mcp.asking import Answered, Question
from becivic.mcp.visit import Visit
from becivic.rules.reading import PART_BYTES

Counted = Callable[[Mapping[str, Any]], int]
"""How many items an answer holds."""

_LIMIT: Final = "limit"
_TRIES: Final = 10


async def page(visit: Visit, question: Question, counted: Counted) -> tuple[Question, Answered]:
    """The question that was asked in the end, and its answer: one that fits, or one of a single item that does not."""
    answer = await visit.ask(question)
    for _ in range(_TRIES):
        held = counted(answer.json()) if answer.is_good and len(answer.body) > PART_BYTES else 0
        if held <= 1:
            break
        question = _limited(question, min(held - 1, held * PART_BYTES // len(answer.body)) or 1)
        answer = await visit.ask(question)
    return question, answer


def _limited(question: Question, most: int) -> Question:
    others = tuple(pair for pair in question.query if pair[0] != _LIMIT)
    return replace(question, query=(*others, (_LIMIT, str(most))))
