"""Rows that are public are looked through again when the rules change."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from becivic.names import NameFinder
from becivic.publishing.review import unsent
from becivic.publishing.review.holding import release
from becivic.publishing.review.queues import found
from becivic.publishing.screening import public_rows as module
from becivic.publishing.screening.public_rows import PUBLIC, RowScan, RowsScanned
from becivic.publishing.screening.review_log import REVIEW_LOG
from becivic.rules.submissions import SubmissionType
from becivic.store.store import Store
from becivic.store.tables import METADATA
from becivic.store.tables.catalogue import REFERENCES, VOLATILE_VALUES
from becivic.store.tables.signals import AMENDMENTS, CONCERNS, VALIDATIONS
from becivic.store.tables.submissions import HELD
from becivic.store.written import document
from tests.factories.homes import NOON
from tests.factories.records import record
from tests.publishing.screening.places import SENTENCE, SOMEBODY, FailsOn, screen, workshop
from tests.publishing.screening.shown import (
    OLD,
    all_of,
    amendment,
    concern,
    put,
    questions,
    reference,
    scanned,
    scanned_by_others,
    submission_id,
    vote,
)
from tests.requirement import requirement

NEW = screen().digest


def rescan(
    store: Store, home: Path, finder: NameFinder | None = None, *, everything: bool = False
) -> RowsScanned:
    folder = home / str(len([*home.iterdir()]))
    return RowScan(workshop(store, folder), screen(finder), NOON, everything).run()


def test_every_table_that_remembers_its_scan_is_looked_through() -> None:
    remembering = {table for table in METADATA.sorted_tables if "names_scanned" in table.c}
    assert {public.table for public in PUBLIC} == remembering


@requirement("R-NER-01", "R-NER-04")
def test_what_names_somebody_is_hidden_in_every_table(store: Store, tmp_path: Path) -> None:
    put(store, CONCERNS, [concern(1, "All is well."), concern(2, SENTENCE)])
    notes = document({"research_notes_markdown": SENTENCE})
    diff = {"body_diff": f"--- a\n+++ b\n@@ -1 +1 @@\n-{SENTENCE}\n+New\n"}
    put(store, AMENDMENTS, [amendment(1, "Why not.", diff), amendment(2, "Why.", {}, provenance=notes)])
    put(
        store, VALIDATIONS, [vote(1, SENTENCE, names_scanned=OLD), vote(2, "It is right.", names_scanned=OLD)]
    )
    put(store, REFERENCES, [reference(1, "A law"), reference(2, f"Letter of {SOMEBODY}")])
    value = record(
        VOLATILE_VALUES, 1, name="demo-fee", value='"12"', unit="EUR", note=SENTENCE, submission_id=None
    )
    put(store, VOLATILE_VALUES, [value])
    assert rescan(store, tmp_path) == RowsScanned(looked=9, held=5)
    assert [scanned(store, public.table) for public in PUBLIC] == [
        [(0, NEW), (1, NEW)], [(0, NEW), (1, NEW)], [(1, NEW), (0, NEW)], [(1, NEW)], [(0, NEW), (1, NEW)],
    ]  # fmt: skip
    assert [kind for kind, _, _ in questions(store)] == [
        "concern", "amendment", "validation", "volatile_value", "reference",
    ]  # fmt: skip
    (log,) = tmp_path.glob(f"*/{REVIEW_LOG}")
    held = [json.loads(line)["held"] for line in log.read_text("utf-8").splitlines()]
    assert held[0] == f"held-for-review/concerns/{submission_id('con', 2)[4:]}"
    assert held[-1] == "held-for-review/references/ref-00002"
    assert SOMEBODY not in log.read_text("utf-8")


def test_what_these_rules_have_seen_is_not_looked_at_again_unless_asked(store: Store, tmp_path: Path) -> None:
    put(store, CONCERNS, [concern(1, "All is well."), concern(2, "So is this.", names_scanned=NEW)])
    assert rescan(store, tmp_path) == RowsScanned(looked=1)
    assert rescan(store, tmp_path) == RowsScanned()
    assert rescan(store, tmp_path, everything=True) == RowsScanned(looked=2)


def test_rows_from_before_anybody_looked_are_looked_at(store: Store, tmp_path: Path) -> None:
    put(store, CONCERNS, [concern(1, SENTENCE, names_scanned=None)])
    assert rescan(store, tmp_path) == RowsScanned(looked=1, held=1)


def test_a_new_vote_is_left_to_those_who_look_at_votes(store: Store, tmp_path: Path) -> None:
    put(store, VALIDATIONS, [vote(1, SENTENCE)])
    assert rescan(store, tmp_path, everything=True) == RowsScanned()


def test_what_is_held_already_is_not_public(store: Store, tmp_path: Path) -> None:
    put(store, CONCERNS, [concern(1, SENTENCE, held=1)])
    assert rescan(store, tmp_path) == RowsScanned()


@requirement("R-NER-07")
def test_what_a_person_released_is_not_held_again(store: Store, tmp_path: Path) -> None:
    put(store, CONCERNS, [concern(1, SENTENCE)])
    rescan(store, tmp_path)
    kind, own = SubmissionType.CONCERN, submission_id("con", 1)
    assert store.write(lambda connection: release(connection, kind, own, NOON, "operator"))
    scanned_by_others(store, CONCERNS)
    assert rescan(store, tmp_path) == RowsScanned(looked=1)
    assert scanned(store, CONCERNS) == [(0, NEW)]
    assert [row.state for row in all_of(store, HELD)] == ["released"]


def test_a_change_of_the_catalogue_is_held_once_with_its_row(store: Store, tmp_path: Path) -> None:
    own = submission_id("amd", 1)
    put(store, AMENDMENTS, [amendment(1, "Why.", {"proposed_title": SENTENCE}, target_type="reference")])
    put(store, REFERENCES, [reference(1, SENTENCE, submission_id=own)])
    assert rescan(store, tmp_path) == RowsScanned(looked=1, held=1)
    assert [row.held for row in all_of(store, REFERENCES)] == [1]


@requirement("R-NER-07")
def test_a_row_of_the_corpus_that_a_person_released_is_looked_at_and_left(
    store: Store, tmp_path: Path
) -> None:
    put(store, REFERENCES, [reference(1, SENTENCE)])
    assert rescan(store, tmp_path) == RowsScanned(looked=1, held=1)
    (item,) = store.read(lambda connection: found(connection, "ref-00001"))
    assert store.write(lambda connection: unsent.release(connection, item, NOON, "operator"))
    assert rescan(store, tmp_path, everything=True) == RowsScanned(looked=1)
    assert scanned(store, REFERENCES) == [(0, NEW)]


def test_what_cannot_be_looked_at_stays_public_and_is_tried_again(store: Store, tmp_path: Path) -> None:
    put(store, CONCERNS, [concern(1, "A poison."), concern(2, "All is well.")])
    assert rescan(store, tmp_path, FailsOn("poison")) == RowsScanned(looked=1, failed=1)
    assert [row.names_scanned == OLD for row in all_of(store, CONCERNS)] == [True, False]
    assert rescan(store, tmp_path, everything=True) == RowsScanned(looked=2)


def test_every_row_is_reached_however_many_there_are(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "BATCH", 2)
    put(store, CONCERNS, [concern(number, "All is well.") for number in range(1, 6)])
    assert rescan(store, tmp_path) == RowsScanned(looked=5)
