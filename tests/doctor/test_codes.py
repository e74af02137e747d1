"""Each code of the doctor is seen on a real home that is broken in exactly that way, and on no healthy one."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha1
from pathlib import Path
from typing import Final
from zlib import compress

import pytest
from sqlalchemy import make_url

from becivic.config import read_settings
from becivic.doctor.examining import CODES, UNEXPECTED
from becivic.doctor.finding import Group, Verdict
from becivic.doctor.page import doctor_markdown
from becivic.jobs.table import JOBS
from becivic.jobs.workshops import open_workshop
from becivic.store.engine import open_engine
from becivic.store.migrate import HEAD
from becivic.store.store import open_store
from becivic.store.tables.lifecycle import REMEMBERED
from tests.doctor.ailments import AILMENTS, back_up
from tests.factories.databases import Databases
from tests.factories.wards import NOW, Ward, ago
from tests.publishing.forge.github_world import pem

_ELSEWHERE: Final = ("DB-09", "DB-10", "DB-11", "DB-12", "TIME-04", "GH-01", "GH-02", "GH-03")
_CODES: Final = {code.name: (group, code) for group, codes in CODES.items() for code in codes} | {
    UNEXPECTED.name: (Group.PROGRAM, UNEXPECTED)
}
_TOGETHER: Final = {"JOB-04": {"JOB-05", "JOB-06"}, "JOB-05": {"JOB-04", "JOB-06"}}
"""Codes that come in company: whoever breaks one breaks the other."""


def test_every_code_is_broken_by_some_test_and_is_named_once() -> None:
    assert set(AILMENTS) | set(_ELSEWHERE) == set(_CODES)
    assert len(_CODES) == 1 + sum(map(len, CODES.values()))


def test_no_remedy_takes_this_program_from_a_package_index() -> None:
    """It is run from a clone: whoever owns its name there would be let onto the machine."""
    remedies = [code.remedy for _, code in _CODES.values()]
    assert not [each for each in remedies if re.search(r"\bpip install\b.*\bbecivic\b", each)]


def test_the_page_has_a_heading_for_each_group_as_people_write_it() -> None:
    found = re.findall(r"^## (.+)$", doctor_markdown(), re.MULTILINE)
    assert [each.lower() for each in found] == [*Group, "any group"]
    assert "GitHub" in found


@pytest.mark.parametrize("name", sorted(AILMENTS))
def test_a_home_broken_in_one_way_shows_that_code(ward: Ward, name: str) -> None:
    AILMENTS[name](ward)
    ward.changes.setdefault("quick", name not in _slow())
    group, code = _CODES[name]
    wrong = ward.wrong(group)
    assert set(wrong) == {name} | _TOGETHER.get(name, set()), wrong
    seen = wrong[name]
    assert (seen.verdict, seen.subject) == (code.verdict, code.subject)
    assert seen.found
    assert seen.remedy
    assert not any(
        word in seen.remedy for word in ("FILE", "FOLDER", "VARIABLE", "PACKAGE", "ADDRESS", "CORPUS")
    )


def _slow() -> set[str]:
    return {code.name for _, code in _CODES.values() if code.slow}


@pytest.mark.parametrize("group", [group for group in Group if group is not Group.GITHUB])
def test_a_healthy_home_is_fine_in_every_group(ward: Ward, group: Group) -> None:
    ward.changes["quick"] = (
        group is Group.MODELS
    )  # a model takes seconds to load; the command's own test loads it
    back_up(ward)
    found = ward.examined(group)
    assert found.findings
    assert (found.skipped, {one.code for one in found.findings if one.verdict is not Verdict.FINE}) == (
        "",
        set(),
    )


@pytest.mark.parametrize("group", list(Group))
def test_quick_leaves_out_the_slow_checks_alone(ward: Ward, group: Group) -> None:
    ward.changes["quick"] = True
    back_up(ward)
    slow = {code.name for code in CODES[group] if code.slow}
    assert slow.isdisjoint(one.code for one in ward.examined(group).findings)


def test_loose_objects_are_gone_once_the_remedy_was_taken(ward: Ward) -> None:
    _fill(ward.git / "objects", 6_800)
    ward.limits(loose=6_700)
    wrong = ward.wrong(Group.GIT)
    assert {code: one.remedy for code, one in wrong.items()} == {"GIT-08": "becivic run snapshot"}
    with closing(open_store(f"sqlite:///{ward.database}")) as store:
        workshop = open_workshop(read_settings(ward.environment), store)
        report = JOBS["snapshot"].run(workshop, NOW, lambda _: None)
    assert report["packed"] == 6_800
    assert ward.wrong(Group.GIT) == {}


def _fill(objects: Path, number: int) -> None:
    """Objects as git writes them, some hours old; nothing waits for the disk."""
    for each in range(number):
        whole = b"blob 5\0%05d" % each
        name = sha1(whole, usedforsecurity=False).hexdigest()
        file = objects / name[:2] / name[2:]
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(compress(whole, 1))
        then = file.stat().st_mtime - 7200
        os.utime(file, (then, then))


@pytest.mark.parametrize(("hours", "is_late"), [(47, False), (49, True)])
def test_a_probe_is_late_by_when_one_was_run_to_its_end(ward: Ward, hours: int, is_late: bool) -> None:
    AILMENTS["JOB-04"](ward)
    ward.insert(REMEMBERED, name="job_done:probe", value=ago(hours=hours))
    assert ("JOB-04" in ward.wrong(Group.JOBS)) is is_late


@pytest.fixture
def on_postgresql(ward: Ward, databases: Databases) -> Iterator[Ward]:
    with databases.fresh("postgresql") as url:
        ward.environment["BECIVIC_DATABASE_URL"] = url
        yield ward


def test_a_postgresql_that_is_old_or_far_is_worth_a_look(on_postgresql: Ward) -> None:
    assert on_postgresql.wrong(Group.DATABASE) == {}
    assert set(on_postgresql.wrong(Group.TIME)) == {"TIME-04"}  # its clock is not that of a home of long ago
    on_postgresql.limits(oldest_postgresql=99, latency=-on_postgresql.patient().limits.latency)
    assert set(on_postgresql.wrong(Group.DATABASE)) == {"DB-09", "DB-11"}


def test_what_is_typed_about_a_postgresql_names_it_without_its_password(on_postgresql: Ward) -> None:
    url = make_url(on_postgresql.environment["BECIVIC_DATABASE_URL"])
    engine = open_engine(url.render_as_string(hide_password=False))
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0001'")
    engine.dispose()
    remedy = on_postgresql.wrong(Group.DATABASE)["DB-02"].remedy
    host, port = url.host or url.query["host"], url.port or url.query.get("port", 5432)
    place = f"--host {host} --port {port} --username {url.username}"
    copy = on_postgresql.home.with_name(f"home-before-{HEAD}.sql")
    assert remedy == f"pg_dump {place} --file {copy} {url.database} && becivic serve"


def test_a_postgresql_without_a_single_table_is_new_only_under_a_new_home(
    ward: Ward, databases: Databases
) -> None:
    name = "test_without_tables"
    databases._admin.execute(f"CREATE DATABASE {name}".encode())
    with databases.fresh("postgresql") as other:
        url = make_url(other).set(database=name)
    ward.environment["BECIVIC_DATABASE_URL"] = url.render_as_string(hide_password=False)
    assert ward.wrong(Group.DATABASE)["DB-01"].found == "it is empty, and the home is not new"
    (ward.home / "address.key").unlink()
    assert ward.wrong(Group.DATABASE) == {}
    ward.environment["BECIVIC_DATABASE_URL"] += "_not"
    wrong = ward.wrong(Group.DATABASE)
    assert set(wrong) == {"DB-12"}
    assert wrong["DB-12"].found.startswith("The database server cannot be used just now")
    databases._admin.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


@pytest.mark.parametrize("encoding", ["LATIN1", "SQL_ASCII"])
def test_a_postgresql_that_cannot_keep_every_letter_is_broken(
    on_postgresql: Ward, databases: Databases, encoding: str
) -> None:
    name = f"test_{encoding.lower()}"
    made = f"CREATE DATABASE {name} ENCODING '{encoding}' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'"
    databases._admin.execute(made.encode())
    url = make_url(on_postgresql.environment["BECIVIC_DATABASE_URL"]).set(database=name)
    on_postgresql.environment["BECIVIC_DATABASE_URL"] = url.render_as_string(hide_password=False)
    wrong = on_postgresql.wrong(Group.DATABASE)
    assert wrong["DB-10"].found == f"it is {encoding}"
    databases._admin.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


@pytest.fixture
def on_github(ward: Ward, tmp_path: Path) -> Ward:
    ward.environment |= {
        "BECIVIC_FORGE": "github",
        "BECIVIC_GITHUB_REPOSITORY": "becivic/corpus",
        "BECIVIC_GITHUB_APP_ID": "7",
        "BECIVIC_GITHUB_INSTALLATION_ID": "8",
        "BECIVIC_GITHUB_KEY_FILE": str(tmp_path / "app.pem"),
        "BECIVIC_GITHUB_API_URL": "http://127.0.0.1:9",
    }
    return ward


def test_a_github_key_is_looked_at_without_asking_anybody(on_github: Ward, tmp_path: Path) -> None:
    assert set(on_github.wrong(Group.GITHUB)) == {"GH-01"}
    from cryptography.hazmat.primitives.asymmetric import rsa  # noqa: PLC0415  few tests need it

    key = tmp_path / "app.pem"
    key.write_bytes(pem(rsa.generate_private_key(65537, 2048)))
    key.chmod(0o644)
    assert set(on_github.wrong(Group.GITHUB)) == {"GH-02"}
    key.chmod(0o600)
    assert on_github.wrong(Group.GITHUB) == {}
    on_github.changes["online"] = True
    wrong = on_github.wrong(Group.GITHUB)
    assert set(wrong) == {"GH-03"}
    assert wrong["GH-03"].remedy == "curl --head --max-time 10 http://127.0.0.1:9"


def test_a_lock_that_a_live_process_holds_for_long_is_told_with_the_process(ward: Ward) -> None:
    lock = ward.git / "HEAD.lock"
    with lock.open("w"):
        os.utime(lock, (NOW.timestamp() - 61, NOW.timestamp() - 61))
        found = ward.wrong(Group.GIT)["GIT-06"]
        assert found.remedy == f"ps -o pid,user,lstart,args -p {os.getpid()}"
        os.utime(lock, (NOW.timestamp() - 59, NOW.timestamp() - 59))
        assert ward.wrong(Group.GIT) == {}
    assert ward.wrong(Group.GIT)["GIT-06"].found == "no process holds it any more"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files to another account")
def test_a_repository_of_another_account_is_given_to_the_one_that_asks(ward: Ward) -> None:
    os.chown(ward.git, 65534, -1)
    found = ward.wrong(Group.GIT)["GIT-01"]
    assert "belongs to" in found.found
    assert found.remedy == f'sudo chown -R "$USER" {ward.home}'
