"""Names and uids: a known name keeps its uid, a new one gets the next, and a rename breaks nothing (schemas 6.11)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, bindparam, insert, select, update

from becivic.catalogue.refused import NameTaken, NotMinted
from becivic.catalogue.rows import KINDS
from becivic.rules.identifiers import UidPrefix
from becivic.store import revision
from becivic.store.prepared import Prepared
from becivic.store.sequences import hold, next_uid
from becivic.store.tables.catalogue import CATALOGUE_ENTRIES
from becivic.store.written import moment

_ENTRIES: Final = CATALOGUE_ENTRIES.c
_BY_NAME: Final = Prepared(
    select(_ENTRIES.uid).where(_ENTRIES.prefix == bindparam("kind"), _ENTRIES.name == bindparam("called"))
)
_NAME_OF: Final = Prepared(select(_ENTRIES.name).where(_ENTRIES.uid == bindparam("uid")))
_BY_ROW: Final = {
    prefix: Prepared(
        select(kind.table.c.uid)
        .where(kind.table.c.name == bindparam("called"), kind.table.c.superseded_at.is_(None))
        .order_by(kind.table.c.row_id)
    )
    for prefix, kind in KINDS.items()
}


def mint(connection: Connection, prefix: UidPrefix, name: str, now: datetime) -> tuple[str, bool]:
    """The uid of a name, and whether it is new (R-UID-06). For a path the name is its id."""
    known = uid_named(connection, prefix, name)
    if known is None:
        hold(connection, prefix)  # whoever was minting this name at the same moment is done now
        known = uid_named(connection, prefix, name)
    if known is not None:
        return known, False
    uid = next_uid(connection, prefix)
    record(connection, {uid: name}, now)
    return uid, True


def uid_named(connection: Connection, prefix: UidPrefix, name: str) -> str | None:
    """By the name an entry has now; else by the one its current row was written under, before a rename."""
    found = _BY_NAME.first(connection, kind=prefix.value, called=name)
    if found is None and prefix in _BY_ROW:
        found = _BY_ROW[prefix].first(connection, called=name)
    return found[0] if found else None


def name_of(connection: Connection, uid: str) -> str | None:
    found = _NAME_OF.first(connection, uid=uid)
    return found[0] if found else None


def rename(connection: Connection, uid: str, name: str) -> None:
    """Another name for the same uid. Rows keep the name they were written under; tags resolve by uid (R-UID-05)."""
    prefix = prefix_of(uid)
    hold(connection, prefix)
    owner = _BY_NAME.first(connection, kind=prefix.value, called=name)
    if owner is not None and owner[0] != uid:
        raise NameTaken
    if not connection.execute(
        update(CATALOGUE_ENTRIES).where(_ENTRIES.uid == uid).values(name=name)
    ).rowcount:
        raise NotMinted
    revision.bump(connection)


def record(connection: Connection, names: Mapping[str, str], now: datetime) -> None:
    """Enter uids that their sequences have counted, each with its name."""
    when = moment(now)
    entries = [
        {"uid": uid, "prefix": prefix_of(uid).value, "name": name, "minted_at": when}
        for uid, name in names.items()
    ]
    connection.execute(insert(CATALOGUE_ENTRIES), entries)


def prefix_of(uid: str) -> UidPrefix:
    return UidPrefix(uid.partition("-")[0])
