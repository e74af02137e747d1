"""A healthy installation for each test."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.factories.wards import Ward
from tests.factories.wards import ward as healthy


@pytest.fixture
def ward(tmp_path: Path) -> Ward:
    return healthy(tmp_path / "ward")
