"""Another valid address key is noticed at the start, refused while records know somebody, and accepted by name alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from becivic.intake.address_key import KeyRefused
from becivic.intake.addresses import AddressHasher
from becivic.intake.key_fingerprint import (
    NEW_KEY,
    fingerprint,
    is_another_key,
    key_of_records,
    noted_fingerprint,
    short,
)
from becivic.store.store import Store
from becivic.store.tables.keeping import AUDIT_LOG
from becivic.store.tables.signals import VALIDATIONS
from tests.factories.homes import NOON
from tests.factories.records import record
from tests.factories.table_contents import look

KEY = bytes(range(32))
OTHER = bytes(32)


def key_file(folder: Path, key: bytes) -> Path:
    path = folder / "address.key"
    path.write_text(f"{key.hex()}\n")
    path.chmod(0o600)
    return path


def started(store: Store, path: Path, accepted: str = "") -> bytes:
    return key_of_records(store, path, lambda: OTHER, NOON, accepted)


def refusal(store: Store, path: Path, accepted: str = "") -> str:
    with pytest.raises(KeyRefused) as caught:
        started(store, path, accepted)
    return str(caught.value)


def somebody_votes(store: Store) -> None:
    store.write(lambda connection: connection.execute(VALIDATIONS.insert(), record(VALIDATIONS)).rowcount)


def noted(store: Store) -> str | None:
    return store.read(noted_fingerprint)


def test_a_first_start_notes_the_key_and_the_next_one_finds_the_same(store: Store, tmp_path: Path) -> None:
    """Also the first start of a home that is older than the fingerprint."""
    somebody_votes(store)
    path = key_file(tmp_path, KEY)
    assert started(store, path) == started(store, path) == KEY
    assert noted(store) == fingerprint(KEY)
    assert not store.read(lambda connection: is_another_key(connection, KEY))


def test_another_key_is_refused_in_words_and_changes_nothing(store: Store, tmp_path: Path) -> None:
    started(store, key_file(tmp_path, KEY))
    somebody_votes(store)
    said = refusal(store, key_file(tmp_path, OTHER))
    for meant in ("another key", "second voice", "limits and bans would start anew", "confirm their own"):
        assert meant in said
    assert f"becivic serve --accept-key {short(fingerprint(OTHER))}" in said
    assert KEY.hex()[:16] not in said
    assert noted(store) == fingerprint(KEY)
    assert store.read(lambda connection: is_another_key(connection, OTHER))
    assert started(store, key_file(tmp_path, KEY)) == KEY  # the former file is back


@pytest.mark.parametrize("how", ["its fingerprint", NEW_KEY])
def test_a_key_is_accepted_by_name_once_and_noted(store: Store, tmp_path: Path, how: str) -> None:
    started(store, key_file(tmp_path, KEY))
    somebody_votes(store)
    path = key_file(tmp_path, OTHER)
    accepted = short(fingerprint(OTHER)) if how != NEW_KEY else NEW_KEY
    assert started(store, path, accepted) == started(store, path) == OTHER
    (act,) = [row for row in look(store.engine, AUDIT_LOG) if row["action"] == "accept_key"]
    assert act["subject_id"] == short(fingerprint(OTHER))


def test_the_name_of_one_key_accepts_no_other(store: Store, tmp_path: Path) -> None:
    """An option that stays in a unit file must not let the next wrong key pass."""
    started(store, key_file(tmp_path, KEY))
    somebody_votes(store)
    third = bytes([7]) * 32
    assert "another key" in refusal(store, key_file(tmp_path, third), short(fingerprint(OTHER)))
    assert "another key" in refusal(store, key_file(tmp_path, third), "")


@pytest.mark.parametrize("is_noted", [True, False])
def test_a_missing_key_is_not_made_anew_where_records_know_somebody(
    store: Store, tmp_path: Path, is_noted: bool
) -> None:
    path = tmp_path / "address.key"
    if is_noted:
        started(store, key_file(tmp_path, KEY))
        path.unlink()
    somebody_votes(store)
    said = refusal(store, path)
    assert "is missing" in said
    assert "second voice" in said
    assert not path.exists()
    assert started(store, path, NEW_KEY) == OTHER
    assert noted(store) == fingerprint(OTHER)


def test_where_nobody_is_known_another_key_harms_nobody(
    store: Store, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    started(store, key_file(tmp_path, KEY))
    assert started(store, key_file(tmp_path, OTHER)) == OTHER
    assert noted(store) == fingerprint(OTHER)
    assert "from now on" in caplog.text


def test_a_key_that_cannot_be_read_is_not_said_to_be_missing(store: Store, tmp_path: Path) -> None:
    somebody_votes(store)
    path = key_file(tmp_path, KEY)
    path.chmod(0o644)
    assert "is open to other users" in refusal(store, path)


def test_a_fingerprint_is_no_hash_of_an_address() -> None:
    found = fingerprint(KEY)
    assert len(found) == 64
    assert found != AddressHasher(KEY).hash("", "becivic: fingerprint of the address key")
    assert KEY.hex() not in found
