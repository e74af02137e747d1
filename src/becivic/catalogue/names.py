"""Which uids exist, as the corpus's checks ask it: the records answer where a corpus alone has only its files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from sqlalchemy import Connection

from becivic.catalogue import rows
from becivic.catalogue.entries import uid_named
from becivic.rules.identifiers import UidPrefix

Cited = TypeVar("Cited")


class DatabaseCatalogue(Generic[Cited]):
    """Current rows over one connection, asked for one by one.

    `make` builds what the asker wants of uid, name and status: this package and the corpus do not know each other.
    """

    def __init__(self, connection: Connection, make: Callable[[str, str, str], Cited]) -> None:
        self._connection = connection
        self._make = make

    def row(self, uid: str) -> Cited | None:
        found = rows.current(self._connection, uid)
        return None if found is None else self._make(found.uid, found.name, found.status.value)

    def named(self, prefix: UidPrefix, name: str) -> Cited | None:
        uid = uid_named(self._connection, prefix, name)
        return None if uid is None else self.row(uid)
