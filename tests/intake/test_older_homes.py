"""A home of database version 0007, in which an IPv6 voice was a /64: its votes count as they stand and are recognised.

The rows are written under the old tables, with the hash of that version written out here.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Engine, text

from becivic.rules.submissions import COMMITTED_CACHE, SubmissionType
from becivic.store import revision
from becivic.store.engine import is_sqlite, open_engine
from becivic.store.migrate import MIGRATIONS, migrate
from becivic.store.store import Store, open_store
from becivic.store.tables.signals import VALIDATIONS
from becivic.store.written import moment
from tests.factories.intake import AUTHOR, KEY, service
from tests.factories.oracle import NOW
from tests.factories.payloads import payload
from tests.factories.table_contents import rows
from tests.intake.test_ipv6_voices import ballot, counted, votes
from tests.requirement import requirement

SALT = "salt of nationality-application"
"""The one that votes on it share, as `service` fills a store."""
OLD = moment(NOW - timedelta(days=1))
SENT = "val_01a1db63-79e0-79ce-a1cd-ffffffffff01"

_VOTE = text(
    "INSERT INTO validations (validation_id, target_type, target_id, verdict, injection_flag, cohort_anchor,"
    " submission_contract_version, submitter_type, regex_passes, validated_at, voter_hash)"
    " VALUES (:id, 'skill', 'nationality-application', 'confirm', 0, 'nationality-application@0.1.0',"
    " '2.1.0', 'agent', '[]', :at, :voter)"
)
_AUTHOR = text(
    "INSERT INTO salts (key, artefact, salt, submitter_hash, created_at)"
    " VALUES ('skill:nationality-application:author:x', 'skill:nationality-application', 'grain', :author, :at)"
)
_KNOWN = text(
    "INSERT INTO committed_submissions (id, type, target_type, target_id, received_at, salt, submitter_hash,"
    " committed_at, expires_at) VALUES (:id, 'validation', 'skill', 'nationality-application', :at, 'of its own',"
    " :sender, :at, :until)"
)
_BAN = text(
    "INSERT INTO bans (salt, address_hash, level, reason, created_at)"
    " VALUES ('of an artefact', :banned, 'banned', 'bogus injection flag', :at)"
)


def hashed(salt: str, prefix: str) -> str:
    """As version 0007 did: IPv6 by its /64 alone."""
    return hmac.digest(KEY, salt.encode() + b"\0" + prefix.encode(), "sha256").hex()


def subnet(number: int) -> str:
    return f"2001:db8:1:{number:x}::/64"


def old_database(url: str) -> None:
    engine = open_engine(url)
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
        config.attributes["connection"] = connection
        command.upgrade(config, "0007")
    with engine.begin() as connection:
        for number in (0x100, 0x200, 0x300):
            vote = {"id": f"val_01a1db63-79e0-79ce-a1cd-{number:012x}", "at": OLD}
            connection.execute(_VOTE, {**vote, "voter": hashed(SALT, subnet(number))})
        connection.execute(_AUTHOR, {"author": hashed("grain", subnet(0x900)), "at": OLD})
        sender = {"id": SENT, "sender": hashed("of its own", subnet(0x100)), "at": OLD}
        connection.execute(_KNOWN, {**sender, "until": moment(NOW + COMMITTED_CACHE)})
        connection.execute(_BAN, {"banned": hashed("of an artefact", subnet(0xA00)), "at": OLD})
    migrate(engine)
    engine.dispose()


def emptied(engine: Engine) -> None:
    """As before the first migration."""
    with engine.begin() as connection:
        connection.exec_driver_sql("DROP SCHEMA public CASCADE")
        connection.exec_driver_sql("CREATE SCHEMA public")


@pytest.fixture
def upgraded(database_url: str, tmp_path: Any) -> Iterator[Store]:
    engine = open_engine(database_url)
    if is_sqlite(engine):
        database_url = f"sqlite:///{tmp_path / 'old.db'}"
    else:
        emptied(engine)
    engine.dispose()
    old_database(database_url)
    opened = open_store(database_url)
    opened.write(revision.bump)  # no new store, which `service` would replace by a copy of a filled one
    yield opened
    opened.close()


@requirement("R-SM-10")
def test_stored_votes_count_as_they_stand_and_the_same_64_turns_its_own(upgraded: Store) -> None:
    running = service(upgraded)
    assert counted(upgraded) == (3, 0, 3)  # of one /48, which nobody can tell
    assert "counted" not in votes(running, "2001:db8:1:300::7", "skill-reject").json()
    assert counted(upgraded) == (2, 1, 3)
    assert "counted" not in votes(running, "2001:db8:1:3ff::7", "skill-reject").json()
    assert counted(upgraded) == (2, 1, 3)  # another /64 of the /56 that is known by now
    for number in (0x100, 0x200):
        assert "counted" not in votes(running, f"2001:db8:1:{number:x}::7", "skill-reject").json()
    assert counted(upgraded) == (0, 3, 3)
    assert votes(running, "2001:db8:1:400::7").json()["counted"] is False
    assert counted(upgraded) == (0, 3, 3)
    assert len({row["voter_network_hash"] for row in rows(upgraded, VALIDATIONS)}) == 1


@requirement("R-SALT-03")
def test_an_author_stored_by_its_64_is_refused(upgraded: Store) -> None:
    running = service(upgraded)
    assert votes(running, "2001:db8:1:900::7").json()["error"] == "self_validation_blocked"
    assert votes(running, AUTHOR).json()["error"] == "self_validation_blocked"
    assert votes(running, "2001:db8:1:901::7").status_code == 200


@requirement("R-STAGE-04")
def test_an_id_known_from_a_64_is_a_duplicate(upgraded: Store) -> None:
    running, sent = service(upgraded), {**payload("validations/valid/skill-confirm"), "validation_id": SENT}
    again = running.post(SubmissionType.VALIDATION, sent, address="2001:db8:1:100::8")
    assert (again.status_code, again.json()["status"]) == (200, "duplicate")
    other = running.post(SubmissionType.VALIDATION, sent, address="2001:db8:1:101::8")
    assert other.status_code == 409


@requirement("R-RATE-05")
def test_a_ban_stored_by_its_64_holds(upgraded: Store) -> None:
    running = service(upgraded)
    assert votes(running, "2001:db8:1:a00::7").status_code == 403
    assert votes(running, "2001:db8:1:a01::7").status_code == 200


def test_what_is_stored_of_votes_since_then_never_changes_back(upgraded: Store) -> None:
    running = service(upgraded)
    sent = ballot()
    running.post(SubmissionType.VALIDATION, sent, address="2001:db8:1:100::7")
    first, *_, new = rows(upgraded, VALIDATIONS)
    assert first["voter_hash"] == new["voter_hash"] != hashed(SALT, subnet(0x100))
    assert first["voter_hash"] == hashed(SALT, "2001:db8:1:100::/56")
    assert first["voter_network_hash"] == new["voter_network_hash"] == hashed(SALT, "2001:db8:1::/48")
