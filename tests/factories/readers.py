"""A reader over a store, the small corpus it reads, and rows that say something else than they did."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Table, update

from becivic.catalogue.contents import ReferenceChange, ValueChange
from becivic.catalogue.inserting import Filing, supersede_reference, supersede_value
from becivic.corpus.load import Corpus
from becivic.publishing.records import fill_records
from becivic.reading.freshness import Freshness
from becivic.reading.reader import Reader
from becivic.reading.readings import PathReading, SkillReading
from becivic.rules.consensus import POLICY
from becivic.rules.submissions import ValueType
from becivic.store import revision
from becivic.store.store import Store
from tests.factories.corpora import Files
from tests.factories.homes import NOON
from tests.factories.intake import MovedClock

AMENDMENT = "amd_019a8000-0000-7000-8000-000000000001"


@dataclass
class Reading:
    """What a test of reading looks at."""

    store: Store
    corpus: Corpus
    clock: MovedClock
    reader: Reader

    def skill(self, skill_id: str = "demo-application", corpus: Corpus | None = None) -> SkillReading:
        found = asyncio.run(self.reader.skill(corpus or self.corpus, skill_id))
        assert isinstance(found, SkillReading)
        return found

    def path(self, path_id: str = "demo-certificate", corpus: Corpus | None = None) -> PathReading:
        found = asyncio.run(self.reader.path(corpus or self.corpus, path_id))
        assert isinstance(found, PathReading)
        return found

    def changes(self, table: Table, name: str, value: str, **columns: Any) -> None:
        """Rows that have this value, changed as the service never would, and told of."""

        def job(connection: Connection) -> None:
            connection.execute(update(table).where(table.c[name] == value).values(columns))
            revision.bump(connection)

        self.store.write(job)

    def tells(self) -> None:
        """Something was stored."""
        self.store.write(revision.bump)


def reading(store: Store, files: Files | None = None) -> Reading:
    """Over the demonstration corpus; every cohort begins at noon."""
    corpus, clock = (files or Files.valid()).load(), MovedClock(NOON)
    fill_records(store, corpus, NOON)
    return Reading(store, corpus, clock, Reader(store, Freshness(store, lambda: 0.0), POLICY, clock))


def amended_value(
    store: Store, value: int, uid: str = "val-00001", submission: str | None = AMENDMENT, now: datetime = NOON
) -> int:
    """A new current row, at alpha; its number."""
    change = ValueChange(value=value, value_type=ValueType.INTEGER, note="Seen at the counter.")
    filing = Filing(submission_id=submission)
    return store.write(lambda connection: supersede_value(connection, uid, change, filing, now)).row_id


def amended_reference(store: Store, title: str, uid: str = "ref-00001", submission: str = AMENDMENT) -> int:
    change, filing = ReferenceChange(title=title), Filing(submission_id=submission)
    return store.write(lambda connection: supersede_reference(connection, uid, change, filing, NOON)).row_id
