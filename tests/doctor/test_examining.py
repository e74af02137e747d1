"""The examination as a whole: it changes nothing, needs nothing, and is never itself what is broken."""

from __future__ import annotations

import hashlib
import os
import shutil
import socket
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from becivic.doctor.examining import Examined, examine
from becivic.doctor.finding import Group, Verdict
from becivic.publishing.home import hold_home
from becivic.store import revision
from becivic.store.store import open_store
from becivic.store.tables.keeping import ARTEFACTS
from becivic.store.tables.lifecycle import WATCHED
from becivic.store.tables.signals import VALIDATIONS
from tests.doctor.ailments import AILMENTS, back_up
from tests.factories.homes import NOON
from tests.factories.wards import Ward, ago

_WITHOUT_MODELS: Final = [group for group in Group if group is not Group.MODELS]


def _examined(ward: Ward) -> dict[Group, Examined]:
    return {each.group: each for each in examine(ward.patient(), *_WITHOUT_MODELS)}


def _tree(folder: Path) -> dict[str, tuple[int, int, str]]:
    """Everything below a folder: when it was changed, who may what, and what is in it."""
    return {
        str(path.relative_to(folder)): (
            path.lstat().st_mtime_ns,
            path.lstat().st_mode,
            hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "",
        )
        for path in (folder, *folder.rglob("*"))
    }


@pytest.mark.parametrize(
    "ailment", ["", "STUCK-01", "DB-01", "DB-05", "DB-07", "GIT-01", "HOME-10", "SET-01"]
)
def test_looking_changes_nothing(ward: Ward, ailment: str) -> None:
    back_up(ward)
    if ailment:
        AILMENTS[ailment](ward)
    before = _tree(ward.folder)
    _examined(ward)
    assert _tree(ward.folder) == before


def test_looking_at_what_a_killed_server_left_changes_nothing_and_sees_what_is_in_the_log(
    ward: Ward, tmp_path: Path
) -> None:
    AILMENTS["STUCK-01"](ward)
    AILMENTS["DB-06"](ward)  # from here on its last words are in the log alone
    with_a_log = sqlite3.connect(ward.database)
    with_a_log.execute("PRAGMA journal_mode=WAL")
    with_a_log.execute("DELETE FROM staged_submissions")
    with_a_log.commit()
    for ending in ("", "-wal", "-shm"):
        shutil.copy2(f"{ward.database}{ending}", tmp_path / f"kept{ending}")
    with_a_log.close()
    for ending in ("", "-wal", "-shm"):
        shutil.copy2(tmp_path / f"kept{ending}", f"{ward.database}{ending}")
    before = _tree(ward.folder)
    assert ward.wrong(Group.STUCK) == {}
    assert ward.wrong(Group.DATABASE) == {}
    assert _tree(ward.folder) == before


def test_it_works_beside_a_server_at_work_and_names_its_process(ward: Ward) -> None:
    """What a server holds while it runs: its lock, its port, its database with a log."""
    with (
        hold_home(ward.home),
        socket.create_server(("127.0.0.1", 0)) as listener,
        closing(open_store(f"sqlite:///{ward.database}")) as store,
    ):
        store.write(revision.bump)
        ward.environment["PORT"] = str(listener.getsockname()[1])
        held = {one.code: one for one in ward.examined(Group.HOME).findings}["HOME-06"]
        assert (held.verdict, held.found) == (Verdict.FINE, f"a server runs on it (process {os.getpid()})")
        assert ward.wrong(Group.DATABASE) == {}
        assert ward.examined(Group.STUCK).skipped == ""
        store.write(revision.bump)


def test_a_home_that_does_not_exist_yet_is_no_illness(ward: Ward) -> None:
    shutil.rmtree(ward.home)
    seen = _examined(ward)
    assert {one.code for each in seen.values() for one in each.findings if one.verdict != "fine"} == {
        "HOME-01"
    }
    assert seen[Group.DATABASE].skipped == "there are no records yet"
    assert not ward.home.exists()


def test_what_stands_on_a_database_that_cannot_be_read_is_not_looked_at(ward: Ward) -> None:
    AILMENTS["DB-01"](ward)
    seen = _examined(ward)
    assert {seen[group].skipped for group in (Group.JOBS, Group.STUCK, Group.SALTS)} == {
        "the records cannot be read"
    }
    assert seen[Group.DATABASE].findings[-1].found == "it cannot be read (SQLITE_NOTADB)"


def test_what_stands_on_a_database_of_another_version_is_not_looked_at(ward: Ward) -> None:
    AILMENTS["DB-03"](ward)
    assert ward.examined(Group.SALTS).skipped == "the database is not at the version that this program knows"


def test_settings_that_cannot_be_read_leave_the_program_and_the_rest_says_why(ward: Ward) -> None:
    AILMENTS["SET-01"](ward)
    seen = _examined(ward)
    assert seen[Group.SETTINGS].findings[0].remedy == "unset PORT"
    assert {each.skipped for each in seen.values()} >= {"the settings cannot be read"}


