"""What the rulings on an address come to, and that each is tried no oftener than it must be."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, delete, insert

from becivic.intake import bans
from becivic.intake.bans import Bans, Sanction
from becivic.intake.desk import Desk
from becivic.store.store import Store
from becivic.store.tables.keeping import BANS, BanLevel
from becivic.store.transfer import export_to, import_from
from tests.factories.databases import Databases
from tests.factories.exports import nobody_watches, opened
from tests.factories.intake import SOMEBODY, desk
from tests.factories.oracle import NOW
from tests.factories.records import sound_record
from tests.requirement import requirement

ELSEWHERE = "203.0.113.9"


def rule(connection: Connection, salt: str, address: str = SOMEBODY, level: str = "limited") -> None:
    hashed = desk().hasher.hash(salt, address)
    given: dict[str, Any] = {"salt": salt, "address_hash": hashed, "network_hash": None, "level": level}
    row = {name: value for name, value in sound_record(BANS, **given).items() if name != "row_id"}
    connection.execute(insert(BANS).values(row))


@requirement("R-RATE-05")
@pytest.mark.parametrize(
    ("salts", "level"),
    [((), None), (("one",), BanLevel.LIMITED), (("one", "two"), BanLevel.BANNED)],
)
def test_one_bogus_flag_limits_and_a_second_bans_whatever_salts_they_were_seen_under(
    store: Store, salts: tuple[str, ...], level: BanLevel | None
) -> None:
    def job(connection: Connection) -> tuple[BanLevel | None, BanLevel | None]:
        rule(connection, "somebody else's", ELSEWHERE)
        for salt in salts:
            rule(connection, salt)
        known = Bans()
        mine = known.sanction(desk(connection), "mine today").level
        return mine, known.sanction(desk(connection, address=ELSEWHERE), "theirs today").level

    assert store.write(job) == (level, BanLevel.LIMITED)


def test_where_nobody_was_ruled_about_nothing_is_tried(sqlite_store: Store) -> None:
    assert sqlite_store.read(lambda connection: Bans().sanction(desk(connection), "today").level) is None


def test_an_operator_may_ban_at_once(sqlite_store: Store) -> None:
    def job(connection: Connection) -> BanLevel | None:
        rule(connection, "one", level="banned")
        return Bans().sanction(desk(connection), "today").level

    assert sqlite_store.write(job) is BanLevel.BANNED


@requirement("R-RATE-05")
def test_an_address_is_tried_once_until_something_else_is_ruled(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = []
    real = bans._sanction

    def counted(at: Desk) -> Sanction:
        tried.append(1)
        return real(at)

    monkeypatch.setattr(bans, "_sanction", counted)

    def job(connection: Connection) -> None:
        known, here = Bans(), desk(connection)
        rule(connection, "one")
        assert [known.sanction(here, "today").level for _ in range(3)] == [BanLevel.LIMITED] * 3
        assert len(tried) == 1
        rule(connection, "two")
        assert [known.sanction(here, "today").level for _ in range(3)] == [BanLevel.BANNED] * 3
        assert len(tried) == 2
        connection.execute(delete(BANS).where(BANS.c.salt == "one"))
        assert known.sanction(here, "today").level is BanLevel.LIMITED
        assert len(tried) == 3

    sqlite_store.write(job)


def test_a_flood_of_addresses_does_not_fill_the_memory(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bans, "_MOST_ADDRESSES", 3)

    def job(connection: Connection) -> int:
        rule(connection, "one")
        known = Bans()
        for number in range(10):
            known.sanction(desk(connection), f"today {number}")
        return len(known._known)

    assert sqlite_store.write(job) <= 3


@requirement("R-RATE-05")
def test_rulings_move_with_the_records(sqlite_store: Store, databases: Databases, tmp_path: Path) -> None:
    sqlite_store.write(lambda connection: rule(connection, "one"))
    file = tmp_path / "records.jsonl"
    with databases.fresh("sqlite") as url, opened(url) as engine:
        export_to(sqlite_store.engine, file, NOW, nobody_watches)
        import_from(engine, file, nobody_watches)
        with engine.connect() as connection:
            assert Bans().sanction(desk(connection), "today").level is BanLevel.LIMITED
