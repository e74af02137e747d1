"""Who knows the rows: the records, or a corpus's own files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from sqlalchemy import update

from becivic.catalogue.entries import uid_named
from becivic.publishing.previews.known_rows import FiledRows, KnownRows, RecordedRows
from becivic.publishing.previews.pretended import PretendedMint
from becivic.publishing.previews.rendering import Cited
from becivic.rules.identifiers import UidPrefix
from becivic.store.store import Store
from becivic.store.tables.catalogue import VOLATILE_VALUES
from tests.factories.corpora import Files
from tests.factories.table_contents import contents
from tests.factories.workshops import open_workshop

FEE = "demo-handling-fee-eur"
VALUE, REFERENCE, PATH = UidPrefix.VOLATILE_VALUE, UidPrefix.REFERENCE, UidPrefix.PATH


@pytest.fixture(params=["records", "files"])
def known(request: pytest.FixtureRequest, store: Store, tmp_path: Path) -> KnownRows:
    if request.param == "files":
        return FiledRows(Files.valid().load())
    return RecordedRows(open_workshop(store, tmp_path / "home").store)


def test_names_and_uids_are_known(known: KnownRows) -> None:
    assert known.uid_named(VALUE, FEE) == "val-00001"
    assert known.uid_named(PATH, "demo-certificate") == "pth-00001"
    assert known.uid_named(PATH, "demo-nothing") is None
    assert known.uid_named(REFERENCE, FEE) is None
    assert known.name_of("val-00001") == FEE
    assert known.name_of("val-00009") is None
    assert (known.last_number(VALUE), known.last_number(PATH)) == (2, 1)


def test_a_row_is_shown_with_its_unit_or_its_address(known: KnownRows) -> None:
    assert known.current("val-00001") == Cited("€20", "alpha")
    found = known.current("ref-00001")
    assert found is not None
    assert found.url == "https://www.ejustice.just.fgov.be/eli/demo"
    assert known.current("ref-00009") is None


def test_the_checks_may_ask(known: KnownRows) -> None:
    row = known.judge(lambda catalogue: catalogue.row("val-00001"))
    assert row is not None
    assert row.name == FEE


def test_uids_are_the_next_ones_free_and_the_same_for_the_same_name(known: KnownRows) -> None:
    mint = PretendedMint(known)
    assert mint(VALUE, FEE) == "val-00001"
    assert [mint(VALUE, name) for name in ("demo-one", "demo-two", "demo-one")] == [
        "val-00003",
        "val-00004",
        "val-00003",
    ]
    assert mint(REFERENCE, "demo-one") == "ref-00003"
    assert (mint.name_of("val-00004"), mint.name_of("val-00001")) == ("demo-two", FEE)
    assert PretendedMint(known)(VALUE, "demo-two") == "val-00003"


def test_nothing_is_given_out(store: Store, tmp_path: Path) -> None:
    workshop = open_workshop(store, tmp_path / "home")
    before = contents(store)
    PretendedMint(RecordedRows(workshop.store))(VALUE, "demo-one")
    assert contents(store) == before
    assert store.read(lambda connection: uid_named(connection, VALUE, "demo-one")) is None


def test_a_row_that_is_held_shows_none_of_its_words(store: Store, tmp_path: Path) -> None:
    known = RecordedRows(open_workshop(store, tmp_path / "home").store)
    held = update(VOLATILE_VALUES).where(VOLATILE_VALUES.c.uid == "val-00001").values(held=1)
    store.write(lambda connection: connection.execute(held).rowcount)
    assert known.current("val-00001") == Cited("held for review", "alpha")


def test_a_snapshot_is_newer_than_the_seed_and_a_superseded_row_is_not_current() -> None:
    rows = [
        {"uid": "val-00001", "name": FEE, "value": 25, "unit": "EUR", "status": "stable"},
        {
            "uid": "val-00001",
            "name": FEE,
            "value": 15,
            "unit": "EUR",
            "superseded_at": "2026-11-01T00:00:00Z",
        },
        {"uid": "val-00009", "name": "demo-new", "value": 3, "unit": "months"},
    ]
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    known = FiledRows(Files.valid().with_file("data-snapshot/volatile-values.jsonl", lines).load())
    assert known.current("val-00001") == Cited("€25", "stable")
    assert known.current("val-00009") == Cited("3 months", "alpha")
    assert known.current("val-00002") == Cited("30 days", "alpha")
