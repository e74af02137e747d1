from __future__ import annotations

import itertools
from datetime import timedelta

import pytest
from sqlalchemy import Connection, insert, select, update

from becivic.catalogue.contents import ValueChange
from becivic.catalogue.inserting import Filing, supersede_value
from becivic.intake import salts
from becivic.intake.counters import count_rejected
from becivic.rules.submissions import SubmissionType, ValueType
from becivic.rules.targets import TargetType
from becivic.store import written
from becivic.store.store import Store
from becivic.store.tables.catalogue import VOLATILE_VALUES
from becivic.store.tables.keeping import SALTS
from tests.factories.catalogue import meeting
from tests.factories.intake import service
from tests.factories.oracle import NOW
from tests.factories.payloads import fixtures
from tests.factories.table_contents import counts
from tests.requirement import requirement

DAY = timedelta(days=1)


class Grains:
    """Salts that a test can tell apart."""

    def __init__(self) -> None:
        self._numbers = itertools.count(1)

    def __call__(self) -> str:
        return f"grain {next(self._numbers)}"


@requirement("R-SALT-01", "R-RATE-03")
def test_a_day_has_one_salt_and_the_next_destroys_it_with_all_that_was_counted(store: Store) -> None:
    new = Grains()

    def today(after: timedelta) -> str:
        return store.write(lambda connection: salts.daily_salt(connection, NOW + after, new))

    first = today(timedelta(0))
    store.write(lambda connection: count_rejected(connection, "hash", NOW, 3))
    assert today(timedelta(hours=13)) == first
    assert counts(store)["rate_counters"] == 1
    second = today(DAY)
    assert second != first
    assert counts(store)["rate_counters"] == 0
    assert store.read(lambda connection: list(connection.execute(select(SALTS.c.key)).scalars())) == [
        "daily:2026-11-16"
    ]


@requirement("R-SALT-02", "R-SALT-04", "R-SALT-05")
@pytest.mark.parametrize(
    ("target", "target_id", "key"),
    [
        (TargetType.SKILL, "some-skill", "skill-creator-salt:some-skill"),
        (TargetType.PATH, "some-path", "path-creator-salt:some-path"),
        (TargetType.PATH_SOURCE, "some-path:desk", "path-creator-salt:some-path"),
        (TargetType.OBSERVATION, "con-00009", "concern:con-00009:salt"),
    ],
)
def test_an_artefact_has_one_salt_under_the_name_the_specification_gives_it(
    store: Store, target: TargetType, target_id: str, key: str
) -> None:
    new = Grains()

    def asked() -> str:
        return store.write(lambda connection: salts.voter_salt(connection, target, target_id, NOW, new))

    first = asked()
    assert asked() == first
    kept = store.read(lambda connection: connection.execute(select(SALTS.c.key, SALTS.c.salt)).all())
    assert [tuple(row) for row in kept] == [(key, first)]


@requirement("R-SALT-04")
def test_all_sources_of_a_path_share_the_salt_of_the_path(store: Store) -> None:
    new = Grains()

    def asked(target: TargetType, target_id: str) -> str:
        return store.write(lambda connection: salts.voter_salt(connection, target, target_id, NOW, new))

    found = {
        asked(TargetType.PATH, "p-1"),
        asked(TargetType.PATH_SOURCE, "p-1:a-1"),
        asked(TargetType.PATH_SOURCE, "p-1:b-1"),
    }
    assert len(found) == 1


@requirement("R-SALT-02")
def test_a_row_lends_its_own_salt_and_once_that_is_destroyed_another_is_made(store: Store) -> None:
    service(store)
    new = Grains()

    def asked() -> str:
        return store.write(
            lambda connection: salts.voter_salt(connection, TargetType.VOLATILE_VALUE, "val-00001", NOW, new)
        )

    fresh = asked()
    assert fresh == "grain 1"
    assert asked() == fresh
    store.write(_with_own_salt)
    assert asked() == "own salt"
    assert [
        list(store.read(lambda connection: salts.authors(connection, TargetType.VOLATILE_VALUE, "val-00001")))
    ] == [[("own salt", "own hash", None)]]


@requirement("R-SALT-02")
@pytest.mark.parametrize("vote_first", [True, False])
def test_a_vote_that_meets_the_end_of_a_row_never_leaves_a_salt_of_the_row_behind(
    store: Store, vote_first: bool
) -> None:
    service(store)
    new = Grains()

    def vote(connection: Connection) -> str:
        return salts.voter_salt(connection, TargetType.VOLATILE_VALUE, "val-00001", NOW, new)

    def end(connection: Connection) -> str:
        change = ValueChange(value=999, value_type=ValueType.INTEGER)
        return supersede_value(connection, "val-00001", change, Filing(), NOW).uid

    first, second = (vote, end) if vote_first else (end, vote)
    with meeting(store.engine, second) as (mine, other):
        first(mine)
    assert other.result()
    (current,) = store.read(
        lambda connection: connection.execute(
            select(VOLATILE_VALUES.c.row_id).where(
                VOLATILE_VALUES.c.uid == "val-00001", VOLATILE_VALUES.c.superseded_at.is_(None)
            )
        ).scalars()
    )
    kept = [
        key for key in store.read(lambda c: list(c.execute(select(SALTS.c.key)).scalars())) if "row" in key
    ]
    assert kept == ([] if vote_first else [f"volatile_value-row:{current}:salt"])


def test_a_uid_without_a_row_is_salted_by_its_own_name(store: Store) -> None:
    store.write(
        lambda connection: salts.voter_salt(connection, TargetType.REFERENCE, "ref-00009", NOW, Grains())
    )
    assert store.read(lambda connection: list(connection.execute(select(SALTS.c.key)).scalars())) == [
        "reference-row:ref-00009:salt"
    ]


def _with_own_salt(connection: Connection) -> None:
    table = VOLATILE_VALUES
    row = connection.execute(table.select().where(table.c.uid == "val-00001")).mappings().one()
    connection.execute(
        update(table).where(table.c.row_id == row["row_id"]).values(superseded_at=written.moment(NOW))
    )
    copied = {name: value for name, value in row.items() if name not in ("row_id", "superseded_at")}
    connection.execute(
        insert(table).values(**{**copied, "per_artefact_salt": "own salt", "created_by_ip_hash": "own hash"})
    )


@requirement("R-SALT-06")
def test_feedback_leaves_no_salt_of_an_artefact(store: Store) -> None:
    running = service(store)
    before = counts(store)["salts"]
    (feedback, *_) = fixtures("feedback_channel/valid/*.json")
    assert running.post(SubmissionType.FEEDBACK, feedback.read()).status_code == 200
    assert counts(store)["salts"] == before + 1  # today's
