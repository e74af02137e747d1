"""Export and import: the same rows and the same bytes over both databases, one moment, all or nothing."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, func, select

from becivic.rules.errors import BeCivicError
from becivic.store.engine import DatabaseRefused, snapshot
from becivic.store.migrate import HEAD, VERSIONS
from becivic.store.store import StoreUnavailable
from becivic.store.tables.catalogue import CATALOGUE_ENTRIES, VOLATILE_VALUES
from becivic.store.tables.keeping import AUDIT_LOG, BANS, LEASES
from becivic.store.tables.signals import CONCERNS
from becivic.store.transfer import TABLES, Moved, OnProgress, export_to, import_from
from becivic.store.transfer_file import FileRefused
from tests.factories.databases import KINDS, Databases
from tests.factories.exports import fill_richly, full_export, is_new, nobody_watches, opened, rows
from tests.factories.homes import NOON
from tests.factories.records import give_out, record, sound_record


@pytest.fixture
def engine(database_url: str) -> Iterator[Engine]:
    with opened(database_url) as made:
        yield made


@pytest.fixture
def written(databases: Databases, tmp_path: Path) -> Path:
    return full_export(databases, tmp_path / "records.jsonl")


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
            connection.execute(AUDIT_LOG.insert(), sound_record(AUDIT_LOG, next(numbers)))

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
        connection.execute(AUDIT_LOG.insert(), [sound_record(AUDIT_LOG, number) for number in range(2_500)])
    steps: list[tuple[int, int]] = []
    export_to(engine, tmp_path / "a", NOON, lambda *step: steps.append(step))
    assert steps == [(4, 2_505), (5, 2_505), (1_005, 2_505), (2_005, 2_505), (2_505, 2_505)]
    with databases.fresh("sqlite") as url, opened(url) as target:
        again: list[tuple[int, int]] = []
        import_from(target, tmp_path / "a", lambda *step: again.append(step))
    assert again == steps


def test_a_character_that_one_database_cannot_hold_is_refused_by_both(
    engine: Engine, databases: Databases, tmp_path: Path
) -> None:
    with databases.fresh("sqlite") as url, opened(url) as source:
        with source.begin() as connection:
            connection.execute(LEASES.insert(), sound_record(LEASES, holder="before\0after"))
        export_to(source, tmp_path / "a", NOON, nobody_watches)
    with pytest.raises(FileRefused, match=r"a:7: does not hold what an export holds\.") as refused:
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
