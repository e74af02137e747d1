"""A home or repository that another account owns, or whose HEAD is damaged, is answered by what mends it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from becivic.publishing.home import HomeRefused, foreign_owner, hold_home
from becivic.publishing.repository import CorpusRepository, RepositoryRefused
from tests.factories.homes import filled_home

NOBODY = 65534
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files to another account")


@as_root
def test_a_repository_of_another_account_is_not_called_damaged(tmp_path: Path) -> None:
    repository = filled_home(tmp_path).path
    for path in (repository, *repository.rglob("*")):
        os.chown(path, NOBODY, -1)
    with pytest.raises(RepositoryRefused, match="belongs to nobody, and this process runs as root") as caught:
        CorpusRepository.open(repository)
    assert f"sudo chown -R root {tmp_path}" in caught.value.remedy
    assert "sudo -u nobody" in caught.value.remedy
    assert "move" not in caught.value.remedy


def test_a_home_that_this_account_may_not_write_names_its_owner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object, **__: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refused)
    monkeypatch.setattr(os, "geteuid", lambda: NOBODY)
    with pytest.raises(HomeRefused, match="this process runs as nobody") as caught, hold_home(tmp_path):
        pass
    assert "chown -R nobody" in caught.value.remedy


def test_ones_own_files_have_no_foreign_owner(tmp_path: Path) -> None:
    assert foreign_owner(tmp_path, tmp_path / "missing") is None


@pytest.mark.parametrize("content", [None, b"", b"garbage\n", b"ref: \n", b"\0\0\0"])
def test_garbage_in_head_is_named_and_written_anew(tmp_path: Path, content: bytes | None) -> None:
    repository = filled_home(tmp_path).path
    (repository / "HEAD").unlink()
    if content is not None:
        (repository / "HEAD").write_bytes(content)
    with pytest.raises(RepositoryRefused, match="it names no branch") as caught:
        CorpusRepository.open(repository)
    assert caught.value.where == str(repository / "HEAD")
    assert f"echo 'ref: refs/heads/main' > '{repository}/HEAD'" in caught.value.remedy
    (repository / "HEAD").write_text("ref: refs/heads/main\n")
    assert CorpusRepository.open(repository).head()
