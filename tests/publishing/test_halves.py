"""Half of an installation: told from a new one, and from one whose two halves are there."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from becivic.publishing.halves import has_begun, knows_a_main, refuse_lost_main
from becivic.publishing.records import fill_records
from becivic.publishing.repository import MAIN, REPOSITORY, RepositoryRefused
from becivic.store.failures import StoreUnavailable
from becivic.store.store import Store, open_store
from tests.factories.corpora import Files
from tests.factories.homes import NOON, commit, filled_home


def _address(store: Store) -> str:
    return store.engine.url.render_as_string(hide_password=False)


def _fill(store: Store) -> None:
    fill_records(store, Files.valid().load(), NOON)


def test_a_database_knows_a_main_once_a_start_has_filled_it(store: Store) -> None:
    assert not store.read(knows_a_main)
    _fill(store)
    assert store.read(knows_a_main)


def test_a_home_without_main_is_refused_over_a_database_that_knows_one(store: Store, tmp_path: Path) -> None:
    refuse_lost_main(tmp_path, _address(store))
    _fill(store)
    with pytest.raises(RepositoryRefused, match="is gone, and the database knows") as refused:
        refuse_lost_main(tmp_path, _address(store))
    assert refused.value.where == str(tmp_path / REPOSITORY)
    assert "Restore a backup of both" in refused.value.remedy
    filled_home(tmp_path)
    refuse_lost_main(tmp_path, _address(store))


def test_a_new_home_and_an_empty_database_are_not_refused(tmp_path: Path) -> None:
    refuse_lost_main(tmp_path, f"sqlite:///{tmp_path}/none.db")
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "empty.db").touch()
    refuse_lost_main(tmp_path, f"sqlite:///{tmp_path}/empty.db")


def test_a_database_that_cannot_be_read_is_not_taken_for_an_empty_one(tmp_path: Path) -> None:
    (tmp_path / "records.db").write_bytes(b"no database at all" * 1000)
    with pytest.raises(StoreUnavailable):
        refuse_lost_main(tmp_path, f"sqlite:///{tmp_path}/records.db")


def test_a_home_has_begun_when_it_has_a_key_or_main_has_moved(tmp_path: Path) -> None:
    key = tmp_path / "address.key"
    assert not has_begun(tmp_path, key)
    key.touch()
    assert not has_begun(tmp_path, key)
    key.unlink()
    repository = filled_home(tmp_path)
    assert not has_begun(tmp_path, key)
    key.touch()
    assert has_begun(tmp_path, key)
    key.unlink()
    commit(repository, Files.valid().with_file("docs/new.mdx", "# New\n"))
    assert has_begun(tmp_path, key)


@pytest.mark.parametrize("has_key", [True, False])
def test_of_a_home_whose_main_cannot_be_read_the_key_tells(tmp_path: Path, has_key: bool) -> None:
    repository, key = filled_home(tmp_path), tmp_path / "address.key"
    (repository.path / MAIN).write_text("1" * 40 + "\n", encoding="ascii")
    if has_key:
        key.touch()
    assert has_begun(tmp_path, key) is has_key
    shutil.rmtree(repository.path)
    assert not has_begun(tmp_path, key)


def test_it_changes_nothing_that_it_looks_at(tmp_path: Path) -> None:
    store = open_store(f"sqlite:///{tmp_path}/records.db")
    store.close()
    before = {file: file.stat().st_mtime_ns for file in tmp_path.iterdir()}
    refuse_lost_main(tmp_path, f"sqlite:///{tmp_path}/records.db")
    assert {file: file.stat().st_mtime_ns for file in tmp_path.iterdir()} == before
