"""A poll with a maintainer who rules about what was flagged."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

from becivic.publishing.consensus.ruling import Asked, Ruled, reinstate, rule_about_flag
from becivic.rules.consensus import Ruling
from becivic.store.store import Store
from becivic.store.tables.keeping import REVIEW_ITEMS, Queue
from tests.factories.polls import Poll, Target, begun

FLAGGER: Final = "192.0.2.200"


@dataclass
class Court(Poll):
    """Whoever flags does so from one address, unless it is said."""

    def quarantine(self, target: Target, by: str = FLAGGER) -> str:
        """One flag, and the tick that it leads to; the id of the flag."""
        flag = self.flag(target, by=by)
        self.tick()
        return flag

    def items(self, target: Target) -> list[Any]:
        kind, subject = target
        found = {"queue": Queue.INJECTION.value, "subject_type": kind.value, "subject_id": subject}
        return sorted(self.press.rows(REVIEW_ITEMS, **found), key=lambda row: int(row.row_id))

    def asked(self, target: Target) -> Asked:
        """The last question about it."""
        return Asked(self.items(target)[-1].row_id, *target)

    def releases(self, target: Target, asked: Asked | None = None) -> Ruled:
        ruled = reinstate(self.press.workshop, asked or self.asked(target), self.press.now)
        self.later(timedelta(seconds=1))
        self.press.service.library.refresh()
        return ruled

    def rules(self, target: Target, ruling: Ruling) -> Ruled:
        asked = self.asked(target)
        return self.press.store.write(
            lambda connection: rule_about_flag(connection, asked, ruling, self.press.now)
        )


def court(store: Store, home: Path) -> Court:
    return Court(begun(store, home))
