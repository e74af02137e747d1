"""The file of an export: what it may replace, and how one that is damaged or made up is refused."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, Table

from becivic.rules.errors import BeCivicError
from becivic.store import transfer_file
from becivic.store.migrate import VERSIONS
from becivic.store.tables.keeping import LEASES, RATE_COUNTERS
from becivic.store.transfer import export_to, import_from
from becivic.store.transfer_file import FileRefused
from tests.factories.databases import KINDS, Databases
from tests.factories.exports import full_export, is_new, nobody_watches, opened
from tests.factories.homes import NOON
from tests.factories.records import record

Lines = list[bytes]


@pytest.fixture
def engine(database_url: str) -> Iterator[Engine]:
    with opened(database_url) as made:
        yield made


@pytest.fixture
def written(databases: Databases, tmp_path: Path) -> Path:
    return full_export(databases, tmp_path / "records.jsonl")


def altered(lines: Lines, place: int, old: bytes, new: bytes) -> Lines:
    assert old in lines[place]
    return [*lines[:place], lines[place].replace(old, new), *lines[place:][1:]]


def resealed(lines: Lines) -> Lines:
    """With a trailer that fits: what only somebody who means it can do."""
    body = lines[:-1]
    counts = json.loads(body[0])["rows"]
    trailer = {"rows": counts, "sha256": hashlib.sha256(b"".join(body)).hexdigest()}
    return [*body, json.dumps(trailer).encode() + b"\n"]


def with_header(lines: Lines, **said: object) -> Lines:
    return resealed([json.dumps({**json.loads(lines[0]), **said}).encode() + b"\n", *lines[1:]])


def without_a_sequence(lines: Lines) -> Lines:
    fewer = {**json.loads(lines[0])["rows"], "uid_sequences": 3}
    return with_header([*lines[:2], *lines[3:]], rows=fewer)


def without_a_row(lines: Lines) -> Lines:
    return [*lines[:5], *lines[6:]]


DAMAGE: dict[str, tuple[Callable[[Lines], Lines], str]] = {
    "nothing in it": (lambda _: [], "is not an export"),
    "a picture": (lambda _: [b"\x89PNG\r\n\x1a\n\x00"], "is not an export"),
    "another JSON": (lambda _: [b"[1, 2]\n", b"{}\n"], "is not an export"),
    "one endless line": (lambda _: [b"x" * 200_000], "is not an export"),
    "the header alone": (lambda lines: lines[:1], "is cut short"),
    "the trailer missing": (lambda lines: lines[:-1], "is cut short"),
    "cut inside the trailer": (lambda lines: [*lines[:-1], lines[-1][:-9]], "is cut short"),
    "the last newline missing": (lambda lines: [*lines[:-1], lines[-1][:-1]], "is cut short"),
    "a row gone": (without_a_row, "checksum does not fit"),
    "a row changed": (lambda lines: altered(lines, 9, b" 1", b" 7"), "checksum does not fit"),
    "two rows swapped": (lambda lines: [*lines[:5], lines[6], lines[5], *lines[7:]], "checksum does not fit"),
    "a row twice": (lambda lines: [*lines[:5], lines[5], *lines[5:]], "checksum does not fit"),
    "other counts in the trailer": (
        lambda lines: altered(lines, -1, b'"bans":4', b'"bans":5'),
        "checksum does not fit",
    ),
    "a newer format": (lambda lines: with_header(lines, version=2), "newer version"),
    "a newer schema": (lambda lines: with_header(lines, schema="9999"), "newer version"),
    "an older schema": (lambda lines: with_header(lines, schema=VERSIONS[0]), "older version"),
    "counts that are no numbers": (
        lambda lines: with_header(lines, rows={"bans": "4"}),
        "does not hold what",
    ),
    "counts that are no object": (lambda lines: with_header(lines, rows=[4]), "does not hold what"),
    "a table of nobody's": (
        lambda lines: resealed(altered(lines, 9, b'"table":"', b'"table":"x')),
        "does not hold what",
    ),
    "a row of another table": (
        lambda lines: resealed([*lines[:-2], lines[-3], lines[-1]]),
        "`previous_row_id` is not the row before it",
    ),
    "a line that is no row": (
        lambda lines: resealed([*lines[:5], b"{}\n", *lines[6:]]),
        "does not hold what",
    ),
    "a line that is no JSON": (
        lambda lines: resealed([*lines[:5], b"?\n", *lines[6:]]),
        "does not hold what",
    ),
    "a row with too little": (
        lambda lines: resealed([*lines[:6], b'{"table":"amendments","row":{}}\n', *lines[7:]]),
        "does not hold what",
    ),
    "a sequence row less": (without_a_sequence, "does not hold what"),
    "a row of one table for another": (
        lambda lines: resealed([*lines[:5], lines[4], *lines[6:]]),
        "does not hold what",
    ),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_file_that_is_not_whole_and_ours_writes_nothing(
    damage: str, databases: Databases, written: Path
) -> None:
    """Where the database is asked at all, both of them are."""
    change, said = DAMAGE[damage]
    written.write_bytes(b"".join(change(written.read_bytes().splitlines(keepends=True))))
    for kind in KINDS if "row" in damage or "table" in damage else KINDS[:1]:
        with databases.fresh(kind) as url, opened(url) as engine:
            with pytest.raises(FileRefused, match=said) as refused:
                import_from(engine, written, nobody_watches)
            assert str(written) in str(refused.value)
            assert refused.value.remedy
            assert is_new(engine)


@pytest.mark.parametrize(
    "change",
    [
        {"holder": "\ud800"},
        {"name": 7},
        {"name": ["a"]},
        {"colour": "green"},
    ],
    ids=["half a character", "a number for a text", "a list for a text", "a column of nobody's"],
)
def test_a_row_that_no_database_could_hold_is_told_by_its_line(
    change: dict[str, object], engine: Engine, written: Path
) -> None:
    refused_at(engine, written, LEASES, change)


@pytest.mark.parametrize("number", [2**63, -(2**63) - 1, 2**70, True, 1.0, float("nan"), "1"])
def test_a_number_that_no_database_could_hold_is_told_by_its_line(
    number: object, engine: Engine, written: Path
) -> None:
    refused_at(engine, written, RATE_COUNTERS, {"bucket": number})


def refused_at(engine: Engine, file: Path, table: Table, change: dict[str, object]) -> None:
    """The first row of a table is changed, sealed again, and refused with its line; nothing is written."""
    lines = file.read_bytes().splitlines(keepends=True)
    place = next(at for at, line in enumerate(lines) if json.loads(line).get("table") == table.name)
    row = json.loads(lines[place])["row"] | change
    changed = json.dumps({"table": table.name, "row": row}).encode() + b"\n"
    file.write_bytes(b"".join(resealed([*lines[:place], changed, *lines[place + 1 :]])))
    with pytest.raises(FileRefused) as refused:
        import_from(engine, file, nobody_watches)
    assert str(refused.value) == (
        f"{file}:{place + 1}: does not hold what an export holds. Export again; nothing was imported."
    )
    assert is_new(engine)


def test_an_earlier_export_and_an_empty_file_are_replaced(engine: Engine, tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.touch()
    first = export_to(engine, file, NOON, nobody_watches)
    with engine.begin() as connection:
        connection.execute(LEASES.insert(), record(LEASES))
    second = export_to(engine, file, NOON, nobody_watches)
    assert second.total == first.total + 1
    assert file.read_bytes().count(b"\n") == second.total + 2


def link_to_an_empty_file(file: Path) -> None:
    (file.parent / "other").touch()
    file.symlink_to("other")


IN_THE_WAY: dict[str, Callable[[Path], object]] = {
    "a text": lambda file: file.write_text("the only copy of a thesis\n"),
    "another JSON": lambda file: file.write_text('{"format": "geojson"}\n'),
    "a pipe": os.mkfifo,
    "a folder": Path.mkdir,
    "a link to nothing": lambda file: file.symlink_to(file.parent / "none"),
    "a link to an empty file": link_to_an_empty_file,
}


@pytest.mark.parametrize("what", IN_THE_WAY)
def test_whatever_else_is_there_already_stays(what: str, engine: Engine, tmp_path: Path) -> None:
    file = tmp_path / "a"
    IN_THE_WAY[what](file)
    before = {path: path.lstat() for path in tmp_path.iterdir()}
    with pytest.raises(BeCivicError) as refused:
        export_to(engine, file, NOON, nobody_watches)
    assert str(refused.value) == (
        f"{file}: is there already, and is not an export of Be Civic's records."
        " Name another file; nothing was written."
    )
    assert {path: path.lstat() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize("ending", ["", "-wal", "-shm", "-journal"])
def test_the_database_and_the_files_beside_it_are_not_exported_over(
    ending: str, databases: Databases, tmp_path: Path
) -> None:
    """Neither when they are empty or not there, nor by another name of their folder."""
    with databases.fresh("sqlite") as url, opened(url) as engine:
        database = Path(url.removeprefix("sqlite:///"))
        (tmp_path / "folder").symlink_to(database.parent)
        file = tmp_path / "folder" / f"{database.name}{ending}"
        was_there = file.exists()
        with pytest.raises(BeCivicError, match=r"(is for the service|is there already).* Name another file"):
            export_to(engine, file, NOON, nobody_watches)
        assert file.exists() is was_there
        assert is_new(engine)


def test_what_the_caller_keeps_is_not_exported_over_even_before_it_is_there(
    engine: Engine, tmp_path: Path
) -> None:
    with pytest.raises(BeCivicError, match=r"is for the service or the system alone\. Name another file"):
        export_to(engine, tmp_path / "key", NOON, nobody_watches, kept=[tmp_path / "key"])
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_written_among_the_devices(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder of ours stands in for theirs: it is no place to try things out in."""
    devices = tmp_path / "dev"
    (devices / "shm").mkdir(parents=True)
    (tmp_path / "link").symlink_to(devices)
    monkeypatch.setattr(transfer_file, "_DEVICES", devices)
    for file in (devices / "stdin", tmp_path / "link" / "a"):
        with pytest.raises(BeCivicError, match="is for the service or the system alone"):
            export_to(engine, file, NOON, nobody_watches)
    assert [path.name for path in devices.iterdir()] == ["shm"]
    assert export_to(engine, devices / "shm" / "a", NOON, nobody_watches).total == 5
