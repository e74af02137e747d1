"""What was ruled about an address that sent bogus flags (C-25). The only place that tells it: nowhere is it kept by name.

What is ruled about counts for its voice (an IPv4 address, an IPv6 /56) and, from a higher number on, for its whole /48.

Every ruling is tried, which takes its time where there are thousands. So what an address came to is remembered, by its
hash of the day, for as long as nothing else is ruled.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from sqlalchemy import Connection, func, select

from becivic.intake.desk import Desk
from becivic.rules.limits import BANNED_FROM, LIMITED_FROM, Width
from becivic.store.prepared import Prepared
from becivic.store.tables.keeping import BANS, BanLevel

_RULINGS: Final = Prepared(select(BANS.c.salt, BANS.c.address_hash, BANS.c.network_hash, BANS.c.level))
_STAND: Final = Prepared(select(func.max(BANS.c.row_id), func.count()))
_MOST_ADDRESSES: Final = 10_000

_NOTHING: Final = (None, 0)


class Sanction(NamedTuple):
    """What the rulings on an address come to, and how much of it they are about."""

    level: BanLevel | None
    width: Width


NO_SANCTION: Final = Sanction(None, Width.VOICE)


class Bans:
    """Whoever asks at the same moment may find out twice, and finds the same."""

    __slots__ = ("_known", "_stand")

    def __init__(self) -> None:
        self._stand: tuple[int | None, int] = _NOTHING
        self._known: dict[str, Sanction] = {}

    def sanction(self, desk: Desk, address_hash: str) -> Sanction:
        """Of the address that asks; `address_hash` is its hash of the day."""
        stand = _stand(desk.connection)
        if stand == _NOTHING:
            return NO_SANCTION
        if stand != self._stand or len(self._known) >= _MOST_ADDRESSES:
            self._stand, self._known = stand, {}
        known = self._known
        if address_hash not in known:
            known[address_hash] = _sanction(desk)
        return known[address_hash]


def _stand(connection: Connection) -> tuple[int | None, int]:
    """Another one after every ruling."""
    found = _STAND.first(connection)
    assert found is not None  # counting always answers
    return found[0], found[1]


def _sanction(desk: Desk) -> Sanction:
    """What the rulings on an address come to: each brings the salt it was seen under.

    Whoever rules knows no address, and so no repeat. Here the address is known, and how many rulings are about it.
    """
    mine, of_network, banned = 0, 0, False
    for salt, voice, network, level in _RULINGS.all(desk.connection):
        hashes = desk.hashes(salt)
        is_mine = hashes.is_voice(voice)
        mine += is_mine
        banned |= is_mine and level == BanLevel.BANNED
        of_network += is_mine or hashes.is_network(network)
    found = [
        Sanction(_level(BANNED_FROM[Width.VOICE] if banned else mine, Width.VOICE), Width.VOICE),
        Sanction(_level(of_network, Width.NETWORK), Width.NETWORK),
    ]
    return max(found, key=_weight)


def _weight(sanction: Sanction) -> tuple[bool, bool, bool]:
    """A ban before a limit, and of two alike the one about the whole network."""
    is_wide = sanction.width is Width.NETWORK
    return sanction.level is BanLevel.BANNED, sanction.level is not None, is_wide


def _level(rulings: int, width: Width) -> BanLevel | None:
    if rulings >= BANNED_FROM[width]:
        return BanLevel.BANNED
    return BanLevel.LIMITED if rulings >= LIMITED_FROM[width] else None
