"""The records: no row holds the text, none loses more than it must, and ids lead on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Table
from sqlalchemy.exc import IntegrityError

from becivic.publishing.retraction.marks import MARKED
from becivic.publishing.retraction.records import (
    DELETED,
    ERASED,
    REPLACED,
    TABLES,
    Retraction,
    find_rows,
    retract_rows,
)
from becivic.publishing.retraction.submissions import erase_submission, rows_of_submission
from becivic.publishing.retraction.texts import MARK, RetractionRefused, Texts
from becivic.store import revision
from becivic.store.engine import snapshot
from becivic.store.store import Store
from becivic.store.tables.catalogue import CATALOGUE_ENTRIES, CATALOGUES, VOLATILE_VALUES
from becivic.store.tables.keeping import ARTEFACTS, CHANGE_REQUESTS
from becivic.store.tables.signals import AMENDMENTS, CONCERNS, DRAFTS, FEEDBACK_CHANNEL, RATINGS, VALIDATIONS
from becivic.store.tables.submissions import STAGED
from becivic.store.tables.words import words_of
from tests.factories.records import give_out, record
from tests.factories.table_contents import contents, rows
from tests.publishing.retraction.scene import NAME, TEXTS, spoilt

A, B = "a" * 40, "b" * 40


def retracted(store: Store, **more: Any) -> dict[str, int]:
    wanted = Retraction(more.pop("texts", TEXTS), more.pop("ids", {}), **more)
    return store.write(lambda connection: retract_rows(connection, wanted))


def test_every_row_with_the_text_is_found_and_loses_it(store: Store, tmp_path: Path) -> None:
    spoilt(store, tmp_path)
    found = store.read(lambda connection: find_rows(connection, TEXTS))
    assert found == dict.fromkeys(TABLES, 1)
    before, number = contents(store), store.read(revision.current)
    assert retracted(store) == dict.fromkeys(TABLES, 1)
    assert store.read(lambda connection: find_rows(connection, TEXTS)) == {}
    assert NAME not in repr(contents(store))
    assert store.read(revision.current) == number + 1
    clean = {table: [row for row in held if NAME not in repr(row)] for table, held in before.items()}
    for table, held in contents(store).items():
        if table != "revision":
            assert set(clean[table]) <= set(held)
    assert retracted(store) == {}
    assert store.read(revision.current) == number + 1


def test_each_table_loses_it_in_its_own_way(store: Store, tmp_path: Path) -> None:
    spoilt(store, tmp_path)
    retracted(store)
    for table, names in MARKED.items():
        row = changed(store, table)
        marks = {name: json.dumps(MARK) if name == "value" else MARK for name in names}
        assert {name: row[name] for name in names} == marks
        assert row.get("held", 1) == 1
    for table, names in ERASED.items():
        row = changed(store, table)
        assert {name: row[name] for name in names} == dict.fromkeys(names)
        assert row["held"] == 1
    for table, names in REPLACED.items():
        row = changed(store, table)
        assert all(MARK in row[name] for name in names)
        assert row.get("held", 0) == 0
    for table in DELETED:
        assert len(rows(store, table)) == 1
    assert json.loads(changed(store, STAGED)["payload"])["note"] == MARK


def changed(store: Store, table: Table) -> dict[str, Any]:
    return rows(store, table)[1]


def test_what_names_a_rewritten_object_is_led_on(store: Store) -> None:
    payload = json.dumps({"skill_commit": A})

    def fill(connection: Connection) -> None:
        connection.execute(CHANGE_REQUESTS.insert(), record(CHANGE_REQUESTS, merge_commit=A))
        connection.execute(CHANGE_REQUESTS.insert(), record(CHANGE_REQUESTS, 2))
        connection.execute(ARTEFACTS.insert(), record(ARTEFACTS, commit_sha=A, blob_id=None))
        connection.execute(STAGED.insert(), record(STAGED, payload=payload))

    store.write(fill)
    expected = {"change_requests": 1, "artefacts": 1, "staged_submissions": 1}
    assert retracted(store, ids={A: B}) == expected
    assert rows(store, CHANGE_REQUESTS)[0]["merge_commit"] == B
    assert rows(store, ARTEFACTS)[0]["commit_sha"] == B
    assert rows(store, STAGED)[0]["payload"] == payload.replace(A, B)


@pytest.mark.parametrize(
    ("table", "column"),
    [
        (CATALOGUE_ENTRIES, "name"),
        (VOLATILE_VALUES, "name"),
        (CONCERNS, "target_id"),
        (DRAFTS, "proposed_id"),
    ],
)
def test_a_text_in_what_a_row_is_known_by_is_refused(table: Table, column: str, store: Store) -> None:
    def fill(connection: Connection) -> None:
        give_out(connection, 5)
        connection.execute(table.insert(), record(table, 1, **{column: f"x-{NAME}"}))

    store.write(fill)
    with pytest.raises(
        RetractionRefused, match=f"{table.name}.{column}: The text is part of what rows are"
    ) as said:
        store.read(lambda connection: find_rows(connection, TEXTS))
    assert NAME not in str(said.value)


def test_signs_that_mean_something_to_sql_mean_nothing(store: Store) -> None:
    store.write(lambda connection: connection.execute(AMENDMENTS.insert(), record(AMENDMENTS)))
    for text in ("%ationale", "r_tionale", "RATIONALE", "' OR 1=1"):
        with snapshot(store.engine) as connection:
            assert find_rows(connection, Texts([text])) == {}


@pytest.mark.parametrize("gap", ["\n  ", "\u00a0", "** ", "%20", r"\n"])
def test_words_that_stand_apart_are_found_and_go_and_one_of_them_alone_stays(gap: str, store: Store) -> None:
    apart = NAME.replace(" ", gap)
    alone = NAME.split()[1]

    def fill(connection: Connection) -> None:
        connection.execute(AMENDMENTS.insert(), record(AMENDMENTS, 1, rationale=f"of {apart}"))
        connection.execute(AMENDMENTS.insert(), record(AMENDMENTS, 2, rationale=f"of {alone}"))

    store.write(fill)
    assert store.read(lambda connection: find_rows(connection, TEXTS)) == {"amendments": 1}
    assert retracted(store) == {"amendments": 1}
    assert store.read(lambda connection: find_rows(connection, TEXTS)) == {}
    assert apart not in str(rows(store, AMENDMENTS))
    assert rows(store, AMENDMENTS)[1]["rationale"] == f"of {alone}"


PUBLISHED = (CONCERNS, AMENDMENTS, DRAFTS, FEEDBACK_CHANNEL, RATINGS, *CATALOGUES.values())


@pytest.mark.parametrize("table", [*PUBLISHED, VALIDATIONS], ids=lambda table: table.name)
def test_a_submission_loses_all_its_words_and_others_keep_theirs(table: Table, store: Store) -> None:
    key = "validation_id" if table is VALIDATIONS else "submission_id"

    def fill(connection: Connection) -> None:
        give_out(connection, 9)
        for number, submission in enumerate(("one", "other"), 1):
            connection.execute(table.insert(), record(table, number, **{key: submission}))

    store.write(fill)
    assert store.read(lambda connection: rows_of_submission(connection, "one")) == {table.name: 1}
    assert store.read(lambda connection: rows_of_submission(connection, "none")) == {}
    other = rows(store, table)[1]
    assert retracted(store, texts=Texts(["nowhere"]), submission="one") == {table.name: 1}
    left = rows(store, table)
    assert left[-1] == other
    if table in (FEEDBACK_CHANNEL, RATINGS):
        assert len(left) == 1
    else:
        assert left[0]["held"] == 1
        assert "“é" not in "".join(str(left[0][name]) for name in words_of(table))
    assert store.write(lambda connection: erase_submission(connection, "none")) == {}


def change(store: Store, table: Table, **values: Any) -> None:
    store.write(lambda connection: connection.execute(table.update().values(values)))


class TestTheNarrowWay:
    """What migration 0004 lets through, and nothing beside it."""

    @pytest.fixture(autouse=True)
    def _filled(self, store: Store) -> None:
        def fill(connection: Connection) -> None:
            give_out(connection, 5)
            for table in MARKED:
                connection.execute(table.insert(), record(table, 1, **dict.fromkeys(held_of(table), 0)))

        store.write(fill)

    @pytest.mark.parametrize("table", MARKED, ids=lambda table: table.name)
    def test_only_the_mark_takes_a_place_and_a_row_of_the_catalogue_must_be_held(
        self, table: Table, store: Store
    ) -> None:
        held: dict[str, Any] = dict.fromkeys(held_of(table), 1)
        for name in MARKED[table]:
            mark = json.dumps(MARK) if name == "value" else MARK
            others = ["other", f"{mark} ", *([None] if table.c[name].nullable else [])]
            refused = [{name: other, **held} for other in others] + [{name: mark, "held": 0} for _ in held]
            for values in refused:
                with pytest.raises(IntegrityError, match=f"a row of {table.name} is history"):
                    change(store, table, **values)
            change(store, table, **{name: mark, **held})
            with pytest.raises(IntegrityError, match="is history"):
                change(store, table, **{name: "back"})

    @pytest.mark.parametrize("table", MARKED, ids=lambda table: table.name)
    def test_nothing_else_of_such_a_row_changes_by_it(self, table: Table, store: Store) -> None:
        for name in {*table.c.keys()} & {"uid", "name", "committed_at", "actor", "action", "at"}:
            with pytest.raises(IntegrityError, match="is history"):
                change(store, table, **{name: MARK, **dict.fromkeys(held_of(table), 1)})


def held_of(table: Table) -> tuple[str, ...]:
    return ("held",) if "held" in table.c else ()
