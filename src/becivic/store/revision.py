"""The revision counter: grows with every catalogue or signal write, so that every replica refreshes (design 3)."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, select, update

from becivic.store.prepared import Prepared
from becivic.store.tables.keeping import REVISION

_BUMP: Final = Prepared(update(REVISION).values(number=REVISION.c.number + 1))
_CURRENT: Final = Prepared(select(REVISION.c.number))


def bump(connection: Connection) -> None:
    """In the transaction of the write it tells of."""
    _BUMP.run(connection)


def current(connection: Connection) -> int:
    ((number,),) = _CURRENT.all(connection)
    return int(number)
