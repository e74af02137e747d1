"""Rows as readers are shown them: with the value before one that is in doubt, and without words nobody may see."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection, event

from becivic.catalogue.judging import promote, replace
from becivic.catalogue.rows import VALUES
from becivic.corpus.body import Body
from becivic.reading.rows import cited_uids, shown_rows
from becivic.rendering.shown import LastStable, ShownReference, ShownRows, ShownValue
from becivic.rules.statuses import Status
from becivic.rules.targets import TargetType
from becivic.store.store import Store
from becivic.store.tables.catalogue import REFERENCES, VOLATILE_VALUES
from tests.factories.catalogue import fee, law
from tests.factories.homes import NOON
from tests.factories.readers import amended_value
from tests.factories.signals import REJECT, vote
from tests.requirement import requirement


@pytest.fixture
def filled(store: Store) -> Store:
    store.write(lambda connection: (fee(connection), law(connection)))
    return store


def shown(store: Store, *uids: str) -> ShownRows:
    return store.read(lambda connection: shown_rows(connection, uids or ("val-00001",)))


def becomes(store: Store, status: Status) -> None:
    def job(connection: Connection) -> None:
        row = VALUES.current(connection, "val-00001")
        assert row is not None
        promote(connection, TargetType.VOLATILE_VALUE, row, status, NOON)

    store.write(job)


@requirement("R-TAG-15")
def test_a_value_is_shown_with_its_votes_and_the_reference_it_rests_on(filled: Store) -> None:
    target = (TargetType.VOLATILE_VALUE, "val-00001")
    vote(filled, target, voter="one")
    vote(filled, target, REJECT, voter="two")
    found = shown(filled)
    assert found.values == {
        "val-00001": ShownValue(
            uid="val-00001",
            name="demo-fee-eur",
            text="€180",
            value=180,
            unit="EUR",
            status=Status.ALPHA,
            last_verified="2026-11-01",
            source="ref-00001",
            note="As of 2026.",
            confirms=1,
            rejects=1,
        )
    }
    assert found.references == {
        "ref-00001": ShownReference(
            uid="ref-00001",
            name="demo-law-one",
            title="A law",
            url="https://law.example/one",
            status=Status.ALPHA,
            last_verified="2026-11-01",
            archived_url="https://archive.example/one",
            language="fr",
            note="Article 1.",
        )
    }


@requirement("R-TAG-16")
def test_beside_a_value_in_doubt_stands_the_one_that_was_stable_where_they_differ(filled: Store) -> None:
    assert shown(filled).values["val-00001"].last_stable is None
    becomes(filled, Status.STABLE)
    assert shown(filled).values["val-00001"].last_stable is None
    amended_value(filled, 200)
    found = shown(filled).values["val-00001"]
    before = LastStable(text="€180", committed_at="2026-11-15T12:00:00Z")
    assert (found.text, found.status, found.last_stable) == ("€200", Status.ALPHA, before)
    amended_value(filled, 180, submission=None)
    assert shown(filled).values["val-00001"].last_stable is None  # it says the same


@requirement("R-TAG-17")
def test_a_value_that_votes_took_away_has_no_text(filled: Store) -> None:
    def job(connection: Connection) -> None:
        row = VALUES.current(connection, "val-00001")
        assert row is not None
        replace(connection, row, None, Status.DEPRECATED, NOON, judged=row.row_id)

    filled.write(job)
    found = shown(filled).values["val-00001"]
    assert (found.text, found.value, found.is_resolved) == ("", None, False)


@pytest.mark.parametrize("column", [{"held": 1}, {"status": "quarantined"}])
def test_what_is_held_or_quarantined_gives_no_words(filled: Store, column: dict[str, object]) -> None:
    becomes(filled, Status.STABLE)
    amended_value(filled, 200)
    filled.write(
        lambda connection: [
            connection.execute(table.update().where(table.c.superseded_at.is_(None)).values(column)).rowcount
            for table in (VOLATILE_VALUES, REFERENCES)
        ]
    )
    found = shown(filled, "val-00001", "ref-00001")
    value, reference = found.values["val-00001"], found.references["ref-00001"]
    assert (value.text, value.value, value.note, value.source, value.is_resolved) == ("", None, "", "", False)
    assert value.last_stable is not None
    assert (reference.title, reference.url, reference.note, reference.is_resolved) == ("", "", "", False)
    assert (value.held, reference.held) == ("held" in column, "held" in column)


def test_however_many_rows_there_are_few_questions_are_asked(store: Store) -> None:
    def fill(connection: Connection) -> list[str]:
        law(connection)
        return [fee(connection, f"demo-fee-{number}-eur").uid for number in range(30)]

    uids, asked = store.write(fill), []
    shown(store)  # whoever reads first opens a connection
    event.listen(store._readers, "before_cursor_execute", lambda *given: asked.append(given[2]))
    assert len(shown(store, *uids).values) == 30
    assert len(asked) == 4


def test_of_nothing_nothing_is_shown(filled: Store) -> None:
    assert shown(filled, "val-00009", "con-00001", "no uid") == ShownRows({}, {})


@requirement("R-TAG-15")
def test_what_an_author_left_without_a_uid_is_found_by_its_name(filled: Store) -> None:
    body = Body(
        '<VV name="demo-fee-eur" uid="">€1</VV> <VV name="nobody-knows" uid="">€2</VV>'
        ' <Ref name="demo-law" uid="ref-00007" title="" url="" last_verified="">law</Ref>'
    )
    assert filled.read(lambda connection: cited_uids(connection, body)) == {"val-00001", "ref-00007"}
