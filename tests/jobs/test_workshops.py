"""A workshop as the settings say: opening it loads nothing, and a home that is half retracted is left alone."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

import pytest

from becivic.config import read_settings
from becivic.corpus.load import Loader
from becivic.jobs.workshops import open_workshop
from becivic.publishing.retraction.incident import Incident
from becivic.publishing.retraction.journal import Journal, write_journal
from becivic.rules.errors import BeCivicError, LayerTwoCategory
from becivic.store.store import Store
from tests.factories.homes import NOON, filled_home


def test_opening_one_reads_no_corpus_and_loads_no_model(sqlite_store: Store, tmp_path: Path) -> None:
    filled_home(tmp_path)
    with patch.object(Loader, "load", side_effect=AssertionError):
        workshop = open_workshop(read_settings({"BECIVIC_HOME": str(tmp_path)}), sqlite_store)
    assert workshop.finder is None
    assert workshop.corpus().commit == workshop.repository.head()


def test_a_retraction_that_is_half_done_is_finished_first(sqlite_store: Store, tmp_path: Path) -> None:
    filled_home(tmp_path)
    incident = Incident(NOON.date(), "0a1b2c3d", LayerTwoCategory.IDENTITY, 1, 1, 1)
    write_journal(tmp_path, Journal("a phrase", incident, {}))
    with pytest.raises(BeCivicError, match="not finished"):
        open_workshop(read_settings({"BECIVIC_HOME": str(tmp_path)}), sqlite_store)
