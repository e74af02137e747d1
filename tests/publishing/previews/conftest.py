"""A preview writes nothing and asks the records two questions: one database is enough, and half as long."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from becivic.store.store import Store, open_store
from tests.factories.databases import Databases


@pytest.fixture
def store(databases: Databases) -> Iterator[Store]:
    with databases.fresh("sqlite") as url:
        opened = open_store(url)
        yield opened
        opened.close()
