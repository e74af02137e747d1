"""The manifest: what is none is refused, and no name in it leads out of the backup."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from becivic.publishing.backup.manifest import (
    MANIFEST,
    BackupRefused,
    Manifest,
    read_manifest,
    write_manifest,
)

WHOLE = Manifest(
    "0.1.0", "0004", "2026", {"a/b": "c"}, {"bans": 1}, {"refs/heads/main": "1" * 40}, 3, ["KEY"]
)


def said(folder: Path, **changes: Any) -> Path:
    write_manifest(folder, WHOLE)
    value = json.loads((folder / MANIFEST).read_text())
    (folder / MANIFEST).write_text(json.dumps({**value, **changes}))
    return folder


def test_what_was_written_is_read(tmp_path: Path) -> None:
    assert read_manifest(said(tmp_path)) == WHOLE


@pytest.mark.parametrize(
    "changes",
    [
        {"format": "x"}, {"rows": 3}, {"more": 1}, {"objects": True}, {"files": {"../x": ""}},
        {"files": {"/x": ""}}, {"files": {"a//b": ""}},
    ],
)  # fmt: skip
def test_what_is_no_manifest_is_refused(changes: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(BackupRefused, match="is not what it was"):
        read_manifest(said(tmp_path, **changes))


@pytest.mark.parametrize("content", ["[]", "{", "{}"])
def test_what_is_no_object_of_ours_is_refused(content: str, tmp_path: Path) -> None:
    (tmp_path / MANIFEST).write_text(content)
    with pytest.raises(BackupRefused, match="is not what it was"):
        read_manifest(tmp_path)


def test_a_newer_one_says_so(tmp_path: Path) -> None:
    with pytest.raises(BackupRefused, match="newer version"):
        read_manifest(said(tmp_path, version=2))


def test_none_at_all_and_one_that_cannot_be_read_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(BackupRefused, match="there is no manifest in it"):
        read_manifest(tmp_path)
    (tmp_path / MANIFEST).mkdir()
    with pytest.raises(BackupRefused, match="cannot be read: Is a directory"):
        read_manifest(tmp_path)
