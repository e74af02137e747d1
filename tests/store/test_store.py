from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import Connection, bindparam, delete, func, insert, select
from sqlalchemy.exc import DatabaseError

from becivic.store import store as store_module
from becivic.store.engine import is_sqlite, open_engine, snapshot
from becivic.store.migrate import HEAD, database_version
from becivic.store.prepared import Prepared
from becivic.store.store import READERS, Store, StoreUnavailable, open_store
from becivic.store.tables.keeping import LEASES
from tests.factories.databases import Databases

ADD = Prepared(insert(LEASES).values(name=bindparam("name"), holder="x", until="then"))
COUNT = Prepared(select(func.count()).select_from(LEASES))
NOWHERE = "postgresql+psycopg://somebody@127.0.0.1:1/name"


def _add_one(connection: Connection) -> str:
    ADD.run(connection, name="a")
    return "added"


def _count(connection: Connection) -> object:
    row = COUNT.first(connection)
    assert row is not None
    return row[0]


def test_everything_that_is_stored_counts_and_what_is_refused_does_not(store: Store) -> None:
    def refused(_: Connection) -> None:
        raise LookupError

    assert store.writes == 0
    store.write(_add_one)
    with pytest.raises(LookupError):
        store.write(refused)
    store.read(_count)
    assert store.writes == 1


def test_what_is_written_can_be_read(store: Store) -> None:
    assert store.write(_add_one) == "added"
    assert store.read(_count) == 1


def test_coroutines_write_and_read_too(store: Store) -> None:
    async def scene() -> tuple[object, object]:
        return await store.writing(_add_one), await store.reading(_count)

    assert asyncio.run(scene()) == ("added", 1)


def test_a_write_nobody_waits_for_is_there_at_the_end(store: Store) -> None:
    store.write_soon(_add_one)
    store.close()
    with open_engine(_address(store)).connect() as connection:
        assert _count(connection) == 1


def _address(store: Store) -> str:
    return store.engine.url.render_as_string(hide_password=False)


def test_a_coroutine_never_reads_in_the_thread_of_the_event_loop(store: Store) -> None:
    async def scene() -> str:
        return await store.reading(lambda _: threading.current_thread().name)

    expected = "becivic-reads" if is_sqlite(store.engine) else "becivic-reader_0"
    assert asyncio.run(scene()) == expected


def test_a_job_that_waits_for_another_write_is_refused_instead_of_waiting_for_ever(store: Store) -> None:
    with pytest.raises(RuntimeError, match="wait for itself"):
        store.write(lambda _: store.write(_add_one))


def test_reading_in_many_threads_leaves_no_more_connections_than_read_at_once(store: Store) -> None:
    meeting = threading.Barrier(4)

    def meet(_: Connection) -> None:
        meeting.wait(60)

    for _ in range(3):
        with ThreadPoolExecutor(4) as threads:
            list(threads.map(lambda _: store.read(meet), range(4)))
    assert len(store._idle) == 4


def test_a_read_may_read_again_on_the_way(store: Store) -> None:
    assert store.read(lambda one: store.read(lambda other: one is other)) is False


def test_a_reader_is_used_again_also_after_its_job_failed(store: Store) -> None:
    seen: list[Connection] = []

    def broken(connection: Connection) -> None:
        seen.append(connection)
        connection.exec_driver_sql("SELECT x FROM nowhere")

    for _ in range(2):
        with pytest.raises(DatabaseError):
            store.read(broken)
    assert store.read(_count) == 0
    assert seen[0] is seen[1]


def test_closing_lets_go_of_every_connection(databases: Databases, tmp_path: Path) -> None:
    with databases.fresh("postgresql") as url:
        store = open_store(url)
        store.write(_add_one)
        store.read(lambda _: store.read(_count))
        ours = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
        assert store.read(lambda connection: connection.exec_driver_sql(ours).scalar()) == 3
        store.close()
        with open_engine(url).connect() as connection:
            assert connection.exec_driver_sql(ours).scalar() == 1
    store = open_store(f"sqlite:///{tmp_path}/records.db")
    store.write(_add_one)
    store.read(_count)
    store.close()
    assert [file.name for file in tmp_path.iterdir()] == ["records.db"]


