"""Catalogue rows to begin with, and two transactions that meet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, text

from becivic.catalogue.contents import ReferenceContent, ValueContent
from becivic.catalogue.entries import mint
from becivic.catalogue.inserting import Filing, insert_reference, insert_value
from becivic.catalogue.rows import ReferenceRow, ValueRow
from becivic.rules.identifiers import UidPrefix
from becivic.rules.submissions import ValueType
from tests.factories.homes import NOON

T = TypeVar("T")

FEE = ValueContent(
    value=180,
    value_type=ValueType.INTEGER,
    unit="EUR",
    source="ref-00001",
    last_verified="2026-11-01",
    note="As of 2026.",
)
LAW = ReferenceContent(
    title="A law",
    url="https://law.example/one",
    last_verified="2026-11-01",
    archived_url="https://archive.example/one",
    language="fr",
    note="Article 1.",
)
BY_SEED = Filing()


def fee(connection: Connection, name: str = "demo-fee-eur", now: datetime = NOON) -> ValueRow:
    uid, _ = mint(connection, UidPrefix.VOLATILE_VALUE, name, now)
    return insert_value(connection, uid, FEE, BY_SEED, now)


def law(connection: Connection, name: str = "demo-law-one", now: datetime = NOON) -> ReferenceRow:
    uid, _ = mint(connection, UidPrefix.REFERENCE, name, now)
    return insert_reference(connection, uid, LAW, BY_SEED, now)


@contextmanager
def meeting(
    engine: Engine, job: Callable[[Connection], T], end: Callable[[Connection], None] = Connection.commit
) -> Iterator[tuple[Connection, Future[T]]]:
    """A transaction of the test's own, and `job` in another that begins when the block is done.

    The test's transaction ends once the other has come up against it.
    """
    began: Future[Any] = Future()

    def other() -> T:
        began.result()
        with engine.begin() as connection:
            return job(connection)

    with ThreadPoolExecutor(1) as threads, engine.connect() as connection:
        outcome = threads.submit(other)
        try:
            yield connection, outcome
        finally:
            began.set_result(None)
        _wait_until_it_waits(engine, outcome)
        end(connection)


def _wait_until_it_waits(engine: Engine, outcome: Future[Any]) -> None:
    """SQLite has one writer: there the other cannot even begin."""
    if engine.dialect.name == "sqlite":
        return
    waiting = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
    with engine.connect() as connection:
        while not outcome.done() and not connection.execute(waiting).scalar_one():
            connection.rollback()
