"""Moves every record between databases of either kind through one file. Knows no command line and no key file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Column, Connection, Engine, Select, Table, func, select, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from becivic.rules.json_text import is_broken
from becivic.store.engine import DatabaseRefused, database_files, is_sqlite, snapshot
from becivic.store.failures import saying_unavailable, unavailable
from becivic.store.imported_rows import Histories, fault_of
from becivic.store.migrate import HEAD, VERSIONS, database_version, migrate, refuse_newer
from becivic.store.postgresql import unhurried
from becivic.store.tables import METADATA
from becivic.store.tables.catalogue import UID_SEQUENCES
from becivic.store.tables.keeping import REVISION
from becivic.store.transfer_file import (
    FIRST_ROW,
    Export,
    FileRefused,
    Header,
    NewExport,
    Row,
    new_export,
    newer,
    open_export,
    refuse_to_replace,
    refused,
)
from becivic.store.written import moment

OnProgress = Callable[[int, int], None]
"""Rows done, and rows in all."""

_COUNTERS: Final = (UID_SEQUENCES, REVISION)
"""First, since a row's uid must not be above its sequence; a new database holds them already, at 0."""

TABLES: Final = (*_COUNTERS, *(table for table in METADATA.sorted_tables if table not in _COUNTERS))
_BY_NAME: Final = {table.name: table for table in TABLES}
_Numbered = tuple[int, Row]
"""A row with its line."""

_TOGETHER: Final = 1000
_NUMBERS: Final = range(2**63)
"""What no counter and no number of a row is outside of."""


@dataclass(frozen=True, slots=True)
class Moved:
    """What went over, by table, and the checksum of the file."""

    rows: dict[str, int]
    sha256: str

    @property
    def total(self) -> int:
        return sum(self.rows.values())


def export_to(
    engine: Engine, file: Path, now: datetime, on_progress: OnProgress, kept: Iterable[Path] = ()
) -> Moved:
    """Everything as it stands at one moment, while others go on writing. Never over `kept` or the database."""
    refuse_to_replace(file, (*kept, *database_files(engine)))
    with saying_unavailable(), snapshot(unhurried(engine)) as connection:
        _refuse_unless_at_head(database_version(connection))
        header = Header(HEAD, moment(now), _counts(connection))
        with new_export(file, header) as export:
            _write_rows(connection, export, lambda done: on_progress(done, header.total))
        return Moved(header.rows, export.sha256)


def import_from(engine: Engine, file: Path, on_progress: OnProgress) -> Moved:
    """Everything in one transaction, into a new database; or nothing, with the reason."""
    with saying_unavailable(), open_export(file) as export:
        _refuse_another_version(export)
        migrate(engine)
        with unhurried(engine).begin() as connection:
            _keep_others_out(connection)
            _refuse_unless_new(connection)
            _read_rows(connection, export, lambda done: on_progress(done, export.header.total))
            if _counts(connection) != export.header.rows:
                raise refused(file)
            _go_on_counting(connection)
        return Moved(export.header.rows, export.sha256)


def _refuse_unless_at_head(found: str | None) -> None:
    refuse_newer(found)
    if found is None:
        raise DatabaseRefused(
            "The database holds no records of Be Civic.", remedy="Name the one the service uses."
        )
    if found != HEAD:
        raise DatabaseRefused(
            "The database is of an older version.",
            remedy="Start this version on it once, which brings it up to date, then export.",
        )


def _counts(connection: Connection) -> dict[str, int]:
    return {
        table.name: connection.execute(select(func.count()).select_from(table)).scalar_one()
        for table in TABLES
    }


def _write_rows(connection: Connection, export: NewExport, on_done: Callable[[int], None]) -> None:
    done = 0
    for table in TABLES:
        names = table.c.keys()
        with connection.execute(_all(table, connection)) as result:
            for rows in result.partitions():
                for row in rows:
                    export.row(table.name, dict(zip(names, row, strict=True)))
                done += len(rows)
                on_done(done)


def _all(table: Table, connection: Connection) -> Select[Any]:
    """By its key, text by its bytes: the same rows make the same file on either database."""
    is_postgresql = connection.dialect.name == "postgresql"
    order = (
        column.collate("C") if is_postgresql and column.type.python_type is str else column
        for column in table.primary_key
    )
    return select(table).order_by(*order).execution_options(yield_per=_TOGETHER)


def _refuse_another_version(export: Export) -> None:
    if export.header.schema not in VERSIONS:
        raise newer(export.file)
    if export.header.schema != HEAD:
        raise FileRefused(
            "was exported by an older version of this program.",
            where=str(export.file),
            remedy="Start this version once on the database it came from, then export again.",
        )


