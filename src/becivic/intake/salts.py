"""Salts and the hashes under them: one a day for limits, one an artefact for votes, one a submission (R-SALT-01..08).

A salt is the only way from an address to its hash; deleting its row is how a record of addresses is destroyed.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import BindParameter, Connection, bindparam, select

from becivic.clock import midnight_after
from becivic.intake import tidying
from becivic.rules.targets import TargetType, owner
from becivic.store import salt_keys, written
from becivic.store.inserting import or_nothing
from becivic.store.prepared import Prepared
from becivic.store.tables.catalogue import CATALOGUES
from becivic.store.tables.keeping import ARTEFACTS, SALTS

NewSalt = Callable[[], str]

_BY_KEY: Final = Prepared(select(SALTS.c.salt).where(SALTS.c.key == bindparam("key")))
_VALUES: Final[dict[str, BindParameter[Any]]] = {
    name: bindparam(name) for name in ("key", "artefact", "salt", "created_at", "expires_at")
}
_ADD: Final = Prepared(or_nothing(SALTS, _VALUES))
_AUTHORS: Final = Prepared(
    select(SALTS.c.salt, SALTS.c.submitter_hash, SALTS.c.submitter_network_hash).where(
        SALTS.c.artefact == bindparam("artefact"), SALTS.c.submitter_hash.is_not(None)
    )
)
_ROWS: Final = {
    target: Prepared(
        select(table.c.per_artefact_salt, table.c.created_by_ip_hash, table.c.created_by_network_hash).where(
            table.c.uid == bindparam("uid"), table.c.superseded_at.is_(None)
        )
    )
    for target, table in CATALOGUES.items()
}
_LOCKED_ROWS: Final = {
    target: Prepared(
        select(table.c.row_id, table.c.per_artefact_salt)
        .where(table.c.uid == bindparam("uid"), table.c.superseded_at.is_(None))
        .with_for_update(read=True)
    )
    for target, table in CATALOGUES.items()
}
"""Keeps another replica from ending the row before the vote under its salt is written; SQLite has one writer."""
_LOCKED_ARTEFACT: Final = Prepared(
    select(ARTEFACTS.c.status)
    .where(ARTEFACTS.c.target_type == bindparam("kind"), ARTEFACTS.c.target_id == bindparam("name"))
    .with_for_update(read=True)
)
"""The same of a skill or a path, whose salts are destroyed when it is stable."""


class KnownAuthor(NamedTuple):
    """Of a part of an artefact, under a salt of their own."""

    salt: str
    address: str
    network: str | None


def authors(connection: Connection, target: TargetType, target_id: str) -> list[KnownAuthor]:
    """Everybody who wrote a part of an artefact that may be voted on."""
    if target in _ROWS:
        row = _ROWS[target].first(connection, uid=target_id)
        is_known = row is not None and row[0] is not None and row[1] is not None
        return [KnownAuthor(*row)] if row is not None and is_known else []
    found = _AUTHORS.all(connection, artefact=salt_keys.artefact(target, target_id))
    return [KnownAuthor(*row) for row in found]


def voter_salt(
    connection: Connection, target: TargetType, target_id: str, now: datetime, new_salt: NewSalt
) -> str:
    """The salt that all votes on one artefact share. Made at the first vote if the artefact brought none."""
    if target not in _LOCKED_ROWS:
        key = salt_keys.of_artefact(target, target_id)
        kind, owner_id = owner(target, target_id)
        # Who votes while an artefact becomes stable waits for it, and has a salt of the time after it.
        _LOCKED_ARTEFACT.first(connection, kind=kind.value, name=owner_id)
    else:
        locked = _LOCKED_ROWS[target]
        # A row that ended while this waited for it has a successor, which only a second look finds.
        row = locked.first(connection, uid=target_id) or locked.first(connection, uid=target_id)
        row_id, own_salt = row or (target_id, None)
        if own_salt is not None:
            return str(own_salt)
        key = salt_keys.of_row(target, row_id)
    return _kept(connection, key, salt_keys.artefact(target, target_id), now, new_salt())


def daily_salt(connection: Connection, now: datetime, new_salt: NewSalt) -> str:
    """Today's. Its first use puts away the days gone by; `tidying` does so on a server that nobody uses."""
    key = salt_keys.of_day(now.date())
    row = _BY_KEY.first(connection, key=key)
    if row is not None:
        return str(row[0])
    tidying.tidy(connection, now)
    return _kept(connection, key, None, now, new_salt(), midnight_after(now))


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
