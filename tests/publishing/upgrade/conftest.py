"""The home that every test here begins with."""

from __future__ import annotations

from pathlib import Path

import pytest

from becivic.publishing.workshop import Workshop
from becivic.store.store import Store
from tests.factories.workshops import open_workshop
from tests.publishing.upgrade.scene import OLD


@pytest.fixture
def store(sqlite_store: Store) -> Store:
    """One is enough: an upgrade is git's work, and what it writes is tested on both databases in test_records.py."""
    return sqlite_store


@pytest.fixture
def workshop(store: Store, tmp_path: Path) -> Workshop:
    """A home of the feature's first day: imported from the package, nothing noted."""
    return open_workshop(store, tmp_path / "home", OLD)
