"""What holds for every test: Hypothesis never judges by the clock on the wall, which a busy machine moves.

It tries the same examples each time, so that what was green is green again on the machine that judges a landing; set
`BECIVIC_HYPOTHESIS=explore` to look for new ones.

And the databases: a test that asks for `store` or `database_url` runs on SQLite and on PostgreSQL. One that proves
nothing about SQL asks for `sqlite_store`, or its module makes that its `store`, and runs once. Coverage is traced
where a test may add to it (`measuring`).
"""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from becivic.config import without_settings
from becivic.store.store import Store, open_store
from tests.factories.databases import KINDS, Databases
from tests.measuring import measuring

if TYPE_CHECKING:
    from tests.factories.press import Press

_PROFILE = "BECIVIC_HYPOTHESIS"
for _name in os.environ.keys() - without_settings(os.environ).keys() - {_PROFILE}:
    del os.environ[_name]  # nobody's own database, whatever the shell of who runs this says

settings.register_profile("becivic", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None)
settings.load_profile(os.environ.get(_PROFILE, "becivic"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    with measuring(item):
        return (yield)


@pytest.fixture(scope="session")
def databases(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Databases]:
    with Databases(tmp_path_factory.mktemp("databases")) as made:
        yield made


@pytest.fixture(params=KINDS)
def database_url(request: pytest.FixtureRequest, databases: Databases) -> Iterator[str]:
    """A fresh migrated database, for tests that open it themselves or start processes on it."""
    with databases.fresh(request.param) as url:
        yield url


@pytest.fixture
def store(database_url: str) -> Iterator[Store]:
    """A store on a fresh migrated database."""
    opened = open_store(database_url)
    yield opened
    opened.close()


@pytest.fixture
def house(store: Store, tmp_path: Path) -> Press:
    """The whole way of a submission over a store, with a home of its own."""
    from tests.factories.press import press  # noqa: PLC0415  the whole service, which few modules need

    return press(store, tmp_path / "home")


@pytest.fixture
def sqlite_url(databases: Databases) -> Iterator[str]:
    """A fresh migrated SQLite file."""
    with databases.fresh("sqlite") as url:
        yield url


@pytest.fixture
def sqlite_store(sqlite_url: str) -> Iterator[Store]:
    """A store on a fresh migrated SQLite file."""
    opened = open_store(sqlite_url)
    yield opened
    opened.close()
