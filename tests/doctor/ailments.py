"""One way to break a home for each code of the doctor: every function is named after its code."""

from __future__ import annotations

import json
import os
import shutil
import socket
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import pygit2

from becivic.names.models import installed_version
from becivic.store.tables.keeping import ARTEFACTS, CHANGE_REQUESTS, RATE_COUNTERS, REVIEW_ITEMS, SALTS
from becivic.store.tables.lifecycle import REMEMBERED, WATCHED
from becivic.store.tables.signals import VALIDATIONS
from becivic.store.tables.submissions import COMMITTED, STAGED
from tests.factories.homes import NOON
from tests.factories.wards import NOW, Ward, ago

Ailment = Callable[[Ward], object]


def _installed(**other: str | None) -> dict[str, Any]:
    return {"version_of": lambda name: other[name] if name in other else installed_version(name)}


def _free_port() -> int:
    with closing(socket.socket()) as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


# -- program ----------------------------------------------------------------------------------------------


def prog_01(ward: Ward) -> None:
    ward.machine["python"] = (3, 9, 2)


def prog_02(ward: Ward) -> None:
    ward.machine |= _installed(starlette=None)


def prog_03(ward: Ward) -> None:
    (ward.packaged.parent / "requirements.lock").write_text("starlette==0.0.1\n", encoding="utf-8")


def prog_04(ward: Ward) -> None:
    ward.machine |= _installed(becivic="0.0.1")


def prog_05(ward: Ward) -> None:
    ward.machine["face"] = ward.folder / "none.woff2"


def prog_06(ward: Ward) -> None:
    ward.machine |= _installed(merman=None)


# -- settings ---------------------------------------------------------------------------------------------


def set_01(ward: Ward) -> None:
    ward.environment["PORT"] = "many"


def set_02(ward: Ward) -> None:
    ward.environment["BECIVIC_HOEM"] = "x"


def set_03(ward: Ward) -> None:
    (ward.home / "settings.toml").write_text("port = 8001\n", encoding="utf-8")
    ward.environment["PORT"] = "8002"


def set_04(ward: Ward) -> None:
    ward.environment["BECIVIC_CLOCK_OFFSET"] = "86400"


def set_05(ward: Ward) -> None:
    ward.environment["BECIVIC_BIND"] = "0.0.0.0"


def set_06(ward: Ward) -> None:
    ward.environment["BECIVIC_PUBLIC_URL"] = "https://becivic.example"


def set_07(ward: Ward) -> None:
    ward.environment["BECIVIC_TRUSTED_PROXIES"] = "0.0.0.0/0"


def set_08(ward: Ward) -> None:
    ward.environment["BECIVIC_PUBLIC_URL"] = "http://becivic.example"


def set_09(ward: Ward) -> None:
    ward.environment["BECIVIC_GITHUB_APP_ID"] = "7"


def set_10(ward: Ward) -> None:
    file = ward.home / "settings.toml"
    file.write_text('operator_token = "0123456789abcdef"\n', encoding="utf-8")
    file.chmod(0o644)


def set_11(ward: Ward) -> None:
    (ward.home / "settings.toml").mkdir()


# -- home -------------------------------------------------------------------------------------------------


def home_01(ward: Ward) -> None:
    shutil.rmtree(ward.home)


def home_02(ward: Ward) -> None:
    shutil.rmtree(ward.home)
    ward.home.write_text("a file is in the way", encoding="utf-8")


def home_03(ward: Ward) -> None:
    ward.home.chmod(0o755)


def home_04(ward: Ward) -> None:
    ward.limits(disk_look=1 << 60)


def home_05(ward: Ward) -> None:
    ward.limits(disk_broken=1 << 60)


def home_06(ward: Ward) -> None:
    """As the kernel lists it where this process holds the lock."""
    lock = ward.home / "serve.lock"
    lock.write_text("4711\n", encoding="utf-8")
    locks = ward.folder / "locks"
    held = f"1: FLOCK  ADVISORY  WRITE 4711 fe:00:{lock.stat().st_ino} 0 EOF\n"
    locks.write_text(f"{held}2: POSIX  ADVISORY  READ 1 fe:00:1 0 EOF\nnonsense\n", encoding="utf-8")
    ward.machine["locks"] = locks
    ward.environment["PORT"] = str(_free_port())


def home_07(ward: Ward) -> None:
    (ward.home / "runtime").mkdir()
    (ward.home / "runtime" / "retraction.json").write_text("{}", encoding="utf-8")


