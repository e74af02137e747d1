"""One application for the tests of a module, over the fixtures' library and a fresh store."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from becivic.store.store import open_store
from tests.factories.databases import Databases
from tests.factories.intake import NO_LIMITS, Service, service


@pytest.fixture(scope="module")
def house_of_tools(databases: Databases) -> Iterator[Service]:
    """What it answers does not hang on the kind of database: the API is tested on both."""
    with databases.fresh("sqlite") as url:
        store = open_store(url)
        yield service(store, NO_LIMITS)
        store.close()
