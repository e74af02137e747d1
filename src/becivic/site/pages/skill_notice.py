"""The one notice at the head of a procedure: what people are told, and folded below it what else has to be said (R-BODY-11 to -13)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from becivic.rendering.notices import RECURSIVE, Notice
from becivic.rendering.voice import Voice

_LEVELS: Final = ("info", "warn", "stop")
"""The gravest of those it is made of is its own."""


@dataclass(frozen=True, slots=True)
class HeadNotice:
    level: str
    said: Sequence[tuple[Notice, str]]
    folded: Sequence[tuple[Notice, str]]
    """What is said of other procedures, which are named below it."""
    review: str
    """What agents are asked to do."""


def head_notice(notices: Sequence[Notice], voice: Voice) -> HeadNotice | None:
    if not notices:
        return None
    told = [(each, each.text(voice)) for each in notices]
    return HeadNotice(
        level=max((each.level for each in notices), key=_LEVELS.index),
        said=[each for each in told if each[0].kind != RECURSIVE],
        folded=[each for each in told if each[0].kind == RECURSIVE],
        review=next((said for each in notices for said in each.review(voice)), ""),
    )
