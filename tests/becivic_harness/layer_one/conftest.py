"""The engine with the packaged rules, made once: its start costs more than a thousand sentences."""

from __future__ import annotations

from datetime import date

import pytest

from becivic_scrub import Engine, packaged_rules


@pytest.fixture(scope="session")
def engine() -> Engine:
    return Engine(packaged_rules())


@pytest.fixture(scope="session")
def today() -> date:
    return date(2026, 11, 18)
