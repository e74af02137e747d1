"""Amendments that wait: rows at alpha with their votes, and change requests of which only that they are there."""

from __future__ import annotations

from typing import Any

import pytest

from becivic.catalogue.contents import ReferenceChange
from becivic.catalogue.inserting import Filing, supersede_reference
from becivic.reading.pending import pending_amendments
from becivic.rendering.observed import ObservedItem
from becivic.rules.consensus import POLICY
from becivic.rules.submissions import SubmissionType
from becivic.rules.targets import TargetType
from becivic.store.store import Store
from becivic.store.tables.catalogue import VOLATILE_VALUES
from becivic.store.tables.keeping import CHANGE_REQUESTS
from becivic.store.tables.signals import AMENDMENTS
from tests.factories.catalogue import fee, law
from tests.factories.homes import NOON
from tests.factories.readers import AMENDMENT, amended_reference, amended_value
from tests.factories.records import record
from tests.factories.signals import REJECT, vote
from tests.requirement import requirement

VALUE = (TargetType.VOLATILE_VALUE, "val-00001")
COPY = "https://archive.example/two"
EVERYTHING = {
    TargetType.SKILL: ("demo-application",),
    TargetType.VOLATILE_VALUE: ("val-00001",),
    TargetType.REFERENCE: ("ref-00001",),
    TargetType.PATH: ("demo-certificate",),
}


@pytest.fixture
def filled(store: Store) -> Store:
    store.write(lambda connection: (fee(connection), law(connection)))
    return store


def pending(store: Store, targets: Any = EVERYTHING) -> list[ObservedItem]:
    return store.read(lambda connection: pending_amendments(connection, targets, POLICY))


def proposed(store: Store, **given: Any) -> None:
    row = record(AMENDMENTS, 1, submission_id=AMENDMENT, rationale="The counter\nasked for it.", **given)
    store.write(lambda connection: connection.execute(AMENDMENTS.insert(), [row]).rowcount)


def requested(store: Store, number: int = 1, **given: Any) -> None:
    row = {
        "submission_type": "amendment",
        "target_type": "skill",
        "target_id": "demo-application",
        "opened_at": "2026-11-15T12:00:00.000000Z",
        **given,
    }
    made = record(CHANGE_REQUESTS, number, **row)
    store.write(lambda connection: connection.execute(CHANGE_REQUESTS.insert(), [made]).rowcount)


def test_what_the_corpus_brought_is_nobodys_amendment(filled: Store) -> None:
    assert pending(filled) == []
    assert pending(filled, {}) == []


@requirement("R-OBSV-02")
def test_a_new_value_is_told_with_why_and_with_the_votes_on_it(filled: Store) -> None:
    amended_value(filled, 200)
    proposed(filled)
    vote(filled, VALUE, voter="one")
    vote(filled, VALUE, REJECT, voter="two")
    assert pending(filled) == [
        ObservedItem(
            type=SubmissionType.AMENDMENT,
            target_type=TargetType.VOLATILE_VALUE,
            target_id="val-00001",
            up=1,
            down=1,
            body="Proposed: €200. The counter asked for it.",
            committed_at="2026-11-15T12:00:00Z",
        )
    ]


def test_a_new_reference_is_told_with_its_address(filled: Store) -> None:
    amended_reference(filled, "Another law")
    (item,) = pending(filled)
    assert (item.target_id, item.body) == ("ref-00001", "Proposed: Another law, https://law.example/one.")


@requirement("R-OBSV-02")
@pytest.mark.parametrize(
    ("change", "said"),
    [
        (ReferenceChange(archived_url=COPY), f"Proposed: archive: {COPY}."),
        (
            ReferenceChange(title="Another law", archived_url=COPY),
            f"Proposed: Another law, https://law.example/one, archive: {COPY}.",
        ),
    ],
)
def test_of_a_new_archived_copy_its_address_is_told(
    filled: Store, change: ReferenceChange, said: str
) -> None:
    filing = Filing(submission_id=AMENDMENT)
    filled.write(lambda connection: supersede_reference(connection, "ref-00001", change, filing, NOON))
    assert [item.body for item in pending(filled)] == [said]


def test_what_many_voted_down_is_folded_away(filled: Store) -> None:
    amended_value(filled, 200)
    for voter in ("one", "two", "three"):
        vote(filled, VALUE, REJECT, voter=voter)
    (item,) = pending(filled)
    assert (item.score, item.hidden) == (-3, True)


def test_words_that_are_held_are_not_told(filled: Store) -> None:
    amended_value(filled, 200)
    proposed(filled, held=1)
    assert [item.body for item in pending(filled)] == ["Proposed: €200."]


@pytest.mark.parametrize(
    "column", [{"held": 1}, {"status": "beta"}, {"status": "stable"}, {"status": "deprecated"}]
)
def test_a_row_that_is_held_or_no_longer_at_alpha_is_not_pending(
    filled: Store, column: dict[str, Any]
) -> None:
    number = amended_value(filled, 200)
    own = VOLATILE_VALUES
    filled.write(
        lambda connection: (
            connection.execute(own.update().where(own.c.row_id == number).values(column)).rowcount
        )
    )
    assert pending(filled) == []


def test_of_an_open_change_request_only_that_it_is_there_is_told(filled: Store) -> None:
    requested(filled, 1)
    requested(filled, 2, target_type="path", target_id="demo-certificate")
    requested(filled, 3, state="merged")
    requested(filled, 4, submission_type="draft")
    requested(filled, 5, submission_type=None)
    requested(filled, 6, target_id="demo-clock")
    found = pending(filled)
    assert sorted((item.target_type, item.target_id, item.up, item.down) for item in found) == [
        (TargetType.PATH, "demo-certificate", 0, 0),
        (TargetType.SKILL, "demo-application", 0, 0),
    ]
    assert all(item.body.endswith("is proposed, and is being checked.") for item in found)
    assert pending(filled, {TargetType.SKILL: ()}) == []
