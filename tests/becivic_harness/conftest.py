"""The packed app, made once for each worker."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools.harness_app import packed

from tests.factories.harness import Machine


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("app") / "becivic-harness.pyz"
    file.write_bytes(packed())
    return file


@pytest.fixture
def agent(app: Path, tmp_path: Path) -> Machine:
    """Somebody's machine, with a server that is not there."""
    return Machine(app, tmp_path)
