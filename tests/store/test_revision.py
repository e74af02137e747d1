"""The revision grows with the write it tells of, and not without it."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection

from becivic.store import revision
from becivic.store.store import Store


def test_a_fresh_database_is_at_revision_zero(store: Store) -> None:
    assert store.read(revision.current) == 0


def test_every_bump_counts_one(store: Store) -> None:
    for _ in range(3):
        store.write(revision.bump)
    assert store.read(revision.current) == 3


def test_a_write_that_fails_does_not_count(store: Store) -> None:
    def job(connection: Connection) -> None:
        revision.bump(connection)
        raise LookupError

    with pytest.raises(LookupError):
        store.write(job)
    assert store.read(revision.current) == 0
