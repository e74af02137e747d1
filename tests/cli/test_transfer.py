"""`becivic export` and `becivic import`: what they say, how they end, and whom they do not disturb."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from becivic.config import read_settings
from becivic.publishing.home import hold_home
from becivic.store.engine import open_engine, snapshot
from becivic.store.migrate import migrate
from becivic.store.tables.keeping import AUDIT_LOG
from tests.cli.conftest import Run
from tests.factories.command import becivic
from tests.factories.databases import Databases
from tests.factories.records import RECORDS, fill, sound_record

ROWS = 4 + 1 + 2 * len(RECORDS)
"""Four sequences, one revision, and two rows in every other table: a new table needs no new figure here."""
NOTE = "The address key (BECIVIC_KEY_FILE) is not in it. Copy that file by hand"


def filled(url: str) -> None:
    engine = open_engine(url)
    migrate(engine)
    with engine.begin() as connection:
        fill(connection, range(1, 3), sound_record)
    engine.dispose()


def audited(url: str) -> int:
    engine = open_engine(url)
    with snapshot(engine) as connection:
        return len(connection.execute(AUDIT_LOG.select()).all())


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home with records in its SQLite file."""
    home = tmp_path / "home"
    home.mkdir()
    filled(f"sqlite:///{home / 'becivic.db'}")
    return home


def test_records_go_from_one_home_to_another_database_and_home_again(
    home: Path, run: Run, databases: Databases, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = run("export", "a.jsonl")
    assert out.code == 0, out.err
    assert f"Exported {ROWS} rows to a.jsonl." in out.out
    assert any(line.split() == ["uid_sequences", "4"] for line in out.out.splitlines())
    assert NOTE in out.out
    assert out.err == ""
    with databases.fresh("postgresql") as url:
        into = run("import", "a.jsonl", "--database", url)
        assert into.code == 0, into.err
        assert f"Imported {ROWS} rows from a.jsonl." in into.out
        assert NOTE in into.out
        again = run("export", "b.jsonl", "--database", url, "--json")
    assert [line for line in out.out.splitlines() if line.startswith("sha256")] == [
        line for line in into.out.splitlines() if line.startswith("sha256")
    ]
    said = json.loads(again.out)
    assert (said["total"], said["rows"]["concerns"], said["left_out"]) == (ROWS, 2, ["BECIVIC_KEY_FILE"])
    assert len(said["sha256"]) == 64
    monkeypatch.setenv("BECIVIC_HOME", str(tmp_path / "new"))
    back = run("import", "b.jsonl", "--json")
    assert back.code == 0, back.err
    assert json.loads(back.out)["sha256"] == said["sha256"]
    assert audited(f"sqlite:///{tmp_path / 'new' / 'becivic.db'}") == 2


@pytest.mark.parametrize("name", ["becivic.db", "becivic.db-wal", "address.key", "notes.txt"])
def test_an_export_over_anything_of_the_home_is_exit_2_and_changes_nothing(
    name: str, home: Path, run: Run
) -> None:
    (home / "notes.txt").write_text("mine")
    key_file = read_settings({"BECIVIC_HOME": str(home)}).key_file
    file = key_file if name == "address.key" else home / name
    before = {path.name: path.read_bytes() for path in home.iterdir()}
    ran = run("export", str(file))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"becivic: {file}: is ")
    assert ran.err.endswith("Name another file; nothing was written.\n")
    assert {path.name: path.read_bytes() for path in home.iterdir()} == before


def test_a_process_of_its_own_says_the_same_and_shows_no_bar_to_a_file(home: Path, tmp_path: Path) -> None:
    ran = becivic("export", "a.jsonl", cwd=tmp_path, env={"BECIVIC_HOME": str(home)})
    assert (ran.code, ran.err) == (0, "")
    assert f"Exported {ROWS} rows to a.jsonl." in ran.out


def test_help_says_what_it_needs_what_it_leaves_out_and_gives_an_example(run: Run) -> None:
    out = run("export", "--help")
    assert out.code == 0
    assert "becivic export records.jsonl" in out.out
    assert "The address key is not in it." in " ".join(out.out.split())
    into = run("import", "--help")
    assert "becivic import records.jsonl --database postgresql+psycopg://" in " ".join(into.out.split())
    assert "--database" in into.out
    assert {"export", "import"} <= set(run("--help").out.split())


def test_a_home_without_a_database_is_told_and_stays_without_one(run: Run, tmp_path: Path) -> None:
    ran = run("export", "a.jsonl")
    assert ran.code == 2
    assert ran.err.startswith("becivic: ")
    assert "There is no database here yet." in ran.err
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_file_is_exit_1_and_a_missing_one_exit_2(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad").write_text("{}\n")
    database = f"sqlite:///{tmp_path / 'new.db'}"
    bad = run("import", "bad", "--database", database, "--json")
    assert (bad.code, bad.out) == (1, "")
    assert bad.err == (
        "becivic: bad: is not an export of Be Civic's records. Name a file that `becivic export` wrote.\n"
    )
    missing = run("import", "none", "--database", database)
    assert missing.code == 2
    assert missing.err.startswith("becivic: none: cannot be read: No such file or directory.")


def test_a_database_that_cannot_be_used_is_exit_2_and_its_address_is_not_repeated(
    home: Path, run: Run
) -> None:
    run("export", "a.jsonl")
    for address in ("oracle://u:hush@h/n", "postgresql://u:hush@127.0.0.1:1/n"):
        for command in ("export", "import"):
            ran = run(command, "a.jsonl", "--database", address)
            assert (ran.code, ran.out) == (2, "")
            assert ran.err.startswith("becivic: ")
            assert ran.err.count("\n") == 1
            assert "hush" not in ran.err


def test_an_import_refuses_while_a_server_holds_the_home(home: Path, run: Run, tmp_path: Path) -> None:
    run("export", "a.jsonl")
    for left in home.glob("becivic.db*"):
        left.unlink()
    with hold_home(home):
        ran = run("import", "a.jsonl")
        assert ran.code == 2
        assert "is in use by another server" in ran.err
        assert list(home.glob("*.db")) == []
        ran = run("import", "a.jsonl", "--database", f"sqlite:///{tmp_path / 'other.db'}")
        assert ran.code == 0, ran.err
    assert run("import", "a.jsonl").code == 0


def test_records_that_are_there_are_not_imported_over(home: Path, run: Run) -> None:
    run("export", "a.jsonl")
    ran = run("import", "a.jsonl")
    assert ran.code == 2
    assert "The database holds records already" in ran.err
    assert audited(f"sqlite:///{home / 'becivic.db'}") == 2


def test_an_import_of_nothing_makes_no_home(run: Run, tmp_path: Path) -> None:
    ran = run("import", "nothing.jsonl")
    assert (ran.code, ran.err) == (
        2,
        "becivic: nothing.jsonl: cannot be read: No such file or directory. Name what `becivic export` wrote.\n",
    )
    assert list(tmp_path.iterdir()) == []


def test_records_are_not_shown_on_a_screen(home: Path, run: Run) -> None:
    ran = run("export", "-")
    assert (ran.code, ran.out) == (2, "")
    assert "Name a file, like records.jsonl." in ran.err
    assert not Path("-").exists()
