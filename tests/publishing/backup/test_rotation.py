"""Dated backups: the newest stay, and nothing that is not a whole backup is touched."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from becivic.publishing.backup.manifest import MANIFEST
from becivic.publishing.backup.rotation import dated, drop_oldest
from tests.factories.homes import NOON


def test_names_sort_by_time_and_the_oldest_go(tmp_path: Path) -> None:
    assert dated(tmp_path, NOON).name == "20261115T120000Z"
    for hour in range(4):
        one = dated(tmp_path, NOON + timedelta(hours=hour))
        one.mkdir()
        (one / MANIFEST).touch()
    dated(tmp_path, NOON - timedelta(days=1)).mkdir()
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / MANIFEST).touch()
    assert drop_oldest(tmp_path, 2) == ["20261115T120000Z", "20261115T130000Z"]
    assert drop_oldest(tmp_path, 2) == []
    left = ["20261114T120000Z", "20261115T140000Z", "20261115T150000Z", "mine"]
    assert sorted(path.name for path in tmp_path.iterdir()) == left
