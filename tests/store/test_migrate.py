"""Migrations: both databases end as the tables say, once, and are never pulled back or half-way."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, make_url

from becivic.rules.identifiers import UidPrefix
from becivic.store import migrate as module
from becivic.store.engine import DatabaseRefused, is_sqlite, open_engine, snapshot
from becivic.store.migrate import HEAD, MIGRATIONS, VERSIONS, database_version, migrate
from becivic.store.tables import METADATA
from becivic.store.tables.catalogue import UID_SEQUENCES
from becivic.store.tables.keeping import REVISION
from tests.requirement import requirement

ROOT = Path(__file__).resolve().parent.parent.parent
NINE_TABLES = (
    "volatile_values", "references", "concerns", "amendments", "drafts", "validations", "feedback_channel",
    "ratings", "analytics_events",
)  # fmt: skip


@pytest.fixture
def engine(database_url: str) -> Iterator[Engine]:
    opened = open_engine(database_url)
    yield opened
    opened.dispose()


def emptied(engine: Engine) -> Engine:
    """As before the first migration."""
    with engine.begin() as connection:
        if is_sqlite(engine):
            connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
            names = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
            for (name,) in connection.exec_driver_sql(names).all():
                connection.exec_driver_sql(f"DROP TRIGGER IF EXISTS kept_{name}_delete")
                connection.exec_driver_sql(f'DROP TABLE "{name}"')
        else:
            connection.exec_driver_sql("DROP SCHEMA public CASCADE")
            connection.exec_driver_sql("CREATE SCHEMA public")
    return engine


def version_of(engine: Engine) -> str | None:
    with snapshot(engine) as connection:
        return database_version(connection)


def say_version(engine: Engine, version: str) -> None:
    with engine.begin() as connection:
        connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{version}'")


_SQLITE_SHAPE = (
    "SELECT tbl_name, sql FROM sqlite_master WHERE type IN ('table', 'index') AND sql IS NOT NULL",
)
_POSTGRESQL_SHAPE = (
    """SELECT table_name, column_name, ordinal_position, data_type, is_nullable, column_default
       FROM information_schema.columns WHERE table_schema = 'public'""",
    """SELECT relname, conname, pg_get_constraintdef(c.oid) FROM pg_constraint c
       JOIN pg_class ON pg_class.oid = conrelid WHERE connamespace = 'public'::regnamespace""",
    "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'",
)


def shape(engine: Engine) -> set[Any]:
    """Columns, defaults, keys, CHECKs and indexes, as the database itself writes them."""
    queries = _SQLITE_SHAPE if is_sqlite(engine) else _POSTGRESQL_SHAPE
    with snapshot(engine) as connection:
        rows = [row for query in queries for row in connection.exec_driver_sql(query).all()]
    return {part for row in rows if row[0] in METADATA.tables for part in _parts(tuple(row))}


def _parts(row: tuple[Any, ...]) -> list[Any]:
    """SQLite keeps the statement, and writes a column that came later at its end: its parts, in any order."""
    if len(row) > 2:
        return [row]
    opening, _, inside = row[1].partition("(")
    parts, depth = [opening.strip()], 0
    start = 0
    for at, sign in enumerate(inside):
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if depth < 0 or (sign == "," and depth == 0):
            parts += inside[start:at].split(" CONSTRAINT ")
            start = at + 1
        if depth < 0:
            break
    parts.append(inside[start:])
    return [(row[0], " ".join(part.split()).removeprefix("CONSTRAINT ")) for part in parts]


@requirement("R-REPO-02")
def test_the_migrated_database_is_what_the_tables_say(engine: Engine) -> None:
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})
        assert compare_metadata(context, METADATA) == []
    assert set(NINE_TABLES) <= METADATA.tables.keys()


@requirement("R-REPO-02")
def test_columns_checks_keys_and_indexes_are_the_ones_the_tables_would_make(engine: Engine) -> None:
    migrated = shape(engine)
    assert len(migrated) > 200
    METADATA.create_all(emptied(engine))
    assert migrated == shape(engine)


def test_counters_start_at_zero(engine: Engine) -> None:
    with snapshot(engine) as connection:
        sequences = {row.prefix: row.last for row in connection.execute(UID_SEQUENCES.select())}
        assert sequences == {prefix.value: 0 for prefix in UidPrefix}
        assert connection.execute(REVISION.select()).all() == [(1, 0)]


def test_the_versions_named_are_the_scripts_there_are() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    scripts = ScriptDirectory.from_config(config)
    newest_first = [script.revision for script in scripts.walk_revisions()]
    assert tuple(reversed(newest_first)) == VERSIONS
    assert scripts.get_heads() == [HEAD]


def test_a_new_database_comes_to_head_and_again_is_nothing(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = shape(engine)
    assert version_of(emptied(engine)) is None
    migrate(engine)
    assert version_of(engine) == HEAD
    assert shape(engine) == before
    monkeypatch.setattr(module, "_upgrade", lambda _: pytest.fail("it was at head"))
    migrate(engine)


def test_a_database_at_head_is_not_made_to_wait_for_alembic(database_url: str) -> None:
    script = (
        "import sys; from becivic.store.engine import open_engine; from becivic.store.migrate import migrate;"
        "migrate(open_engine(sys.argv[1])); print('alembic' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, database_url], capture_output=True, text=True, check=True, timeout=120
    )
    assert done.stdout == "False\n"


def test_replicas_that_start_together_migrate_once(
    engine: Engine, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    emptied(engine)
    together = threading.Barrier(4)
    ran: list[None] = []
    failed: list[BaseException] = []
    run_scripts = module._run_scripts

    def counted(connection: Any) -> None:
        ran.append(None)
        run_scripts(connection)

    def start() -> None:
        own = open_engine(database_url)
        together.wait()
        try:
            migrate(own)
        except BaseException as error:  # noqa: BLE001  told by the test
            failed.append(error)

    monkeypatch.setattr(module, "_run_scripts", counted)
    threads = [threading.Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (failed, len(ran)) == ([], 1)
    assert version_of(engine) == HEAD


def test_a_database_of_a_newer_program_is_refused_and_left_alone(engine: Engine) -> None:
    say_version(engine, "9999")
    with pytest.raises(DatabaseRefused, match=r"newer version.* Run the version that made it"):
        migrate(engine)
    assert version_of(engine) == "9999"


def test_tables_of_somebody_else_by_our_names_are_refused_and_left_alone(engine: Engine) -> None:
    with emptied(engine).begin() as connection:
        connection.exec_driver_sql("CREATE TABLE leases (tenant TEXT)")
    with pytest.raises(DatabaseRefused, match=r"did not make\. Name an empty database\."):
        migrate(engine)
    assert version_of(engine) is None


def test_a_version_table_without_a_version_counts_as_none(engine: Engine) -> None:
    with emptied(engine).begin() as connection:
        connection.exec_driver_sql("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
    migrate(engine)
    assert version_of(engine) == HEAD


def test_a_migration_that_fails_leaves_nothing(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    run_scripts = module._run_scripts

    def fail_late(connection: Any) -> None:
        run_scripts(connection)
        connection.exec_driver_sql("SELECT * FROM no_such_table")

    monkeypatch.setattr(module, "_run_scripts", fail_late)
    with pytest.raises(Exception, match="no_such_table"):
        migrate(emptied(engine))
    assert (version_of(engine), shape(engine)) == (None, set())


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_a_user_who_may_not_make_tables_is_told_what_to_grant(engine: Engine, database_url: str) -> None:
    emptied(engine)
    watching = make_url(database_url).update_query_dict({"options": "-cdefault_transaction_read_only=on"})
    with pytest.raises(
        DatabaseRefused, match=r"does not let its user make tables\. Make that user the owner"
    ):
        migrate(open_engine(watching.render_as_string(hide_password=False)))


def test_the_scripts_are_packaged(tmp_path: Path) -> None:
    built = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert built.returncode == 0, built.stderr
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    scripts = {path.name for path in (MIGRATIONS / "versions").glob("*.py")}
    assert scripts == {Path(name).name for name in names if re.search(r"migrations/versions/.*\.py$", name)}
    assert "becivic/store/migrations/env.py" in names