@pytest.mark.parametrize(
    "what", ["becivic.db", "corpus.git", "address.key", "settings.toml", "serve.lock", "runtime"]
)
@pytest.mark.parametrize("how", ["is a folder", "is garbage", "leads nowhere", "is empty"])
def test_whatever_is_damaged_nothing_is_unexpected(ward: Ward, what: str, how: str) -> None:
    """No finding is `DOC-01`: each kind of damage has a code of its own, or is no concern of the doctor's."""
    place = ward.home / what
    if place.is_dir():
        shutil.rmtree(place)
    else:
        place.unlink(missing_ok=True)
    if how == "is a folder":
        place.mkdir()
    elif how == "leads nowhere":
        place.symlink_to(ward.folder / "nowhere")
    else:
        place.write_bytes(os.urandom(4096) if how == "is garbage" else b"")
    codes = {one.code for each in _examined(ward).values() for one in each.findings}
    assert "DOC-01" not in codes


def test_an_address_with_a_password_is_never_repeated(ward: Ward) -> None:
    ward.environment["BECIVIC_DATABASE_URL"] = "postgresql+psycopg://someone:sesame@127.0.0.1:9/none"
    (found,) = ward.examined(Group.DATABASE).findings
    assert (found.code, found.where) == ("DB-12", "BECIVIC_DATABASE_URL")
    assert "sesame" not in str(found)
    assert found.found.startswith("The database server cannot be used just now")
    assert found.remedy == "pg_isready --host 127.0.0.1 --port 9 --timeout 5"


def test_what_a_service_makes_and_takes_away_under_the_eyes_of_the_doctor_is_no_illness(
    ward: Ward, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Listed, and gone when it is looked at: a log of SQLite, a lock of git."""
    (ward.home / "becivic.db-wal").symlink_to("nowhere")
    (ward.git / "main.lock").symlink_to("nowhere")
    os.utime(ward.git, (NOON.timestamp(), NOON.timestamp()))
    listed, plainly = {"becivic.db-wal", "main.lock"}, Path.lstat

    def gone(path: Path) -> os.stat_result:
        if path.name in listed:
            raise FileNotFoundError
        return plainly(path)

    monkeypatch.setattr(Path, "lstat", gone)
    ward.changes["quick"] = True
    for group in (Group.TIME, Group.GIT):
        assert {one.code for one in ward.examined(group).findings if one.verdict != "fine"} == set()


def test_each_job_says_when_it_was_last_run_to_its_end_and_which_are_late(ward: Ward) -> None:
    ward.finishes("commit", minutes=3)
    ward.finishes("promote", hours=1)
    ward.finishes("index", minutes=30)
    found = {one.found: one.verdict for one in ward.examined(Group.JOBS).findings if one.code == "JOB-06"}
    assert found == {
        "commit on 2026-11-15T12:57:00Z": "fine",
        "promote on 2026-11-15T12:00:00Z": "look",
        "name-scan has not been run to its end yet": "fine",
        "index on 2026-11-15T12:30:00Z": "fine",
        "snapshot has not been run to its end yet": "fine",
        "audit has not been run to its end yet": "fine",
    }
    assert {one.remedy for one in ward.wrong(Group.JOBS).values()} == {"becivic run promote"}


def test_a_job_that_never_succeeds_is_late_where_others_have_long_been_run(ward: Ward) -> None:
    for job in ("commit", "promote", "index", "snapshot", "audit"):
        ward.finishes(job, minutes=1)
    assert ward.wrong(Group.JOBS) == {}
    ward.finishes("snapshot", hours=3)
    assert ward.wrong(Group.JOBS)["JOB-06"].found == "name-scan has not been run to its end yet"


@pytest.mark.parametrize(
    ("hours", "told"), [(1.5, "for an hour"), (2, "for 2 hours"), (71, "for 71 hours"), (72, "for 3 days")]
)
def test_how_long_something_waits_is_told_as_people_say_it(ward: Ward, hours: float, told: str) -> None:
    ward.insert(WATCHED, due_at=ago(hours=hours))
    assert ward.wrong(Group.JOBS)["JOB-02"].found == f"1 undecided, the oldest {told}"


@pytest.mark.parametrize(
    ("days", "settings", "is_told"),
    [
        (29, {}, False),
        (31, {}, True),
        (31, {"BECIVIC_PROBES": "on"}, False),
        (31, {"BECIVIC_PUBLIC_URL": "https://becivic.example"}, False),
        (29, {"BECIVIC_PUBLIC_URL": "https://becivic.example", "BECIVIC_PROBES": "off"}, True),
    ],
)
def test_that_probes_are_off_is_told_where_paths_go_stale_or_the_service_is_public(
    ward: Ward, days: int, settings: dict[str, str], is_told: bool
) -> None:
    ward.insert(
        ARTEFACTS,
        target_type="path",
        target_id="silent",
        status="alpha",
        cohort_started_at=ago(days=days),
    )
    ward.environment |= settings
    assert ("JOB-07" in ward.wrong(Group.JOBS)) is is_told


@pytest.mark.parametrize(("hours", "held", "is_told"), [(1, 0, False), (24 * 31, 0, True), (1, 1, True)])
def test_a_path_that_was_confirmed_lately_is_not_stale(
    ward: Ward, hours: int, held: int, is_told: bool
) -> None:
    AILMENTS["JOB-07"](ward)
    ward.insert(
        VALIDATIONS,
        target_type="path_source",
        target_id="silent:desk",
        verdict="confirm",
        validated_at=ago(hours=hours),
        held=held,
        names_scanned="rules",
    )
    assert ("JOB-07" in ward.wrong(Group.JOBS)) is is_told
