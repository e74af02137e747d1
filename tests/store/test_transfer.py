"""Export and import: the same rows and the same bytes over both databases, one moment, all or nothing."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, Table, func, select

from becivic.rules.errors import BeCivicError
from becivic.store import transfer_file
from becivic.store.engine import DatabaseRefused, open_engine, snapshot
from becivic.store.migrate import HEAD, VERSIONS
from becivic.store.store import StoreUnavailable
from becivic.store.tables.catalogue import CATALOGUE_ENTRIES, VOLATILE_VALUES
from becivic.store.tables.keeping import AUDIT_LOG, BANS, LEASES, RATE_COUNTERS, REVISION
from becivic.store.tables.signals import CONCERNS
from becivic.store.transfer import TABLES, Moved, OnProgress, export_to, import_from
from becivic.store.transfer_file import FileRefused
from tests.factories.databases import KINDS, Databases
from tests.factories.homes import NOON
from tests.factories.records import RECORDS, fill, give_out, record

Lines = list[bytes]


@contextmanager
def opened(url: str) -> Iterator[Engine]:
    engine = open_engine(url)
    try:
        yield engine
    finally:
        engine.dispose()


@pytest.fixture
def engine(database_url: str) -> Iterator[Engine]:
    with opened(database_url) as made:
        yield made


def nobody_watches(done: int, total: int) -> None:
    assert 0 < done <= total


def fill_richly(engine: Engine) -> None:
    """Rows in every table, with gaps in their numbers, a chain, and keys that collations would sort otherwise."""
    with engine.begin() as connection:
        fill(connection, range(1, 4))
        connection.execute(VOLATILE_VALUES.update().values(superseded_at="2026"))
        value = record(VOLATILE_VALUES, 4, uid="val-00001", row_id=90, previous_row_id=1)
        connection.execute(VOLATILE_VALUES.insert(), value)
        connection.execute(BANS.insert(), record(BANS, 9, row_id=1_000))
        for name in ("a", "B", "é", "Z", "_", "a b", "~", "日本"):
            connection.execute(LEASES.insert(), record(LEASES, name=name))
        connection.execute(RATE_COUNTERS.insert(), record(RATE_COUNTERS, 2**62))
        connection.execute(REVISION.update().values(number=12))


def rows(engine: Engine) -> dict[str, list[Any]]:
    with snapshot(engine) as connection:
        return {
            table.name: sorted((tuple(row) for row in connection.execute(table.select())), key=repr)
            for table in TABLES
        }


def is_new(engine: Engine) -> bool:
    return all(
        not held for name, held in rows(engine).items() if name in {table.name for table in RECORDS}
    ) and rows(engine)["revision"] == [(1, 0)]


@pytest.fixture
def written(databases: Databases, tmp_path: Path) -> Path:
    """An export of a full SQLite database."""
    file = tmp_path / "records.jsonl"
    with databases.fresh("sqlite") as url, opened(url) as source:
        fill_richly(source)
        export_to(source, file, NOON, nobody_watches)
    return file


@pytest.mark.parametrize(
    "kinds", [("sqlite", "postgresql", "sqlite"), ("postgresql", "sqlite", "postgresql")]
)
def test_there_and_back_gives_the_same_rows_and_the_same_bytes(
    kinds: tuple[str, ...], databases: Databases, tmp_path: Path
) -> None:
    files = [tmp_path / f"{number}.jsonl" for number in range(3)]
    moved: list[Moved] = []
    seen: list[dict[str, list[Any]]] = []
    for number, kind in enumerate(kinds):
        with databases.fresh(kind) as url, opened(url) as engine:
            if number:
                moved.append(import_from(engine, files[number - 1], nobody_watches))
            else:
                fill_richly(engine)
            moved.append(export_to(engine, files[number], NOON, nobody_watches))
            seen.append(rows(engine))
    assert seen[0] == seen[1] == seen[2]
    assert all(len(held) >= 3 for name, held in seen[0].items() if name != "revision")
    assert len({file.read_bytes() for file in files}) == 1
    assert all(each == moved[0] for each in moved)
    assert moved[0].total == sum(map(len, seen[0].values()))


def test_the_file_says_what_it_is_and_what_it_holds(written: Path) -> None:
    lines = written.read_bytes().splitlines(keepends=True)
    header, trailer = json.loads(lines[0]), json.loads(lines[-1])
    assert (header["format"], header["version"], header["schema"]) == ("becivic-export", 1, HEAD)
    assert header["exported_at"] == "2026-11-15T12:00:00.000000Z"
    assert list(header["rows"]) == [table.name for table in TABLES]
    assert sum(header["rows"].values()) == len(lines) - 2
    assert trailer == {"rows": header["rows"], "sha256": hashlib.sha256(b"".join(lines[:-1])).hexdigest()}
    assert written.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in written.parent.glob("*.jsonl*")] == [written.name]


def test_rows_that_come_after_an_import_get_numbers_of_their_own(engine: Engine, written: Path) -> None:
    import_from(engine, written, nobody_watches)
    with engine.begin() as connection:
        give_out(connection, 9)
        for table, first_free in ((BANS, 1_001), (VOLATILE_VALUES, 91), (CONCERNS, 4), (AUDIT_LOG, 4)):
            new = table.insert().returning(table.c.row_id)
            assert connection.execute(new, record(table, 8)).scalar_one() == first_free


def test_an_empty_database_moves_too(engine: Engine, databases: Databases, tmp_path: Path) -> None:
    export_to(engine, tmp_path / "a", NOON, nobody_watches)
    for kind in KINDS:
        with databases.fresh(kind) as url, opened(url) as target:
            import_from(target, tmp_path / "a", nobody_watches)
            with target.begin() as connection:
                new = AUDIT_LOG.insert().returning(AUDIT_LOG.c.row_id)
                assert connection.execute(new, record(AUDIT_LOG)).scalar_one() == 1


def test_an_export_is_one_moment_while_others_write(engine: Engine, tmp_path: Path) -> None:
    """Each step of the progress, another writer commits a row to a table that comes late."""
    fill_richly(engine)
    before = rows(engine)
    numbers = iter(range(50, 999))

    def write(done: int, total: int) -> None:
        with engine.begin() as connection:
            connection.execute(VOLATILE_VALUES.update().values(status="stable"))
            connection.execute(AUDIT_LOG.insert(), record(AUDIT_LOG, next(numbers)))

    moved = export_to(engine, tmp_path / "a", NOON, write)
    exported = [json.loads(line) for line in (tmp_path / "a").read_bytes().splitlines()[1:-1]]
    assert moved.rows == {name: len(held) for name, held in before.items()}
    for table in (AUDIT_LOG, VOLATILE_VALUES):
        found = [tuple(line["row"].values()) for line in exported if line["table"] == table.name]
        assert sorted(found, key=repr) == before[table.name]
    assert len(rows(engine)["audit_log"]) > len(before["audit_log"])


def test_progress_counts_every_row_in_bounded_steps(
    engine: Engine, databases: Databases, tmp_path: Path
) -> None:
    with engine.begin() as connection:
        connection.execute(AUDIT_LOG.insert(), [record(AUDIT_LOG, number) for number in range(2_500)])
    steps: list[tuple[int, int]] = []
    export_to(engine, tmp_path / "a", NOON, lambda *step: steps.append(step))
    assert steps == [(4, 2_505), (5, 2_505), (1_005, 2_505), (2_005, 2_505), (2_505, 2_505)]
    with databases.fresh("sqlite") as url, opened(url) as target:
        again: list[tuple[int, int]] = []
        import_from(target, tmp_path / "a", lambda *step: again.append(step))
    assert again == steps


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
        "that this database does not accept",
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


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_a_character_that_one_database_cannot_hold_is_told_by_its_table(
    engine: Engine, databases: Databases, tmp_path: Path
) -> None:
    with databases.fresh("sqlite") as url, opened(url) as source:
        with source.begin() as connection:
            connection.execute(LEASES.insert(), record(LEASES, holder="before\0after"))
        export_to(source, tmp_path / "a", NOON, nobody_watches)
    with pytest.raises(FileRefused, match=r"a row of leases that this database does not accept\.") as refused:
        import_from(engine, tmp_path / "a", nobody_watches)
    assert "before" not in str(refused.value)
    assert is_new(engine)


def test_a_database_with_records_is_not_imported_into(engine: Engine, written: Path) -> None:
    import_from(engine, written, nobody_watches)
    before = rows(engine)
    with pytest.raises(DatabaseRefused, match=r"holds records already .* Import into a new one"):
        import_from(engine, written, nobody_watches)
    assert rows(engine) == before


def test_one_that_has_only_counted_is_not_new_either(engine: Engine, written: Path) -> None:
    with engine.begin() as connection:
        give_out(connection, 1)
    with pytest.raises(DatabaseRefused, match=r"holds records already \(in uid_sequences\)"):
        import_from(engine, written, nobody_watches)


def test_a_file_that_is_not_there_is_told(engine: Engine, tmp_path: Path) -> None:
    with pytest.raises(BeCivicError, match="cannot be read: No such file or directory"):
        import_from(engine, tmp_path / "none", nobody_watches)


def test_a_place_that_cannot_be_written_is_told_and_nothing_is_left(engine: Engine, tmp_path: Path) -> None:
    with pytest.raises(BeCivicError, match="cannot be written: No such file or directory"):
        export_to(engine, tmp_path / "none" / "a", NOON, nobody_watches)
    (tmp_path / "file").touch()
    with pytest.raises(BeCivicError, match="cannot be written: Not a directory"):
        export_to(engine, tmp_path / "file" / "a", NOON, nobody_watches)
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


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


def test_an_export_that_stops_half_way_leaves_the_file_before_it(engine: Engine, tmp_path: Path) -> None:
    file = tmp_path / "a"
    export_to(engine, file, NOON, nobody_watches)
    before = file.read_bytes()

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        export_to(engine, file, NOON, stop)
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".a")] == []


def test_the_file_is_on_the_disk_before_it_has_its_name(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there: list[bool] = []
    synced = os.fsync

    def fsync(descriptor: int) -> None:
        there.append((tmp_path / "a").exists())
        synced(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)
    export_to(engine, tmp_path / "a", NOON, nobody_watches)
    assert there == [False, True]


@pytest.mark.parametrize(
    ("version", "said"),
    [("9999", "made by a newer version"), (VERSIONS[0], r"older version\. Start this version on it once")],
)
def test_a_database_of_another_version_is_not_exported(
    engine: Engine, tmp_path: Path, version: str, said: str
) -> None:
    with engine.begin() as connection:
        connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{version}'")
    with pytest.raises(DatabaseRefused, match=said):
        export_to(engine, tmp_path / "a", NOON, nobody_watches)
    assert not (tmp_path / "a").exists()


def test_a_database_that_holds_nothing_of_ours_is_not_exported(tmp_path: Path) -> None:
    with (
        opened(f"sqlite:///{tmp_path / 'other.db'}") as engine,
        pytest.raises(DatabaseRefused, match="no records"),
    ):
        export_to(engine, tmp_path / "a", NOON, nobody_watches)


def test_an_import_makes_a_new_database_itself(written: Path, tmp_path: Path) -> None:
    with opened(f"sqlite:///{tmp_path / 'new.db'}") as engine:
        import_from(engine, written, nobody_watches)
        with snapshot(engine) as connection:
            assert connection.execute(select(func.count()).select_from(CATALOGUE_ENTRIES)).scalar_one() == 3


@pytest.mark.parametrize("move", ["export", "import"])
def test_a_database_out_of_reach_is_one_sentence(move: str, written: Path, tmp_path: Path) -> None:
    (tmp_path / "broken.db").write_bytes(b"no database at all" * 100)
    work: dict[str, Callable[[Engine, OnProgress], object]] = {
        "export": lambda engine, on: export_to(engine, tmp_path / "a", NOON, on),
        "import": lambda engine, on: import_from(engine, written, on),
    }
    with opened(f"sqlite:///{tmp_path / 'broken.db'}") as engine, pytest.raises(StoreUnavailable):
        work[move](engine, nobody_watches)


def test_a_database_that_fails_during_the_import_is_not_the_files_fault(
    written: Path, databases: Databases
) -> None:
    with databases.fresh("postgresql") as url, opened(url) as engine, opened(url) as other:

        def cut_off(done: int, total: int) -> None:
            with other.begin() as connection:
                connection.exec_driver_sql(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )

        with pytest.raises(StoreUnavailable):
            import_from(engine, written, cut_off)
        assert is_new(other)
