"""What a preview asks of the catalogue: of the records where there is a home, of a corpus's own files elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol, TypeVar

from sqlalchemy import Connection, select

from becivic.catalogue import rows
from becivic.catalogue.entries import name_of, uid_named
from becivic.catalogue.names import DatabaseCatalogue
from becivic.catalogue.rows import AnyRow, ReferenceRow
from becivic.catalogue.wording import worded
from becivic.corpus.fields import Fields
from becivic.corpus.filed_items import filed_items
from becivic.corpus.load import Corpus
from becivic.corpus.scaffold import next_uid
from becivic.corpus.seed import SEED_FILE, SEED_LISTS, Catalogue, Row
from becivic.publishing.previews.rendering import Cited
from becivic.rendering.freshness import SourceReading
from becivic.rules.identifiers import UidPrefix
from becivic.store.store import Store
from becivic.store.tables.catalogue import UID_SEQUENCES

T = TypeVar("T")

_HELD: Final = "held for review"


class KnownRows(Protocol):
    def uid_named(self, prefix: UidPrefix, name: str) -> str | None: ...
    def name_of(self, uid: str) -> str | None: ...
    def last_number(self, prefix: UidPrefix) -> int:
        """The highest that was ever given out, as far as is known here."""
        ...

    def current(self, uid: str) -> Cited | None: ...
    def judge(self, job: Callable[[Catalogue], T]) -> T:
        """With a catalogue that the checks may ask while the job runs."""
        ...


class RecordedRows:
    """Only reads."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def uid_named(self, prefix: UidPrefix, name: str) -> str | None:
        return self._store.read(lambda connection: uid_named(connection, prefix, name))

    def name_of(self, uid: str) -> str | None:
        return self._store.read(lambda connection: name_of(connection, uid))

    def last_number(self, prefix: UidPrefix) -> int:
        query = select(UID_SEQUENCES.c.last).where(UID_SEQUENCES.c.prefix == prefix.value)
        return self._store.read(lambda connection: int(connection.execute(query).scalar_one()))

    def current(self, uid: str) -> Cited | None:
        row = self._store.read(lambda connection: rows.current(connection, uid))
        return None if row is None else _shown(row)

    def judge(self, job: Callable[[Catalogue], T]) -> T:
        def ask(connection: Connection) -> T:
            return job(DatabaseCatalogue(connection, Row))

        return self._store.read(ask)


def _shown(row: AnyRow) -> Cited:
    if row.held:  # nobody is shown its words
        return Cited(_HELD, row.status.value)
    if isinstance(row, ReferenceRow):
        return Cited(row.title, row.status.value, row.url, SourceReading.of(row))
    return Cited(worded(row.value, row.unit), row.status.value)


class FiledRows:
    """Where there is no home: the seed and the snapshot of a corpus."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        seed = corpus.documents[SEED_FILE].fields
        self._seeded = {item.text("uid"): item for key in SEED_LISTS.values() for item in seed.children(key)}
        self._newest = filed_items(corpus)

    def uid_named(self, prefix: UidPrefix, name: str) -> str | None:
        if prefix is UidPrefix.PATH:
            entry = self._corpus.paths.entries.get(name)
            return (entry.fields.text("uid") or None) if entry is not None else None
        row = self._corpus.catalogue.named(prefix, name)
        return None if row is None else row.uid

    def name_of(self, uid: str) -> str | None:
        row = self._corpus.catalogue.row(uid)
        return None if row is None else row.name

    def last_number(self, prefix: UidPrefix) -> int:
        paths = (entry.fields.text("uid") for entry in self._corpus.paths.entries.values())
        known = [*self._seeded, *(row.uid for row in self._corpus.snapshot), *paths]
        return prefix.number(next_uid(prefix, known)) - 1

    def current(self, uid: str) -> Cited | None:
        return seeded(self._newest.get(uid))

    def judge(self, job: Callable[[Catalogue], T]) -> T:
        return job(self._corpus.catalogue)


def seeded(item: Fields | None) -> Cited | None:
    """An entry of a seed as its first row will be shown."""
    if item is None:
        return None
    status = item.text("status") or "alpha"
    if "url" in item:
        reading = SourceReading(*(item.text(name) for name in SourceReading._fields))
        return Cited(item.text("title"), status, item.text("url"), reading)
    return Cited(worded(item.raw("value"), item.text("unit") or None), status)
