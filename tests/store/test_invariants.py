"""What the database itself refuses, whoever asks: history is kept, counters grow, uids come from their sequence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest
from sqlalchemy import Engine, Table
from sqlalchemy.exc import IntegrityError

from becivic.store.engine import is_sqlite, open_engine
from becivic.store.tables import METADATA
from becivic.store.tables.catalogue import CATALOGUE_ENTRIES, REFERENCES, UID_SEQUENCES, VOLATILE_VALUES
from becivic.store.tables.keeping import AUDIT_LOG, REVISION
from becivic.store.tables.lifecycle import DECISIONS
from becivic.store.tables.signals import ANALYTICS_EVENTS, CONCERNS, RATINGS, VALIDATIONS
from tests.factories.records import fill, record
from tests.requirement import requirement

CATALOGUES: Final = (VOLATILE_VALUES, REFERENCES)
LIFECYCLE: Final = (
    "superseded_at", "status", "created_by_ip_hash", "per_artefact_salt", "distinct_frozen", "held", "names_scanned",
    "stable_at", "created_by_network_hash",
)  # fmt: skip
WORDS: Final = {
    "concerns": ("context", "content"),
    "validations": ("rationale", "injection_reason", "traversal_metadata"),
}
"""By table: what a discarded row loses."""
VOTERS: Final = ("voter_hash", "voter_network_hash", "unseated_hash")
FREE: Final[dict[Table, tuple[str, ...]]] = {
    VOLATILE_VALUES: LIFECYCLE,
    REFERENCES: LIFECYCLE,
    CATALOGUE_ENTRIES: ("name",),
    CONCERNS: ("held", "names_scanned", *WORDS["concerns"]),
    VALIDATIONS: ("held", "names_scanned", *VOTERS, *WORDS["validations"]),
    AUDIT_LOG: (),
    DECISIONS: (),
    RATINGS: ("held",),
    ANALYTICS_EVENTS: (),
}
"""By table: what may change in a row that is there. Every other column, also one added later, may not."""

NEVER_DELETED: Final = (
    "volatile_values", "references", "catalogue_entries", "concerns", "validations", "audit_log",
    "uid_sequences", "revision", "decisions",
)  # fmt: skip
ERASED: Final = (
    *((table, name) for table, names in WORDS.items() for name in names),
    *(
        (table.name, name)
        for table in CATALOGUES
        for name in ("created_by_ip_hash", "created_by_network_hash", "per_artefact_salt")
    ),
    *(("validations", name) for name in VOTERS),
)
OTHER_WORDS: Final = {
    "value_type": "string", "prefix": "ref", "target_type": "path", "verdict": "confirm", "submitter_type": "ci_probe",
    "axis": "skill_quality_stars", "read_as": "live", "event_type": "session_outcome",
}  # fmt: skip


@pytest.fixture
def engine(database_url: str) -> Iterator[Engine]:
    """Two rows in every table."""
    opened = open_engine(database_url)
    with opened.begin() as connection:
        fill(connection, range(1, 3))
    yield opened
    opened.dispose()


def change(engine: Engine, table: str, **values: Any) -> int:
    """`UPDATE … SET …` of the row that was put in first."""
    own = METADATA.tables[table]
    first = own.c["row_id"] == 1 if "row_id" in own.c else own.c["uid"] == record(own)["uid"]
    with engine.begin() as connection:
        return connection.execute(own.update().where(first).values(**values)).rowcount


def put(engine: Engine, table: Table, **values: Any) -> None:
    with engine.begin() as connection:
        connection.execute(table.insert(), record(table, 3, **values))


def run(engine: Engine, statement: str) -> None:
    with engine.begin() as connection:
        connection.exec_driver_sql(statement)


def another(table: str, column: str) -> Any:
    own = METADATA.tables[table].c[column]
    if column == "previous_row_id":
        return 2
    if own.type.python_type is int:
        return {"injection_flag": 0, "stars": 1}.get(column, 77)
    return OTHER_WORDS.get(column, "something else")


@requirement("R-CATL-03")
@pytest.mark.parametrize("table", FREE, ids=lambda table: table.name)
def test_what_was_written_is_never_changed(engine: Engine, table: Table) -> None:
    for column in set(table.c.keys()) - {*FREE[table]}:
        with pytest.raises(IntegrityError, match=f"a row of {table.name} is history"):
            change(engine, table.name, **{column: another(table.name, column)})


@requirement("R-CATL-03")
def test_history_and_counters_are_never_deleted(engine: Engine) -> None:
    for table in NEVER_DELETED:
        for statement in ("DELETE FROM", *([] if is_sqlite(engine) else ["TRUNCATE"])):
            with pytest.raises(IntegrityError, match=f"rows of {table} are never deleted"):
                run(engine, f'{statement} "{table}"')


def test_ratings_and_events_may_go_when_their_time_is_over(engine: Engine) -> None:
    with engine.begin() as connection:
        for table in (RATINGS, ANALYTICS_EVENTS):
            assert connection.execute(table.delete()).rowcount == 2


@requirement("R-CATL-03")
@pytest.mark.parametrize("table", CATALOGUES, ids=lambda table: table.name)
def test_a_value_is_superseded_once_and_its_history_stays(engine: Engine, table: Table) -> None:
    assert change(engine, table.name, superseded_at="2026-11-15") == 1
    with pytest.raises(IntegrityError, match="is history"):
        change(engine, table.name, superseded_at="2026-11-16")
    with pytest.raises(IntegrityError, match="is history"):
        change(engine, table.name, superseded_at=None)
    put(engine, table, uid=record(table)["uid"], previous_row_id=1)
    with engine.begin() as connection:
        chain = connection.execute(table.select().where(table.c.uid == record(table)["uid"])).all()
    assert [(row.row_id, row.superseded_at) for row in chain] == [(1, "2026-11-15"), (3, None)]


def test_how_a_source_was_read_is_set_once(engine: Engine) -> None:
    put(engine, REFERENCES, read_as=None, page_date=None)
    uid = record(REFERENCES, 3)["uid"]
    row = REFERENCES.update().where(REFERENCES.c.uid == uid)
    with engine.begin() as connection:
        assert connection.execute(row.values(read_as="live", page_date="undated")).rowcount == 1
    for later in ({"read_as": "stored_copy"}, {"read_as": None}, {"page_date": "2026"}):
        with pytest.raises(IntegrityError, match="is history"), engine.begin() as connection:
            connection.execute(row.values(later))


@requirement("R-CATL-03")
@pytest.mark.parametrize("table", CATALOGUES, ids=lambda table: table.name)
def test_a_second_current_row_of_a_uid_is_refused(engine: Engine, table: Table) -> None:
    with pytest.raises(IntegrityError):
        put(engine, table, uid=record(table)["uid"])


@pytest.mark.parametrize("table", CATALOGUES, ids=lambda table: table.name)
def test_a_row_that_is_gone_is_nobodys_predecessor(engine: Engine, table: Table) -> None:
    with pytest.raises(IntegrityError):
        put(engine, table, uid=record(table, 2)["uid"], superseded_at="then", previous_row_id=99)


@pytest.mark.parametrize("table", CATALOGUES, ids=lambda table: table.name)
def test_a_row_moves_through_its_lifecycle(engine: Engine, table: Table) -> None:
    for status in ("beta", "stable", "quarantined"):
        assert change(engine, table.name, status=status) == 1
    assert change(engine, table.name, distinct_frozen="5") == 1
    with pytest.raises(IntegrityError):
        change(engine, table.name, status="draft")


@requirement("R-NER-07", "R-SALT-02")
def test_what_hides_an_address_and_what_was_discarded_is_destroyed_and_never_put_back(engine: Engine) -> None:
    for table, column in ERASED:
        with pytest.raises(IntegrityError, match="is history"):
            change(engine, table, **{column: "another"})
        assert change(engine, table, **{column: None}) == 1
        with pytest.raises(IntegrityError, match="is history"):
            change(engine, table, **{column: "another"})


def test_a_row_may_be_held_and_released(engine: Engine) -> None:
    for table in ("concerns", "validations"):
        assert change(engine, table, held=1) == 1
        assert change(engine, table, held=0) == 1


def test_a_catalogue_entry_may_be_renamed_and_keeps_its_uid(engine: Engine) -> None:
    assert change(engine, "catalogue_entries", name="stib-fare-single") == 1


@requirement("R-UID-02")
def test_a_uid_sequence_only_grows(engine: Engine) -> None:
    with engine.begin() as connection:
        connection.execute(UID_SEQUENCES.update().values(last=UID_SEQUENCES.c.last + 1))
    for wrong in (UID_SEQUENCES.update().values(last=3), UID_SEQUENCES.update().values(prefix="val")):
        with (
            pytest.raises(IntegrityError, match="a row of uid_sequences is history"),
            engine.begin() as connection,
        ):
            connection.execute(wrong)


def test_the_revision_only_grows(engine: Engine) -> None:
    with engine.begin() as connection:
        connection.execute(REVISION.update().values(number=8))
        connection.execute(REVISION.update().values(number=8))
    with pytest.raises(IntegrityError, match="a row of revision is history"), engine.begin() as connection:
        connection.execute(REVISION.update().values(number=7))
    with pytest.raises(IntegrityError), engine.begin() as connection:
        connection.execute(REVISION.insert().values(only=2, number=9))


@requirement("R-UID-02")
@pytest.mark.parametrize(
    ("table", "prefix"), [("volatile_values", "val"), ("references", "ref"), ("concerns", "con")]
)
def test_a_uid_that_its_sequence_never_gave_out_is_refused(engine: Engine, table: str, prefix: str) -> None:
    own = METADATA.tables[table]
    with engine.begin() as connection:
        connection.execute(UID_SEQUENCES.update().values(last=123_456))
        connection.execute(
            UID_SEQUENCES.update().where(UID_SEQUENCES.c.prefix == prefix).values(last=123_457)
        )
    for wrong in ("123458", "00000", "000001", "1", "-0001", "0001a", "", "00001\n", "9" * 30):
        with pytest.raises(IntegrityError, match=f"a uid of {table} comes from its sequence"):
            put(engine, own, uid=f"{prefix}-{wrong}")
    with pytest.raises(IntegrityError, match=f"a uid of {table} comes from its sequence"):
        put(engine, own, uid="pth-00001")
    put(engine, own, uid=f"{prefix}-123457")


def test_an_update_that_changes_nothing_is_no_harm(engine: Engine) -> None:
    with engine.begin() as connection:
        for table in (*CATALOGUES, CONCERNS, VALIDATIONS, AUDIT_LOG, RATINGS, ANALYTICS_EVENTS):
            same = {column.name: column for column in table.c if not column.primary_key}
            assert connection.execute(table.update().values(same)).rowcount == 2


def test_both_databases_hold_the_same_triggers(engine: Engine) -> None:
    query = (
        "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        if is_sqlite(engine)
        else "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND right(tgname, 8) <> 'truncate'"
    )
    with engine.begin() as connection:
        found = {name for (name,) in connection.exec_driver_sql(query).all()}
    assert found == {
        *(f"kept_{table}_delete" for table in NEVER_DELETED),
        *(f"kept_{table}_update" for table in {*NEVER_DELETED, "ratings", "analytics_events"}),
        *(f"numbered_{table}" for table in ("volatile_values", "references", "concerns")),
    }


def test_a_replacement_deletes_like_any_other_statement(engine: Engine) -> None:
    """SQLite's OR REPLACE passes by the triggers of a deletion unless it is told not to."""
    if not is_sqlite(engine):
        return
    with pytest.raises(IntegrityError, match="never deleted"), engine.begin() as connection:
        connection.execute(CONCERNS.insert().prefix_with("OR REPLACE"), record(CONCERNS, row_id=1))
