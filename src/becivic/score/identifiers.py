"""Sentences with one synthetic identifier each, in every spelling and language."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from becivic.score.frames import Frame, frames, labels
from becivic.score.item import Item
from becivic.score.makers.catalogue import SPELLINGS
from becivic.score.makers.spelling import Spelling

_SLOT: Final = "{slot}"
_LABEL: Final = "{label}"


class _Rounds:
    """Deals the frames of a family in rounds, each round in a new order, so that all are used alike."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._left: dict[tuple[str, str, bool], list[Frame]] = {}

    def deal(self, spelling: Spelling, lang: str) -> Frame:
        key = (spelling.family, lang, spelling.labelled)
        left = self._left.setdefault(key, [])
        if not left:
            left.extend(f for f in frames(spelling.family, lang) if f.labelled or not spelling.labelled)
            self._rng.shuffle(left)
        return left.pop()


def _sentence(frame: Frame, spelling: Spelling, lang: str, rng: Random) -> str:
    """The frame with its label; a label that opens a sentence takes a capital."""
    if _LABEL not in frame.text:
        return frame.text
    label = rng.choice(labels(lang)[spelling.kind])
    if frame.text.startswith(_LABEL):
        label = label[0].upper() + label[1:]
    return frame.text.replace(_LABEL, label)


def _item(identity: str, lang: str, frame: Frame, spelling: Spelling, rng: Random) -> Item:
    before, after = _sentence(frame, spelling, lang, rng).split(_SLOT)
    glued_before, glued_after = spelling.around.split("{}")
    identifier = spelling.make(rng)
    start = len(before) + len(glued_before)
    text = f"{before}{glued_before}{identifier}{glued_after}{after}"
    return Item(identity, lang, text, spelling.kind, ((start, start + len(identifier)),))


def generate(rng: Random) -> Iterator[Item]:
    """Each spelling once in each of its languages, twice where it has only one."""
    rounds = _Rounds(rng)
    for number, spelling in enumerate(SPELLINGS, 1):
        langs = spelling.langs if len(spelling.langs) > 1 else spelling.langs * 2
        for turn, lang in enumerate(langs, 1):
            identity = f"{spelling.kind}.{number:03d}.{lang}.{turn}"
            yield _item(identity, lang, rounds.deal(spelling, lang), spelling, rng)
