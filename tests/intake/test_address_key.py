"""The key file: made once, whole, for its owner alone; and everything that is not a key refused in words."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Connection, Table

from becivic.intake import address_key
from becivic.intake.address_key import KEY_BYTES, KeyRefused, is_missed, load_key
from becivic.store.store import Store
from becivic.store.tables.keeping import BANS, SALTS
from becivic.store.tables.lifecycle import DECISIONS, FLAGGERS
from becivic.store.tables.signals import VALIDATIONS
from becivic.store.tables.submissions import COMMITTED, HELD, STAGED
from tests.factories.records import record

KEY = bytes(range(32))
OTHER = bytes(32)


def made() -> bytes:
    return KEY


def never() -> bytes:
    raise AssertionError("no key may be made")


def written(path: Path, content: bytes, mode: int = 0o600) -> Path:
    path.write_bytes(content)
    path.chmod(mode)
    return path


def refusal(path: Path, new_key: Callable[[], bytes] = never) -> str:
    with pytest.raises(KeyRefused) as caught:
        load_key(path, new_key)
    assert str(caught.value).startswith("BECIVIC_KEY_FILE: ")
    return str(caught.value)


def test_a_missing_key_is_made_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "address.key"
    before = os.umask(0)
    try:
        assert load_key(path, made) == KEY
    finally:
        os.umask(before)
    assert path.read_text() == f"{KEY.hex()}\n"
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [path]


def test_a_key_that_is_there_is_read_and_left_alone(tmp_path: Path) -> None:
    path = written(tmp_path / "address.key", KEY.hex().upper().encode() + b"\r\n", 0o400)
    assert load_key(path, never) == KEY
    assert path.read_bytes() == KEY.hex().upper().encode() + b"\r\n"


def test_the_key_and_its_name_reach_the_disk_in_that_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    real_sync, real_link = os.fsync, os.link

    def sync(descriptor: int) -> None:
        done.append("folder" if os.path.isdir(f"/proc/self/fd/{descriptor}") else "key")  # noqa: PTH112
        real_sync(descriptor)

    def link(source: str, target: Path) -> None:
        done.append("name")
        real_link(source, target)

    monkeypatch.setattr(os, "fsync", sync)
    monkeypatch.setattr(os, "link", link)
    load_key(tmp_path / "address.key", made)
    assert done == ["key", "name", "folder"]


def test_whoever_is_second_takes_the_first_one_s_key(tmp_path: Path) -> None:
    path = tmp_path / "address.key"

    def late() -> bytes:
        load_key(path, made)  # the other replica, between our look and our making
        return OTHER

    assert load_key(path, late) == KEY
    assert list(tmp_path.iterdir()) == [path]


def test_replicas_that_start_together_end_with_one_key(tmp_path: Path) -> None:
    path, together = tmp_path / "address.key", threading.Barrier(8)
    found: list[bytes] = []

    def start(number: int) -> None:
        def new_key() -> bytes:
            together.wait(30)
            return bytes([number]) * KEY_BYTES

        found.append(load_key(path, new_key))

    replicas = [threading.Thread(target=start, args=(number,)) for number in range(8)]
    for replica in replicas:
        replica.start()
    for replica in replicas:
        replica.join(60)
    assert len(found) == 8
    assert set(found) == {bytes.fromhex(path.read_text())}
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n",
        KEY,
        KEY.hex().encode()[:-1],
        KEY.hex().encode() + b"0",
        b"s3cret" * 20,
        b"\xff" * 64,
        b"g" * 64,
    ],
)
def test_what_is_not_a_key_is_refused_without_showing_it(tmp_path: Path, content: bytes) -> None:
    path = written(tmp_path / "address.key", content)
    message = refusal(path)
    assert f"`{path}` does not hold 64 hexadecimal digits. Restore it from its copy." in message
    assert "s3cret" not in message
    assert path.read_bytes() == content


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o602, 0o666])
def test_a_key_open_to_others_is_refused(tmp_path: Path, mode: int) -> None:
    path = written(tmp_path / "address.key", KEY.hex().encode(), mode)
    assert refusal(path) == (
        f"BECIVIC_KEY_FILE: `{path}` is open to other users. Close it to them: chmod 600."
    )


def test_where_modes_mean_nothing_they_are_not_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(address_key, "_CAN_CHECK_MODE", False)
    assert load_key(written(tmp_path / "address.key", KEY.hex().encode(), 0o644), never) == KEY


def test_a_key_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    assert "cannot be read (Is a directory). Make it readable for this user alone." in refusal(tmp_path)


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    message = refusal(tmp_path / "none" / "address.key", made)
    assert (
        "cannot be made (No such file or directory). Name a file in a folder that this user may write"
        in message
    )


def test_a_disk_without_links_is_refused_and_left_clean(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_links(*_: object) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(os, "link", no_links)
    message = refusal(tmp_path / "address.key", made)
    assert "cannot be made (Operation not permitted)" in message
    assert "or make it with `openssl rand -hex 32`" in message
    assert KEY.hex() not in message
    assert list(tmp_path.iterdir()) == []


def test_a_link_that_leads_nowhere_is_refused(tmp_path: Path) -> None:
    (tmp_path / "address.key").symlink_to(tmp_path / "gone")
    assert "leads nowhere. Remove the link" in refusal(tmp_path / "address.key", made)


@pytest.mark.parametrize("table", [STAGED, COMMITTED, HELD, VALIDATIONS, SALTS, BANS])
def test_records_that_know_somebody_miss_a_key_that_is_gone(table: Table, store: Store) -> None:
    assert not store.read(is_missed)
    store.write(lambda connection: connection.execute(table.insert(), record(table)))
    assert store.read(is_missed)


def test_who_flagged_is_known_by_the_key_too(store: Store) -> None:
    def job(connection: Connection) -> None:
        decision = record(
            DECISIONS,
            target_type="skill",
            kind="quarantine",
            rule="injection-flag",
            from_status="alpha",
            to_status="alpha",
        )
        connection.execute(DECISIONS.insert(), {**decision, "row_id": 1})
        assert not is_missed(connection)
        connection.execute(FLAGGERS.insert(), record(FLAGGERS, decision_id=1))
        assert is_missed(connection)

    store.write(job)


def test_records_that_have_forgotten_everybody_miss_no_key(store: Store) -> None:
    vote, salt = record(VALIDATIONS, voter_hash=None, unseated_hash=None), record(SALTS, submitter_hash=None)
    store.write(lambda connection: connection.execute(VALIDATIONS.insert(), vote))
    store.write(lambda connection: connection.execute(SALTS.insert(), salt))
    assert not store.read(is_missed)


def test_a_kill_at_the_worst_moment_leaves_no_half_of_a_key(tmp_path: Path) -> None:
    dying = (
        "import os, signal, sys; from pathlib import Path; from becivic.intake.address_key import load_key;"
        "os.link = lambda *_: os.kill(os.getpid(), signal.SIGKILL); load_key(Path(sys.argv[1]), lambda: bytes(32))"
    )
    path = tmp_path / "address.key"
    subprocess.run([sys.executable, "-c", dying, path], check=False, timeout=60)
    assert not path.exists()
    assert load_key(path, made) == KEY
