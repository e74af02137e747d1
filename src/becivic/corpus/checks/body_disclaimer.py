"""Every skill opens with the disclaimer; skeletons have nothing to disclaim yet (architecture 3.5; R-PRIN-05)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile
from typing import Final

from becivic.corpus.body import Body
from becivic.corpus.checks.rule import Context, Problem, body_rule
from becivic.rules.skills import DISCLAIMER
from becivic.rules.statuses import Status

_BREAKS: Final = re.compile(r"[\s*_]+")


@body_rule("body-disclaimer", "every skill opens with the disclaimer", section="architecture 3.5")
def check(context: Context) -> Iterator[Problem]:
    for skill in context.skills:
        if skill.status is not Status.DRAFT and not _opens_with_it(skill.body):
            yield Problem(
                skill.body_place(0),
                "the body does not open with the disclaimer",
                f'Write "Starter scaffold: {DISCLAIMER}." before the first section.',
            )


def _opens_with_it(body: Body) -> bool:
    """The plain case first: the sentence as it is usually written, with no code or comment around."""
    intro = body.intro
    if DISCLAIMER in intro and "`" not in intro and "<" not in intro:
        return True
    return DISCLAIMER in _opening(body)


def _opening(body: Body) -> str:
    """What a reader sees before the first section, without emphasis and line breaks."""
    end = body.intro_end
    seen = takewhile(lambda stretch: stretch[0] < end, body.prose())
    return _BREAKS.sub(" ", " ".join(text[: end - offset] for offset, text in seen)).casefold()
