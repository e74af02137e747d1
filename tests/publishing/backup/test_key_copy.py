"""The address key: copied whole to its own place, never into a backup, never over anything."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from becivic.publishing.backup.key_copy import copy_key, refuse_key_target
from becivic.publishing.backup.manifest import BackupRefused
from tests.requirement import requirement


@pytest.fixture
def key(tmp_path: Path) -> Path:
    (tmp_path / "address.key").write_text("ab" * 32)
    return tmp_path / "address.key"


def test_a_copy_is_for_its_owner_alone(key: Path, tmp_path: Path) -> None:
    refuse_key_target(key, tmp_path / "copy", tmp_path / "backup")
    copy_key(key, tmp_path / "copy")
    assert (tmp_path / "copy").read_text() == "ab" * 32
    assert stat.S_IMODE((tmp_path / "copy").stat().st_mode) == 0o600


@requirement("R-BAK-04")
def test_it_goes_neither_into_the_backup_nor_over_anything(key: Path, tmp_path: Path) -> None:
    with pytest.raises(BackupRefused, match="is inside the backup"):
        refuse_key_target(key, tmp_path / "backup" / "x" / ".." / "key", tmp_path / "backup")
    with pytest.raises(BackupRefused, match="is there already"):
        refuse_key_target(key, key, tmp_path / "backup")
    with pytest.raises(BackupRefused, match="There is no address key here"):
        refuse_key_target(tmp_path / "none", tmp_path / "copy", tmp_path / "backup")
    with pytest.raises(BackupRefused, match=r"cannot be copied: File exists\. The backup itself is whole"):
        copy_key(key, key)
