"""Skills that are read in parts: each is worked out once while it says the same, and so is each of its parts."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from becivic.api.reading.answers import tagged
from becivic.reading.kept import weakly
from becivic.reading.readings import SkillReading
from becivic.reading.skill_parts import SkillParts, Stretch
from becivic.web.answers import Prepared

SKILLS_KEPT: Final = 128
"""Skills in parts that are remembered; the one that nobody asked for longest goes."""

PARTS_KEPT: Final = 64
"""Parts of one skill. Whoever makes cursors up can ask for any number of them: beyond that all are made anew."""


class Parted:
    """A skill in parts, and the answers that were made of it."""

    def __init__(self, whole: Mapping[str, Any]) -> None:
        self.parts: Final = SkillParts(whole)
        self._answers: Final[dict[Stretch, Prepared]] = {}

    def answer(self, stretch: Stretch) -> Prepared:
        known = self._answers.get(stretch)
        if known is None:
            if len(self._answers) >= PARTS_KEPT:
                self._answers.clear()
            known = self._answers[stretch] = tagged(self.parts.told(stretch))
        return known


class _Kept(NamedTuple):
    reading: Callable[[], object]
    commit: str | None
    parted: Parted


class KeptParts:
    """By name. As whole answers are kept: no reading is kept alive by it."""

    def __init__(self, most: int = SKILLS_KEPT) -> None:
        self._most: Final = most
        self._kept: Final[OrderedDict[str, _Kept]] = OrderedDict()

    def get(
        self, name: str, reading: SkillReading, commit: str | None, told: Callable[[], Mapping[str, Any]]
    ) -> Parted:
        known = self._kept.pop(name, None)
        if known is None or known.reading() is not reading or known.commit != commit:
            known = _Kept(weakly(reading), commit, Parted(told()))
        self._kept[name] = known
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return known.parted