def _keep_others_out(connection: Connection) -> None:
    """On SQLite the transaction has the lock already; on PostgreSQL a server that is up may read, and waits to write."""
    if connection.dialect.name == "postgresql":
        names = ", ".join(f'"{table.name}"' for table in TABLES)
        connection.execute(text(f"LOCK TABLE {names} IN EXCLUSIVE MODE"))


def _refuse_unless_new(connection: Connection) -> None:
    filled = [table for table in TABLES if connection.execute(_records(table)).first()]
    if filled:
        raise DatabaseRefused(
            f"The database holds records already (in {filled[0].name}).",
            remedy="Import into a new one: name it with --database, or move this one away first.",
        )


def _records(table: Table) -> Select[Any]:
    """What a new database does not have: any row, or a counter that has counted."""
    counters = {UID_SEQUENCES.name: UID_SEQUENCES.c.last > 0, REVISION.name: REVISION.c.number > 0}
    any_row = select(*table.primary_key).limit(1)
    return any_row.where(counters[table.name]) if table.name in counters else any_row


def _read_rows(connection: Connection, export: Export, on_done: Callable[[int], None]) -> None:
    read: Counter[str] = Counter()
    histories = Histories()
    for table, rows in _batches(export, histories):
        _put(connection, export, table, rows)
        read[table.name] += len(rows)
        on_done(read.total())
    if read != Counter(export.header.rows):
        raise refused(export.file)
    for line, name in histories.ended():
        raise _impossible(export, line, name, "its uid has no current row")


def _put(connection: Connection, export: Export, table: Table, rows: list[_Numbered]) -> None:
    """All at once; where the database refuses them, one by one to know which."""
    statement = _restoring(table, connection)
    if _accepts(connection, statement, [row for _, row in rows]):
        return
    for line, row in rows:
        if not _accepts(connection, statement, [row]):
            fault = "this database does not accept it: a constraint of the table refuses it"
            raise _impossible(export, line, table.name, fault)
    raise refused(export.file)


def _accepts(
    connection: Connection, statement: sqlite.Insert | postgresql.Insert, rows: Sequence[Row]
) -> bool:
    """What a savepoint takes back was not accepted."""
    try:
        with connection.begin_nested():
            connection.execute(statement, rows)
    except SQLAlchemyError as error:
        if unavailable(error):
            raise
        return False
    return True


def _impossible(export: Export, line: int, table: str, fault: str) -> FileRefused:
    return FileRefused(
        f"holds a row of {table} that no database of the service holds: {fault}.",
        where=f"{export.file}:{line}",
        remedy="Export again from the database it came from; nothing was imported.",
    )


def _batches(export: Export, histories: Histories) -> Iterator[tuple[Table, list[_Numbered]]]:
    for table, group in groupby(_rows(export, histories), key=itemgetter(0)):
        while rows := [(line, row) for _, line, row in islice(group, _TOGETHER)]:
            yield table, rows


def _rows(export: Export, histories: Histories) -> Iterator[tuple[Table, int, Row]]:
    """With every column of their table and no other, what a driver can send, and what the service could have written."""
    for line, (name, row) in enumerate(export.rows(), FIRST_ROW):
        table = _BY_NAME.get(name)
        if table is None or row.keys() != set(table.c.keys()):
            raise refused(export.file, line)
        if not all(_fits(column, row[column.name]) for column in table.c):
            raise refused(export.file, line)
        if fault := fault_of(table, row) or histories.fault_of(table, row, line):
            raise _impossible(export, line, name, fault)
        yield table, line, row


def _fits(column: Column[Any], value: object) -> bool:
    """Whether a driver can send it, to either database; whether the table takes it, the database knows."""
    if value is None:
        return column.nullable is not False
    if type(value) is not column.type.python_type:
        return False
    if isinstance(value, str):
        return "\0" not in value and not is_broken(value)
    return value in _NUMBERS


def _restoring(table: Table, connection: Connection) -> sqlite.Insert | postgresql.Insert:
    """Counters are there already and move on; everything else is put in as it was, its number included."""
    insert: sqlite.Insert | postgresql.Insert = (
        sqlite.insert(table) if is_sqlite(connection.engine) else postgresql.insert(table)
    )
    if table not in _COUNTERS:
        return insert
    counted = {column.name: insert.excluded[column.name] for column in table.c if not column.primary_key}
    return insert.on_conflict_do_update(index_elements=list(table.primary_key), set_=counted)


def _go_on_counting(connection: Connection) -> None:
    """SQLite looks at the rows; PostgreSQL is told where its own numbers continue."""
    if connection.dialect.name != "postgresql":
        return
    for table in TABLES:
        if "row_id" in table.c:
            sequence = func.pg_get_serial_sequence(f'"{table.name}"', "row_id")
            last = func.coalesce(func.max(table.c.row_id), 0)
            connection.execute(select(func.setval(sequence, last + 1, False)))
