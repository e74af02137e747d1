"""The addresses of references as the records have them, and what the last look at each came to (R-CATL-09)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Select, and_, case, literal_column, select

from becivic.rules.statuses import Status
from becivic.store.inserting import or_change
from becivic.store.tables.catalogue import REFERENCES
from becivic.store.tables.lifecycle import LINK_CHECKS, LinkKind, LinkState
from becivic.store.written import moment

_SHOWN: Final = [status.value for status in Status if status.is_published]
_CHECK: Final = LINK_CHECKS.c


class Link(NamedTuple):
    """One address of a reference."""

    uid: str
    kind: LinkKind
    url: str

    def __str__(self) -> str:
        return f"{self.uid} {self.kind}"


class LinkLook(NamedTuple):
    """`detail` is a status or a closed word."""

    state: LinkState
    detail: str
    has_answered: bool


def links(connection: Connection, not_since: datetime | None) -> list[Link]:
    """Of current references that people may be shown, both addresses where there are two.

    Those looked at after `not_since` are passed over, unless the reference has another address by now.
    """
    found = []
    for kind in LinkKind:
        for uid, url, last in connection.execute(_references(kind)):
            if not_since is None or last is None or last <= moment(not_since):
                found.append(Link(uid, kind, url))
    return sorted(found)


def _references(kind: LinkKind) -> Select[Any]:
    own = REFERENCES.c
    address = own[kind.value]
    same = and_(_CHECK.uid == own.uid, _CHECK.link == kind.value, _CHECK.url == address)
    return (
        select(own.uid, address, _CHECK.checked_at)
        .select_from(REFERENCES.outerjoin(LINK_CHECKS, same))
        .where(own.superseded_at.is_(None), own.held == 0, address.is_not(None), own.status.in_(_SHOWN))
    )


def keep(connection: Connection, looked: Mapping[Link, LinkLook], now: datetime) -> None:
    """The last look takes the place of the one before; when it was last reached stays, while the address does."""
    for link, look in looked.items():
        is_reached = look.state is LinkState.REACHABLE
        row = {
            "uid": link.uid,
            "link": link.kind.value,
            "url": link.url,
            "state": look.state.value,
            "detail": look.detail,
            "checked_at": moment(now),
            "reachable_at": moment(now) if is_reached else None,
        }
        same = _CHECK.url == literal_column("excluded.url")
        before = case((same, _CHECK.reachable_at), else_=None)
        change = {**row, "reachable_at": row["reachable_at"] if is_reached else before}
        statement = or_change(LINK_CHECKS, [row], [_CHECK.uid, _CHECK.link], change)
        connection.execute(statement[connection.dialect.name])
