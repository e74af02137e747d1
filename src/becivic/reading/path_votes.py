"""When a path, or one of its sources, was last voted on: the records know, and main does not."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from sqlalchemy import Connection, func, select

from becivic.corpus.load import Corpus
from becivic.reading.confirmation_records import confirmations_of_corpus
from becivic.reading.confirmations import Confirmations
from becivic.rules.targets import TargetType
from becivic.store import revision
from becivic.store.store import Store, StoreUnavailable
from becivic.store.tables.signals import VALIDATIONS
from becivic.store.verdicts import WAS_GIVEN
from becivic.store.written import read_moment


class PathVotes:
    """When a path or one of its sources was last voted on. Asked anew only when some record changed."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: tuple[int, datetime | None] = (-1, None)
        self._confirmed: tuple[int, Corpus | None, Confirmations] = (-1, None, Confirmations())

    async def last(self) -> datetime | None:
        """What was known stands while the records cannot be reached."""
        with suppress(StoreUnavailable):
            self._known = await self._store.reading(self._read)
        return self._known[1]

    async def confirmations(self, corpus: Corpus) -> Confirmations:
        """Of what is reported in this corpus; what was known stands while the records cannot be reached."""
        with suppress(StoreUnavailable):
            self._confirmed = await self._store.reading(
                lambda connection: self._read_confirmed(connection, corpus)
            )
        return self._confirmed[2]

    def _read_confirmed(
        self, connection: Connection, corpus: Corpus
    ) -> tuple[int, Corpus | None, Confirmations]:
        number, known = revision.current(connection), self._confirmed
        if known[0] == number and known[1] is corpus:
            return known
        return number, corpus, confirmations_of_corpus(connection, corpus)

    def _read(self, connection: Connection) -> tuple[int, datetime | None]:
        number = revision.current(connection)
        return self._known if number == self._known[0] else (number, last_path_vote(connection))


def last_path_vote(connection: Connection) -> datetime | None:
    own = VALIDATIONS.c
    about_paths = own.target_type.in_((TargetType.PATH.value, TargetType.PATH_SOURCE.value))
    found = connection.execute(select(func.max(own.validated_at)).where(about_paths, WAS_GIVEN)).scalar()
    return None if found is None else read_moment(found)
