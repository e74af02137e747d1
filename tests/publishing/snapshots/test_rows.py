"""Rows as lines: every one that is public, with no more of it than is listed, in an order that tells nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Connection, Table, update

from becivic.catalogue.contents import ValueChange
from becivic.catalogue.entries import rename
from becivic.catalogue.inserting import Filing, supersede_value
from becivic.publishing.snapshots.rows import files_of_rows
from becivic.rules.submissions import ValueType
from becivic.rules.targets import TargetType
from becivic.store.engine import snapshot
from becivic.store.store import Store
from becivic.store.tables.catalogue import REFERENCES, VOLATILE_VALUES
from tests.factories.catalogue import fee, law
from tests.factories.homes import NOON
from tests.factories.signals import REJECT, concern, vote
from tests.requirement import requirement

APPLY = (TargetType.SKILL, "demo-application")
LATER = NOON + timedelta(days=1)
VALUES, CITATIONS, CONCERNED, VALIDATED, VOTES = (
    f"data-snapshot/{name}.jsonl"
    for name in ("volatile-values", "references", "concerns", "validations", "votes")
)


def _lines(store: Store, file: str) -> list[dict[str, Any]]:
    with snapshot(store.engine) as connection:
        content = files_of_rows(connection)[file]
    assert content == b"" or content.endswith(b"\n")
    return [json.loads(line) for line in content.splitlines()]


def _do(store: Store, job: Callable[[Connection], object]) -> None:
    store.write(lambda connection: bool(job(connection)))


def _set(store: Store, table: Table, **values: Any) -> None:
    _do(store, lambda connection: connection.execute(update(table).values(values)).rowcount)


@requirement("R-BAK-02")
def test_an_empty_service_has_five_empty_files(store: Store) -> None:
    with snapshot(store.engine) as connection:
        assert files_of_rows(connection) == dict.fromkeys(
            (VALUES, CITATIONS, CONCERNED, VALIDATED, VOTES), b""
        )


@requirement("R-BAK-02")
def test_a_value_is_there_with_its_history_the_older_first(store: Store) -> None:
    _do(store, fee)
    _do(
        store,
        lambda connection: supersede_value(
            connection, "val-00001", ValueChange(value=200, value_type=ValueType.INTEGER), Filing(), LATER
        ),
    )
    before, now = _lines(store, VALUES)
    assert before == {
        "uid": "val-00001",
        "name": "demo-fee-eur",
        "status": "alpha",
        "committed_at": "2026-11-15T12:00:00Z",
        "superseded_at": "2026-11-16T12:00:00Z",
        "submission_contract_version": before["submission_contract_version"],
        "last_verified": "2026-11-01",
        "value_type": "integer",
        "value": 180,
        "unit": "EUR",
        "source": "ref-00001",
        "note": "As of 2026.",
    }
    assert (now["value"], "superseded_at" in now) == (200, False)


@requirement("R-BAK-02", "R-UID-05")
def test_a_reference_has_the_name_its_uid_has_now(store: Store) -> None:
    _do(store, law)
    store.write(lambda connection: rename(connection, "ref-00001", "demo-law-anew"))
    (line,) = _lines(store, CITATIONS)
    assert line["name"] == "demo-law-anew"
    assert line["url"] == "https://law.example/one"


@requirement("R-BAK-04")
@pytest.mark.parametrize(
    ("table", "file", "made"), [(VOLATILE_VALUES, VALUES, fee), (REFERENCES, CITATIONS, law)]
)
def test_the_words_of_a_submitted_row_wait_for_the_name_scan_and_a_held_row_is_not_there(
    store: Store, table: Table, file: str, made: Callable[[Connection], object]
) -> None:
    _do(store, made)
    (from_the_corpus,) = _lines(store, file)
    assert "note" in from_the_corpus
    with store.engine.begin() as connection:
        connection.execute(table.insert().values(_copy(connection, table)))
    (submitted,) = [line for line in _lines(store, file) if "note" not in line]
    assert submitted.keys() - {"superseded_at"} < from_the_corpus.keys()
    assert {"uid", "name", "status"} < submitted.keys()
    _set(store, table, names_scanned="rules")
    assert all("note" in line for line in _lines(store, file))
    _set(store, table, held=1)
    assert _lines(store, file) == []


def _copy(connection: Connection, table: Table) -> dict[str, Any]:
    """The row there is, as if somebody had sent it, and over already."""
    row = dict(connection.execute(table.select()).mappings().one())
    del row["row_id"]
    return {**row, "submission_id": "amd_1", "superseded_at": "2026-11-15T12:00:00.000000Z"}


@requirement("R-BAK-02")
def test_a_concern_shows_what_was_said_and_not_by_which_submission(store: Store) -> None:
    uid = concern(
        store, APPLY, content={"body": "The counter was moved."}, cohort_anchor="demo-application@0.1.0"
    )
    (line,) = _lines(store, CONCERNED)
    assert line == {
        "uid": uid,
        "target_type": "skill",
        "target_id": "demo-application",
        "cohort_anchor": "demo-application@0.1.0",
        "submission_contract_version": line["submission_contract_version"],
        "committed_at": "2026-11-15T12:00:00Z",
        "context": {"language_used": "fr"},
        "content": {"body": "The counter was moved."},
    }


@requirement("R-BAK-04")
def test_a_concern_without_a_name_scan_has_no_words_and_a_held_one_is_not_there(store: Store) -> None:
    concern(store, APPLY, names_scanned=None)
    concern(store, APPLY, held=1)
    (line,) = _lines(store, CONCERNED)
    assert not line.keys() & {"context", "content"}


@requirement("R-BAK-02", "R-BAK-04")
def test_a_vote_tells_its_day_alone_and_its_words_once_they_were_looked_through(store: Store) -> None:
    vote(store, APPLY, rationale="It went so.", names_scanned="rules")
    vote(store, APPLY, REJECT, rationale="Not yet seen.", injection_flag=1)
    vote(store, APPLY, rationale="Held.", names_scanned="rules", held=1)
    first, second = _lines(store, VALIDATED)
    assert first["rationale"] == "It went so."
    assert first["validated_on"] == "2026-11-15"
    assert "rationale" not in second
    assert (second["verdict"], second["injection_flag"]) == ("reject", True)
    assert not first.keys() & {
        "validation_id",
        "session_id",
        "voter_hash",
        "validated_at",
        "injection_reason",
    }


@requirement("R-BAK-04")
def test_votes_are_in_an_order_that_does_not_tell_what_was_sent_together(store: Store) -> None:
    other = (TargetType.PATH, "demo-certificate")
    for target in (APPLY, other, APPLY, other):
        vote(store, target, submission_contract_version="2.1.0")
    assert [line["target_type"] for line in _lines(store, VALIDATED)] == ["path", "path", "skill", "skill"]


@requirement("R-BAK-02", "R-OBSV-15")
def test_votes_on_concerns_are_counted_by_concern(store: Store) -> None:
    first, second, held = concern(store, APPLY), concern(store, APPLY), concern(store, APPLY, held=1)
    concern(store, APPLY)
    for uid, voter in ((first, "one"), (first, "two"), (first, "three"), (second, "one"), (held, "one")):
        vote(store, (TargetType.OBSERVATION, uid), voter=voter)
    vote(store, (TargetType.OBSERVATION, first), REJECT, voter="three")
    vote(store, (TargetType.OBSERVATION, first), REJECT, voter="four", held=1)
    vote(store, (TargetType.OBSERVATION, first), REJECT, voter="five", rationale="Words.")
    assert _lines(store, VOTES) == [
        {"uid": first, "up": 2, "down": 1},
        {"uid": second, "up": 1, "down": 0},
    ]
    assert _lines(store, VALIDATED) == []