def test_a_closed_store_takes_nothing(store: Store) -> None:
    store.close()
    store.close()
    for use in (store.read, store.write, store.write_soon):
        with pytest.raises(StoreUnavailable, match="closed"):
            use(_count)
    for start in (store.reading, store.writing):
        with pytest.raises(StoreUnavailable, match="closed"):
            asyncio.run(start(_count))


def test_a_reader_that_outlasts_the_store_is_closed_when_it_is_done(databases: Databases) -> None:
    with databases.fresh("sqlite") as url:
        store = open_store(url)

        def job(connection: Connection) -> Connection:
            store.close()
            return connection

        assert store.read(job).closed


def test_a_reader_lost_meanwhile_is_replaced_and_nobody_notices(databases: Databases) -> None:
    with databases.fresh("postgresql") as url:
        store = open_store(url)
        lost = store.read(lambda connection: connection.execute(select(func.pg_backend_pid())).scalar())
        store.write(lambda connection: connection.execute(select(func.pg_terminate_backend(lost))))
        assert store.read(_count) == 0
        store.close()


def test_a_reader_lost_every_time_is_unavailable(databases: Databases) -> None:
    def dying(connection: Connection) -> None:
        connection.execute(select(func.pg_terminate_backend(func.pg_backend_pid())))

    with databases.fresh("postgresql") as url:
        store = open_store(url)
        store.read(_count)
        with pytest.raises(StoreUnavailable, match="cannot be used just now") as said:
            store.read(dying)
        assert said.value.__suppress_context__
        assert store.read(_count) == 0
        store.close()


def test_a_server_out_of_reach_is_unavailable() -> None:
    with pytest.raises(StoreUnavailable, match="PostgreSQL runs"):
        open_store(NOWHERE)
    store = Store(open_engine(NOWHERE))
    with pytest.raises(StoreUnavailable, match="PostgreSQL runs"):
        store.read(_count)
    store.close()


def test_a_new_database_is_brought_to_the_newest_version(tmp_path: Path) -> None:
    store = open_store(f"sqlite:///{tmp_path}/records.db")
    assert store.read(database_version) == HEAD
    store.close()


def test_coroutines_read_at_the_same_time_on_a_server(databases: Databases) -> None:
    meeting = threading.Barrier(READERS)

    async def scene(store: Store) -> list[int]:
        return await asyncio.gather(*(store.reading(lambda _: meeting.wait(60)) for _ in range(READERS)))

    with databases.fresh("postgresql") as url:
        store = open_store(url)
        assert sorted(asyncio.run(scene(store))) == list(range(READERS))
        store.close()


def _files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_what_was_deleted_leaves_the_log_too_once_it_is_emptied(tmp_path: Path) -> None:
    store = open_store(f"sqlite:///{tmp_path}/records.db")
    store.write(lambda connection: ADD.run(connection, name="quagga"))
    store.write(lambda connection: connection.execute(delete(LEASES)))
    assert store.read(_count) == 0
    assert b"quagga" in _files(tmp_path)["records.db-wal"]
    assert store.checkpoint()
    left = _files(tmp_path)
    assert left["records.db-wal"] == b""
    assert not [name for name, held in left.items() if b"quagga" in held]
    store.close()


def test_a_log_that_somebody_reads_stays_and_nobody_is_harmed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "CHECKPOINT_MILLISECONDS", 1)
    store = open_store(f"sqlite:///{tmp_path}/records.db")
    with snapshot(store.engine) as reader:
        assert _count(reader) == 0
        store.write(_add_one)
        assert not store.checkpoint()
        assert _count(reader) == 0
    assert store.read(_count) == 1
    assert store.checkpoint()
    store.close()


def test_emptying_the_log_goes_well_on_both_databases_and_not_on_a_closed_store(store: Store) -> None:
    store.write(_add_one)
    assert store.checkpoint()
    assert store.read(_count) == 1
    store.close()
    if is_sqlite(store.engine):
        with pytest.raises(StoreUnavailable, match="closed"):
            store.checkpoint()


def test_a_log_out_of_reach_is_unavailable(tmp_path: Path) -> None:
    store = Store(open_engine(f"sqlite:///{tmp_path}/records.db"))
    (tmp_path / "records.db").write_bytes(b"no database at all" * 1000)
    with pytest.raises(StoreUnavailable, match="is damaged, or is none"):
        store.checkpoint()
    store.close()
