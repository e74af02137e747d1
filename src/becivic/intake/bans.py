"""What was ruled about an address that sent bogus flags (C-25). The only place that tells it: nowhere is it kept by name.

Every ruling is tried, which takes its time where there are thousands. So what an address came to is remembered, by its
hash of the day, for as long as nothing else is ruled.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, func, select

from becivic.intake.desk import Desk
from becivic.rules.limits import BANNED_FROM
from becivic.store.prepared import Prepared
from becivic.store.tables.keeping import BANS, BanLevel

_RULINGS: Final = Prepared(select(BANS.c.salt, BANS.c.address_hash, BANS.c.level))
_STAND: Final = Prepared(select(func.max(BANS.c.row_id), func.count()))
_MOST_ADDRESSES: Final = 10_000

_NOTHING: Final = (None, 0)


class Bans:
    """Whoever asks at the same moment may find out twice, and finds the same."""

    __slots__ = ("_known", "_stand")

    def __init__(self) -> None:
        self._stand: tuple[int | None, int] = _NOTHING
        self._known: dict[str, BanLevel | None] = {}

    def level(self, desk: Desk, address_hash: str) -> BanLevel | None:
        """Of the address that asks; `address_hash` is its hash of the day."""
        stand = _stand(desk.connection)
        if stand == _NOTHING:
            return None
        if stand != self._stand or len(self._known) >= _MOST_ADDRESSES:
            self._stand, self._known = stand, {}
        known = self._known
        if address_hash not in known:
            known[address_hash] = _level(desk)
        return known[address_hash]


def _stand(connection: Connection) -> tuple[int | None, int]:
    """Another one after every ruling."""
    found = _STAND.first(connection)
    assert found is not None  # counting always answers
    return found[0], found[1]


def _level(desk: Desk) -> BanLevel | None:
    """What the rulings on an address come to: each brings the salt it was seen under.

    Whoever rules knows no address, and so no repeat. Here the address is known, and how many rulings are about it.
    """
    found = [level for salt, hashed, level in _RULINGS.all(desk.connection) if desk.hashed(salt) == hashed]
    if BanLevel.BANNED in found or len(found) >= BANNED_FROM:
        return BanLevel.BANNED
    return BanLevel.LIMITED if found else None