def home_08(ward: Ward) -> None:
    (ward.home / "corpus.git.unfinished").mkdir()


def home_09(ward: Ward) -> None:
    (ward.home / "address.key").chmod(0o644)


def home_10(ward: Ward) -> None:
    (ward.home / "address.key").unlink()
    ward.insert(STAGED)


def home_11(ward: Ward) -> None:
    ward.insert(STAGED)
    ward.insert(REMEMBERED, name="address-key:fingerprint", value="00" * 32)


# -- database ---------------------------------------------------------------------------------------------


def db_01(ward: Ward) -> None:
    ward.database.write_bytes(b"this was a database once" * 1000)


def db_02(ward: Ward) -> None:
    ward.sql("UPDATE alembic_version SET version_num = '0001'")


def db_03(ward: Ward) -> None:
    ward.sql("UPDATE alembic_version SET version_num = '9999'")


def db_04(ward: Ward) -> None:
    ward.sql("DROP TABLE link_checks", "ALTER TABLE leases DROP COLUMN holder")


def db_05(ward: Ward) -> None:
    """The page that the table of salts begins on."""
    with closing(sqlite3.connect(ward.database)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'salts'").fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    with ward.database.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)


def db_06(ward: Ward) -> None:
    with closing(sqlite3.connect(ward.database)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")


def db_07(ward: Ward) -> None:
    Path(f"{ward.database}-wal").write_bytes(bytes(4096))
    ward.limits(log=1024)


def db_08(ward: Ward) -> None:
    ward.database.chmod(0o644)


# -- git and schemas --------------------------------------------------------------------------------------


def git_01(ward: Ward) -> None:
    shutil.rmtree(ward.git / "objects")


def git_02(ward: Ward) -> None:
    (ward.git / "refs" / "heads" / "lost").write_text("1" * 40 + "\n", encoding="ascii")


def git_03(ward: Ward) -> None:
    content = b"a text that main alone has\n"
    ward.commits({"docs/lost.mdx": content})
    lost = str(pygit2.hash(content))
    (ward.git / "objects" / lost[:2] / lost[2:]).unlink()


def git_04(ward: Ward) -> None:
    ward.commits({"data/communes.json": None})


def git_05(ward: Ward) -> None:
    (ward.git / "HEAD").write_text("ref: refs/heads/other\n", encoding="ascii")


def git_06(ward: Ward) -> None:
    lock = ward.git / "refs" / "heads" / "main.lock"
    lock.touch()
    os.utime(lock, (NOON.timestamp(), NOON.timestamp()))


def git_07(ward: Ward) -> None:
    ward.environment["PATH"] = str(ward.folder)


def git_08(ward: Ward) -> None:
    ward.commits({"docs/new.mdx": b"# New\n"})
    ward.limits(loose=3)


def git_09(ward: Ward) -> None:
    (ward.git / "HEAD").write_bytes(b"\0garbage\n")


def sch_01(ward: Ward) -> None:
    (ward.packaged / "schemas" / "draft.schema.json").write_text("{", encoding="utf-8")


def sch_02(ward: Ward) -> None:
    ward.commits({"schemas/draft.schema.json": b"{}\n"})


def sch_03(ward: Ward) -> None:
    (ward.packaged / "docs" / "new.mdx").write_text("# New\n", encoding="utf-8")


# -- models -----------------------------------------------------------------------------------------------


def mod_01(ward: Ward) -> None:
    (ward.packaged / "scrub" / "regex-rules.json").write_text("[", encoding="utf-8")


def mod_02(ward: Ward) -> None:
    file = ward.packaged / "scrub" / "regex-rules.json"
    said = json.loads(file.read_bytes())
    said["rules"] = [rule for rule in said["rules"] if "mail" in rule["name"]]
    file.write_text(json.dumps(said), encoding="utf-8")


def mod_03(ward: Ward) -> None:
    """A model whose package says that it is installed, and whose files are gone."""
    ward.machine["version_of"] = {"spacy": "3.8.1", "nl-core-news-md": "3.8.0"}.get


def mod_04(ward: Ward) -> None:
    ward.machine["version_of"] = {"spacy": "3.8.1", "de-core-news-md": "999.9.9"}.get
    ward.changes["quick"] = True


# -- time -------------------------------------------------------------------------------------------------


def time_01(ward: Ward) -> None:
    ward.commits({}, NOW + timedelta(days=1))


def time_02(ward: Ward) -> None:
    ward.insert(REVIEW_ITEMS, opened_at=ago(days=-1))
    ward.settle_times()


def time_03(ward: Ward) -> None:
    later = (NOW + timedelta(days=1)).timestamp()
    os.utime(ward.home / "address.key", (later, later))


def time_05(ward: Ward) -> None:
    (ward.folder / "run" / "systemd" / "timesync").mkdir(parents=True)


# -- jobs and stuck items ---------------------------------------------------------------------------------


def _due(ward: Ward, **given: Any) -> None:
    ward.insert(
        STAGED, **{"stopped_at": None, "change_request_id": None, "last_commit_attempt": None, **given}
    )


def job_01(ward: Ward) -> None:
    _due(ward, commit_eta=ago(hours=2))


def job_02(ward: Ward) -> None:
    ward.insert(WATCHED, due_at=ago(hours=5))


def job_03(ward: Ward) -> None:
    ward.insert(VALIDATIONS, validated_at=ago(hours=5), names_scanned=None)


def job_04(ward: Ward) -> None:
    ward.environment["BECIVIC_PROBES"] = "on"
    ward.finishes("commit", days=99)


job_05 = job_04


def job_06(ward: Ward) -> None:
    ward.finishes("audit", days=99)


def job_07(ward: Ward) -> None:
    ward.insert(
        ARTEFACTS, target_type="path", target_id="silent", status="alpha", cohort_started_at=ago(days=31)
    )


def stuck_01(ward: Ward) -> None:
    _due(ward, commit_eta=ago(hours=50), last_commit_attempt=ago(minutes=5))


def _asked(queue: str, days: float) -> Ailment:
    return lambda ward: ward.insert(REVIEW_ITEMS, queue=queue, opened_at=ago(days=days), closed_at=None)


def stuck_07(ward: Ward) -> None:
    _due(ward, commit_eta=ago(hours=3), change_request_id="x", last_commit_attempt=ago(hours=3))


def stuck_08(ward: Ward) -> None:
    ward.insert(CHANGE_REQUESTS, branch="lifecycle/1", opened_at=ago(hours=3))


# -- salts ------------------------------------------------------------------------------------------------


def salt_01(ward: Ward) -> None:
    ward.insert(SALTS, expires_at=ago(days=1))


def salt_02(ward: Ward) -> None:
    ward.insert(RATE_COUNTERS, day=f"{NOW - timedelta(days=1):%Y-%m-%d}")


def salt_03(ward: Ward) -> None:
    ward.insert(COMMITTED, expires_at=ago(days=1))


# -- backups ----------------------------------------------------------------------------------------------


def back_up(ward: Ward, **given: Any) -> Path:
    """A backup as far as its manifest goes, with one file."""
    folder = ward.folder / "backups" / "20261115T120000Z"
    folder.mkdir(parents=True, mode=0o700)
    (folder / "records.jsonl").write_bytes(b"")
    empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    said = {
        "format": "becivic-backup", "version": 1, "program": "0.1.0", "schema": "0005",
        "taken_at": "2026-11-15T12:00:00Z", "files": {"records.jsonl": empty}, "rows": {}, "refs": {},
        "objects": 0, "left_out": [], **given,
    }  # fmt: skip
    (folder / "manifest.json").write_text(json.dumps(said), encoding="utf-8")
    ward.changes["backups"] = folder.parent
    return folder


def bak_01(ward: Ward) -> None:
    (back_up(ward) / "manifest.json").write_text("{", encoding="utf-8")


def bak_02(ward: Ward) -> None:
    back_up(ward, taken_at="2026-11-01T12:00:00Z")


def bak_03(ward: Ward) -> None:
    (back_up(ward) / "records.jsonl").unlink()


def bak_04(ward: Ward) -> None:
    back_up(ward).chmod(0o755)


# -- any group --------------------------------------------------------------------------------------------


def doc_01(ward: Ward) -> None:
    def unthought_of(_: str) -> str:
        raise ZeroDivisionError

    ward.machine["version_of"] = unthought_of


AILMENTS: Final[dict[str, Ailment]] = {
    **{
        name.upper().replace("_", "-"): made
        for name, made in globals().items()
        if name[-2:].isdecimal() and callable(made)
    },
    "STUCK-02": _asked("failed", 0.1),
    "STUCK-03": _asked("held", 8),
    "STUCK-04": _asked("drafts", 15),
    "STUCK-05": _asked("injection", 4),
    "STUCK-06": _asked("feedback", 31),
}
"""By code. Those of PostgreSQL and of GitHub are in tests of their own."""
