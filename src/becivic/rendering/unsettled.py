"""How much of what a skill rests on is not stable, counted for a whole corpus at once (R-BODY-13)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from becivic.corpus.load import Corpus
from becivic.corpus.skill import Skill
from becivic.rules.statuses import Status

_KEPT: Final = 2
"""Corpora that are remembered: the one that is served, and the one before."""


def unsettled_needs(skill: Skill, corpus: Corpus) -> int:
    """The skills it requires, at whatever depth, that are not stable or not there."""
    return corpus.graph.reach.count(skill.id, _unsettled(corpus))


def is_stable(skill: Skill | None) -> bool:
    return skill is not None and skill.status is Status.STABLE


@lru_cache(maxsize=_KEPT)
def _unsettled(corpus: Corpus) -> int:
    reach = corpus.graph.reach
    return reach.set_of(name for name in reach if not is_stable(corpus.skills.get(name)))
