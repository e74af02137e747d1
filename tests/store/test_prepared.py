from __future__ import annotations

from contextlib import suppress

import pytest
from sqlalchemy import (
    ClauseElement,
    Connection,
    bindparam,
    delete,
    insert,
    literal_column,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError, ProgrammingError

from becivic.store.engine import open_engine
from becivic.store.prepared import Prepared
from becivic.store.store import Store
from becivic.store.tables.keeping import AUDIT_LOG, LEASES, RATE_COUNTERS, REVISION, SALTS

ADD = Prepared(
    insert(LEASES).values(
        name=bindparam("name"), holder=bindparam("holder"), until="2026-01-01T00:00:00.000000Z"
    )
)
HOLDERS = Prepared(select(LEASES.c.name, LEASES.c.holder).order_by(LEASES.c.name))
HOLDER = Prepared(select(LEASES.c.holder).where(LEASES.c.name == bindparam("name")))


def _three(connection: Connection) -> None:
    for name in "abc":
        assert ADD.run(connection, name=name, holder=f"holder of {name}") == 1


def test_rows_go_in_and_come_back_as_tuples(store: Store) -> None:
    store.write(_three)
    assert store.read(HOLDERS.all) == [("a", "holder of a"), ("b", "holder of b"), ("c", "holder of c")]
    assert store.read(lambda connection: HOLDER.first(connection, name="b")) == ("holder of b",)
    assert store.read(lambda connection: HOLDER.first(connection, name="z")) is None


def test_values_written_in_the_statement_are_kept_with_those_given(store: Store) -> None:
    add = Prepared(
        insert(SALTS).values(
            key=bindparam("key"),
            salt="fixed",
            submitter_hash=None,
            created_at="then",
            expires_at=bindparam("until"),
        )
    )
    store.write(lambda connection: add.run(connection, key="k", until=None))
    stored = Prepared(select(SALTS.c.key, SALTS.c.salt, SALTS.c.submitter_hash, SALTS.c.expires_at))
    assert store.read(stored.all) == [("k", "fixed", None, None)]


def test_a_closed_list_and_a_limit_may_stand_in_the_statement(store: Store) -> None:
    store.write(_three)
    some = Prepared(
        select(LEASES.c.name).where(LEASES.c.name.in_(["a", "c"])).order_by(LEASES.c.name.desc()).limit(1)
    )
    assert store.read(some.all) == [("c",)]


def test_a_per_cent_sign_is_itself_on_both(store: Store) -> None:
    assert store.read(Prepared(select(literal_column("'100%'"))).first) == ("100%",)


def test_rows_touched_are_counted_also_when_they_are_returned(store: Store) -> None:
    store.write(_three)
    changed = Prepared(update(LEASES).values(holder="x").where(LEASES.c.name != bindparam("but")))
    returned = Prepared(delete(LEASES).where(LEASES.c.holder == "x").returning(LEASES.c.name))
    assert store.write(lambda connection: changed.run(connection, but="c")) == 2
    assert store.write(returned.run) == 2
    assert store.read(HOLDERS.all) == [("c", "holder of c")]


def test_a_changed_row_can_be_returned(store: Store) -> None:
    bump = Prepared(update(REVISION).values(number=REVISION.c.number + 1).returning(REVISION.c.number))
    assert [store.write(bump.first), store.write(bump.first)] == [(1,), (2,)]


def test_a_key_that_the_database_gives_out_needs_nothing(store: Store) -> None:
    add = Prepared(
        insert(AUDIT_LOG).values(
            at=bindparam("at"), actor="a", action="b", subject_type="c", subject_id=bindparam("id")
        )
    )
    assert store.write(lambda connection: add.run(connection, at="now", id="x")) == 1
    assert store.read(Prepared(select(AUDIT_LOG.c.row_id, AUDIT_LOG.c.at)).all) == [(1, "now")]


def test_a_statement_may_be_written_once_for_each_database(store: Store) -> None:
    count = Prepared({"sqlite": _counting(sqlite.insert), "postgresql": _counting(postgresql.insert)})
    seen = [store.write(lambda connection: count.first(connection, hash="h")) for _ in range(3)]
    assert seen == [(1,), (2,), (3,)]


def _counting(kind: type[sqlite.Insert | postgresql.Insert] | object) -> ClauseElement:
    assert callable(kind)
    adding = kind(RATE_COUNTERS).values(
        day="2026-01-01", address_hash=bindparam("hash"), counter="all", bucket=0, count=1
    )
    statement: ClauseElement = adding.on_conflict_do_update(
        index_elements=list(RATE_COUNTERS.primary_key), set_={"count": RATE_COUNTERS.c.count + 1}
    ).returning(RATE_COUNTERS.c.count)
    return statement


def test_it_is_part_of_the_transaction_it_runs_in(database_url: str) -> None:
    with open_engine(database_url).connect() as connection:
        with connection.begin() as transaction:
            ADD.run(connection, name="a", holder="x")
            assert connection.execute(select(LEASES.c.name)).scalars().all() == ["a"]
            connection.execute(update(LEASES).values(holder="y"))
            assert HOLDER.first(connection, name="a") == ("y",)
            transaction.rollback()
        assert HOLDERS.all(connection) == []


def test_without_a_transaction_it_begins_one_as_core_would(database_url: str) -> None:
    with open_engine(database_url).connect() as connection:
        ADD.run(connection, name="a", holder="x")
        connection.rollback()
        assert HOLDERS.all(connection) == []
        ADD.run(connection, name="b", holder="x")
        connection.commit()
    with open_engine(database_url).connect() as connection:
        assert HOLDERS.all(connection) == [("b", "x")]


def test_a_savepoint_around_it_can_be_undone_alone(store: Store) -> None:
    def job(connection: Connection) -> None:
        ADD.run(connection, name="a", holder="x")
        with suppress(IntegrityError), connection.begin_nested():
            ADD.run(connection, name="b", holder="x")
            ADD.run(connection, name="a", holder="y")
        ADD.run(connection, name="c", holder="x")

    store.write(job)
    assert store.read(HOLDERS.all) == [("a", "x"), ("c", "x")]


def test_it_fails_with_the_errors_of_core_and_without_what_was_sent(store: Store) -> None:
    store.write(_three)
    with pytest.raises(IntegrityError) as refused:
        store.write(lambda connection: ADD.run(connection, name="a", holder="a secret"))
    assert "a secret" not in str(refused.value)
    with pytest.raises(ProgrammingError):
        store.write(lambda connection: ADD.run(connection, name="d"))


def test_it_is_compiled_once_for_each_database(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[object] = []
    plain = ClauseElement.compile

    def counting(self: ClauseElement, *args: object, **more: object) -> object:
        compiled.append(self)
        return plain(self, *args, **more)  # type: ignore[arg-type]

    statement = select(LEASES.c.name)
    monkeypatch.setattr(type(statement), "compile", counting, raising=False)
    prepared = Prepared(statement)
    with open_engine(database_url).connect() as connection:
        for _ in range(3):
            prepared.all(connection)
    assert compiled == [statement]
