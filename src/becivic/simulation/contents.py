"""One text or value over its life: whether it is right, how far it got, and how long readers had it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum

from becivic.rules.statuses import Status


class Quality(StrEnum):
    GOOD = "good"
    WRONG = "wrong"
    HOSTILE = "hostile"
    """Wrong, and it carries an injection."""


@dataclass(slots=True, kw_only=True, eq=False)
class Content:
    quality: Quality
    author: int
    """An address, which cannot vote on its own content."""
    born: int
    is_new: bool = False
    """It came as a new artefact, neither as an amendment nor again."""
    is_return: bool = False
    """It was withdrawn although it was good, and somebody proposed it again."""
    works: list[bool] = field(default_factory=list)
    """Of a path: which of its sources do."""
    began_good: bool = field(init=False)
    turned_at: int | None = None
    """When reality left it."""
    was_stable_then: bool = False
    left_at: int | None = None
    """When readers stopped getting it, for now or for good."""
    reached: dict[tuple[bool, Status], int] = field(default_factory=dict)
    """When it first was what, while it was good and while it was not."""
    served: Counter[tuple[bool, Status]] = field(default_factory=Counter)
    """Ticks that readers had it, good or not, at what status."""

    def __post_init__(self) -> None:
        self.began_good = self.is_good

    @property
    def is_good(self) -> bool:
        return self.quality is Quality.GOOD

    def turn_wrong(self, tick: int) -> None:
        if self.is_good:
            self.quality, self.turned_at = Quality.WRONG, tick
            self.works = [False] * len(self.works)
