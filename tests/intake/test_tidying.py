"""What has outlived its time goes, also where nobody asks for anything."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import Connection, insert

from becivic.intake import tidying
from becivic.intake.tidying import CHECKPOINT_EVERY, Tidier, is_due, tidy
from becivic.rules.submissions import COMMITTED_CACHE, SubmissionType
from becivic.store import written
from becivic.store.engine import is_sqlite
from becivic.store.store import Store
from becivic.store.tables.keeping import RATE_COUNTERS, SALTS
from becivic.store.tables.submissions import COMMITTED, STAGED
from tests.factories.intake import Service, service
from tests.factories.oracle import NOW
from tests.factories.payloads import payload
from tests.factories.records import record
from tests.factories.table_contents import counts, rows
from tests.requirement import requirement

TO_MIDNIGHT = timedelta(days=1) - timedelta(hours=NOW.hour, minutes=NOW.minute, seconds=NOW.second)
TEXT = "The word here was quagga."


def used(store: Store) -> Service:
    """A vote, an event refused, and what is staged: everything an address leaves behind."""
    running = service(store)
    running.post(SubmissionType.VALIDATION, payload("validations/valid/skill-confirm"))
    running.post(SubmissionType.CONCERN, payload("concerns/valid/skill-commune-ixelles"))
    running.post(SubmissionType.CONCERN, {})
    store.write(lambda _: None)
    return running


def due(store: Store, after: timedelta) -> bool:
    return store.read(lambda connection: is_due(connection, NOW + after))


def tidied(store: Store, after: timedelta) -> None:
    store.write(lambda connection: tidy(connection, NOW + after))


def kept_keys(store: Store) -> set[str]:
    return {row["key"].partition(":")[0] for row in rows(store, SALTS)}


@requirement("R-SALT-01", "R-RATE-03")
def test_a_day_that_ends_on_a_quiet_server_takes_its_salt_and_its_counters_along(store: Store) -> None:
    used(store)
    almost = TO_MIDNIGHT - timedelta(microseconds=1)
    assert not due(store, almost)
    tidied(store, almost)
    assert "daily" in kept_keys(store)
    assert counts(store)["rate_counters"] > 1
    assert due(store, TO_MIDNIGHT)
    tidied(store, TO_MIDNIGHT)
    assert kept_keys(store) == {"concern", "path-creator-salt", "skill-creator-salt"}
    assert counts(store)["rate_counters"] == 0
    assert not due(store, TO_MIDNIGHT)


@requirement("R-STAGE-04")
def test_an_id_is_known_for_48_hours_and_what_is_staged_for_as_long_as_it_waits(store: Store) -> None:
    used(store)
    tidied(store, TO_MIDNIGHT)
    almost = COMMITTED_CACHE - timedelta(microseconds=1)
    assert not due(store, almost)
    tidied(store, almost)
    assert len(rows(store, COMMITTED)) == 1
    assert due(store, COMMITTED_CACHE)
    tidied(store, COMMITTED_CACHE)
    assert rows(store, COMMITTED) == []
    assert len(rows(store, STAGED)) == 1
    assert not due(store, timedelta(days=400))


def _old_salt(connection: Connection) -> None:
    connection.execute(
        insert(SALTS).values(key="a", salt="b", created_at="c", expires_at=written.moment(NOW))
    )


def _old_counter(connection: Connection) -> None:
    connection.execute(insert(RATE_COUNTERS).values(**record(RATE_COUNTERS, day="2026-11-14")))


def _old_id(connection: Connection) -> None:
    connection.execute(insert(COMMITTED).values(**record(COMMITTED, expires_at=written.moment(NOW))))


@pytest.mark.parametrize("left", [_old_salt, _old_counter, _old_id])
def test_each_of_them_alone_is_reason_enough(store: Store, left: object) -> None:
    assert not due(store, timedelta(0))
    store.write(left)  # type: ignore[arg-type]
    assert due(store, timedelta(0))
    tidied(store, timedelta(0))
    assert not due(store, timedelta(0))


@requirement("R-SALT-01")
def test_a_look_writes_only_what_is_due(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    writes: list[object] = []

    def noted(connection: Connection, now: object) -> None:
        writes.append(now)
        tidy(connection, NOW + TO_MIDNIGHT)

    used(store)
    monkeypatch.setattr(tidying, "tidy", noted)
    tidier = Tidier(store)
    for after in (timedelta(0), TO_MIDNIGHT, TO_MIDNIGHT + timedelta(minutes=1)):
        tidier.look(NOW + after)
    assert writes == [NOW + TO_MIDNIGHT]


class Logs:
    """Counts how often the log was to be emptied, and says how it went."""

    def __init__(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked = 0
        self.goes_well = True
        monkeypatch.setattr(store, "checkpoint", self._empty)

    def _empty(self) -> bool:
        self.asked += 1
        return self.goes_well


def test_the_log_is_emptied_at_the_start_then_hourly_and_after_everything_put_away(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    logs, tidier = Logs(store, monkeypatch), Tidier(store)
    minute = timedelta(minutes=1)
    seen = []
    for after in (0 * minute, minute, CHECKPOINT_EVERY, CHECKPOINT_EVERY + minute):
        tidier.look(NOW + after)
        seen.append(logs.asked)
    assert seen == [1, 1, 2, 2]
    store.write(_old_salt)
    tidier.look(NOW + CHECKPOINT_EVERY + 2 * minute)
    assert logs.asked == 3
    tidier.look(NOW - timedelta(days=1))
    assert logs.asked == 4, "a clock set back"


def test_a_log_that_is_kept_busy_is_tried_again_at_the_next_look(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    logs, tidier = Logs(store, monkeypatch), Tidier(store)
    logs.goes_well = False
    tidier.look(NOW)
    tidier.look(NOW)
    logs.goes_well = True
    tidier.look(NOW)
    tidier.look(NOW)
    assert logs.asked == 3


def found_in(store: Store, text: str) -> list[str]:
    """The files of the database that hold a text."""
    file = Path(store.engine.url.database or "")
    return [each.name for each in file.parent.glob(f"{file.name}*") if text.encode() in each.read_bytes()]


@requirement("R-STAGE-05")
def test_a_text_that_was_taken_back_is_gone_from_every_file_within_the_hour(store: Store) -> None:
    running, tidier = service(store), Tidier(store)
    tidier.look(NOW)
    sent = payload("concerns/valid/skill-commune-ixelles")
    sent["content"]["body"] = TEXT
    answer = running.post(SubmissionType.CONCERN, sent).json()
    bearer = {"authorization": f"Bearer {answer['cancel_token']}"}
    path = f"/api/concerns/{answer['concern_id']}"
    assert running.ask("DELETE", path, headers=bearer).status_code == 200
    if is_sqlite(store.engine):
        assert found_in(store, TEXT)
    tidier.look(NOW + CHECKPOINT_EVERY)
    if is_sqlite(store.engine):
        assert found_in(store, TEXT) == []
    assert rows(store, STAGED) == []


@requirement("R-SALT-01")
def test_the_salt_of_a_day_gone_by_is_gone_from_every_file(store: Store) -> None:
    used(store)
    (salt,) = (row["salt"] for row in rows(store, SALTS) if row["key"].startswith("daily:"))
    Tidier(store).look(NOW + TO_MIDNIGHT)
    assert salt not in {row["salt"] for row in rows(store, SALTS)}
    if is_sqlite(store.engine):
        assert found_in(store, salt) == []
