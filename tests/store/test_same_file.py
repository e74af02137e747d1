"""A database file that goes away under whoever has it open: nothing that was answered may be lost with it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection

from becivic.rules.submissions import SubmissionType
from becivic.store import revision
from becivic.store.store import Store, StoreUnavailable, open_store
from tests.factories.intake import service
from tests.factories.payloads import payload
from tests.factories.writing import adding

_BESIDE = ("", "-wal", "-shm")


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Store]:
    """In a folder of its own, which a test may take away."""
    (tmp_path / "kept").mkdir()
    store = open_store(f"sqlite:///{tmp_path}/kept/records.db")
    yield store
    store.close()


def _file(store: Store) -> Path:
    return Path(store.engine.url.database or "")


def _delete(file: Path) -> None:
    for ending in _BESIDE:
        Path(f"{file}{ending}").unlink(missing_ok=True)


def _move(file: Path) -> None:
    file.rename(file.with_name("moved.db"))


def _replace(file: Path) -> None:
    shutil.copyfile(file, file.with_name("other.db"))
    file.with_name("other.db").replace(file)


def _hide_its_folder(file: Path) -> None:
    file.parent.rename(file.parent.with_name("elsewhere"))


_WAYS = pytest.mark.parametrize("go", [_delete, _move, _replace, _hide_its_folder])


@_WAYS
def test_a_file_that_is_not_there_any_more_is_neither_written_nor_read(
    kept: Store, go: Callable[[Path], None]
) -> None:
    kept.write(adding("a"))
    kept.read(revision.current)
    go(_file(kept))
    for ask in (
        lambda: kept.write(adding("b")),
        lambda: kept.read(revision.current),
        kept.checkpoint,
    ):
        with pytest.raises(StoreUnavailable, match="was deleted, moved or replaced while it was in use"):
            ask()


def test_nothing_is_made_in_its_place(tmp_path: Path) -> None:
    store = open_store(f"sqlite:///{tmp_path}/records.db")
    _delete(_file(store))
    with pytest.raises(StoreUnavailable):
        store.write(adding("a"))
    with pytest.raises(StoreUnavailable):
        store.read(revision.current)
    store.close()
    assert list(tmp_path.iterdir()) == []


def test_what_goes_while_it_is_written_is_not_said_to_be_stored(kept: Store) -> None:
    def gone_meanwhile(connection: Connection) -> None:
        adding("a")(connection)
        _delete(_file(kept))

    with pytest.raises(StoreUnavailable, match="was deleted"):
        kept.write(gone_meanwhile)
    assert kept.writes == 0


def test_it_is_logged_once_and_over_when_the_file_is_back(
    kept: Store, caplog: pytest.LogCaptureFixture
) -> None:
    file = _file(kept)
    for _ in range(2):
        file.rename(file.with_name("away.db"))
        for _ in range(3):
            with pytest.raises(StoreUnavailable):
                kept.write(adding("a"))
        file.with_name("away.db").rename(file)
        kept.read(revision.current)
    assert len(caplog.messages) == 2
    assert caplog.messages[0].startswith(f"{file}: The database file was deleted, moved or replaced")
    kept.write(adding("a"))


@_WAYS
def test_a_service_whose_file_is_gone_is_not_ready_and_stages_nothing(
    kept: Store, go: Callable[[Path], None]
) -> None:
    running = service(kept)
    assert running.ask("GET", "/api/health/ready").status_code == 200
    go(_file(kept))
    ready = running.ask("GET", "/api/health/ready")
    assert (ready.status_code, ready.json()["detail"]) == (503, "Not ready: records.")
    assert running.ask("GET", "/api/health").json()["records"] == "unreachable"
    sent = running.post(SubmissionType.CONCERN, payload("concerns/valid/path-commune-prints"))
    assert (sent.status_code, sent.json()["error"]) == (503, "staging_unavailable")
    assert "staged" not in sent.json().values()
    assert str(_file(kept)) not in sent.text + ready.text


def test_a_file_that_shrank_is_not_called_lost_where_a_vacuum_explains_it(kept: Store) -> None:
    """After a VACUUM by another program nothing is missing: restoring a backup would lose what came since."""
    assert kept.checkpoint()
    kept.write(adding("a"))
    os.truncate(_file(kept), 4096)
    with pytest.raises(StoreUnavailable, match="smaller") as refused:
        kept.write(adding("c"))
    assert "VACUUM" in refused.value.remedy
