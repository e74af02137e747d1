"""When the skill graph last changed, as the records know it."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from sqlalchemy import Connection, func, select

from becivic.rules.moments import rfc3339
from becivic.rules.targets import TargetType
from becivic.store import revision
from becivic.store.prepared import Prepared
from becivic.store.store import Store, StoreUnavailable
from becivic.store.tables.keeping import ARTEFACTS
from becivic.store.written import read_moment

_NOTHING_YET: Final = "1970-01-01T00:00:00Z"
_LAST: Final = Prepared(
    select(func.max(func.coalesce(ARTEFACTS.c.changed_at, ARTEFACTS.c.cohort_started_at))).where(
        ARTEFACTS.c.target_type == TargetType.SKILL.value
    )
)


class GraphMoment:
    """When a skill's content or status last changed. Asked anew only when some record changed (R-IDX-02)."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: tuple[int, str] = (-1, _NOTHING_YET)

    async def last(self) -> str:
        """What was known stands while the records cannot be reached."""
        with suppress(StoreUnavailable):
            self._known = await self._store.reading(self._read)
        return self._known[1]

    def _read(self, connection: Connection) -> tuple[int, str]:
        number = revision.current(connection)
        return self._known if number == self._known[0] else (number, last_skill_change(connection))


def last_skill_change(connection: Connection) -> str:
    ((found,),) = _LAST.all(connection)
    return _NOTHING_YET if found is None else rfc3339(read_moment(found))
