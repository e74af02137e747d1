"""Salts and the hashes under them: one a day for limits, one an artefact for votes, one a submission (R-SALT-01..08).

A salt is the only way from an address to its hash; deleting its row is how a record of addresses is destroyed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import BindParameter, Connection, bindparam, select
from sqlalchemy.dialects import postgresql, sqlite

from becivic.rules.targets import TargetType
from becivic.store import written
from becivic.store.prepared import Prepared
from becivic.store.tables.catalogue import REFERENCES, VOLATILE_VALUES
from becivic.store.tables.keeping import RATE_COUNTERS, SALTS

NewSalt = Callable[[], str]

_DAY: Final = timedelta(days=1)

_BY_KEY: Final = Prepared(select(SALTS.c.salt).where(SALTS.c.key == bindparam("key")))
_VALUES: Final[dict[str, BindParameter[Any]]] = {
    name: bindparam(name) for name in ("key", "artefact", "salt", "created_at", "expires_at")
}
_ADD: Final = Prepared(
    {
        "sqlite": sqlite.insert(SALTS).values(**_VALUES).on_conflict_do_nothing(),
        "postgresql": postgresql.insert(SALTS).values(**_VALUES).on_conflict_do_nothing(),
    }
)
_AUTHORS: Final = Prepared(
    select(SALTS.c.salt, SALTS.c.submitter_hash).where(
        SALTS.c.artefact == bindparam("artefact"), SALTS.c.submitter_hash.is_not(None)
    )
)
_ROWS: Final = {
    target: Prepared(
        select(table.c.row_id, table.c.per_artefact_salt, table.c.created_by_ip_hash).where(
            table.c.uid == bindparam("uid"), table.c.superseded_at.is_(None)
        )
    )
    for target, table in ((TargetType.VOLATILE_VALUE, VOLATILE_VALUES), (TargetType.REFERENCE, REFERENCES))
}
_OLD_SALTS: Final = Prepared(SALTS.delete().where(SALTS.c.expires_at <= bindparam("now")))
_OLD_COUNTERS: Final = Prepared(RATE_COUNTERS.delete().where(RATE_COUNTERS.c.day < bindparam("day")))


def artefact_key(target: TargetType, target_id: str) -> str:
    """Under what its authors are listed. A source belongs to its path (R-SALT-04)."""
    if target is TargetType.PATH_SOURCE:
        return f"{TargetType.PATH}:{target_id.partition(':')[0]}"
    return f"{target}:{target_id}"


def authors(connection: Connection, target: TargetType, target_id: str) -> Iterator[tuple[str, str]]:
    """Salt and hash of everybody who wrote a part of an artefact that may be voted on."""
    if target in _ROWS:
        row = _ROWS[target].first(connection, uid=target_id)
        if row is not None and row[1] is not None and row[2] is not None:
            yield row[1], row[2]
        return
    yield from (
        (salt, hashed) for salt, hashed in _AUTHORS.all(connection, artefact=artefact_key(target, target_id))
    )


def voter_salt(
    connection: Connection, target: TargetType, target_id: str, now: datetime, new_salt: NewSalt
) -> str:
    """The salt that all votes on one artefact share. Made at the first vote if the artefact brought none."""
    match target:
        case TargetType.VOLATILE_VALUE | TargetType.REFERENCE:
            row = _ROWS[target].first(connection, uid=target_id)
            if row is not None and row[1] is not None:
                return str(row[1])
            key = f"{target}-row:{row[0] if row else target_id}:salt"
        case TargetType.OBSERVATION:
            key = f"concern:{target_id}:salt"
        case TargetType.PATH | TargetType.PATH_SOURCE:
            key = f"path-creator-salt:{target_id.partition(':')[0]}"
        case _:
            key = f"{target}-creator-salt:{target_id}"
    return _kept(connection, key, artefact_key(target, target_id), now, new_salt())


def daily_salt(connection: Connection, now: datetime, new_salt: NewSalt) -> str:
    """Today's. At the first use of a day those of days gone by are destroyed, with everything counted under them."""
    key = f"daily:{now:%Y-%m-%d}"
    row = _BY_KEY.first(connection, key=key)
    if row is not None:
        return str(row[0])
    midnight = datetime.combine(now.date(), datetime.min.time(), now.tzinfo) + _DAY
    _OLD_SALTS.run(connection, now=written.moment(now))
    _OLD_COUNTERS.run(connection, day=f"{now:%Y-%m-%d}")
    return _kept(connection, key, None, now, new_salt(), midnight)


def _kept(
    connection: Connection,
    key: str,
    artefact: str | None,
    now: datetime,
    fresh: str,
    expires_at: datetime | None = None,
) -> str:
    """The salt under a key; the fresh one if there was none, or the one that somebody else made first."""
    row = _BY_KEY.first(connection, key=key)
    if row is None:
        _ADD.run(
            connection,
            key=key,
            artefact=artefact,
            salt=fresh,
            created_at=written.moment(now),
            expires_at=written.moment(expires_at) if expires_at else None,
        )
        row = _BY_KEY.first(connection, key=key)
    assert row is not None  # the insert made it, or lost to one that did
    return str(row[0])
