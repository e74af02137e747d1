"""A preview writes nothing and asks the records two questions: one database is enough, and half as long."""

from __future__ import annotations

import pytest

from becivic.store.store import Store


@pytest.fixture
def store(sqlite_store: Store) -> Store:
    return sqlite_store
