"""Votes are looked at after they count, and one that names somebody stops counting."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from becivic.publishing.review.holding import release
from becivic.publishing.screening import votes as module
from becivic.publishing.screening.review_log import REVIEW_LOG
from becivic.publishing.screening.screen import screen_for
from becivic.publishing.screening.votes import VotesScanned, scan_votes
from becivic.rules.submissions import SubmissionType
from becivic.store import revision
from becivic.store.store import Store
from becivic.store.tables.signals import VALIDATIONS
from becivic.store.tables.submissions import HELD
from becivic.store.written import document
from tests.factories.homes import NOON
from tests.publishing.screening.places import SENTENCE, FailsOn, screen, workshop
from tests.publishing.screening.shown import OLD, all_of, put, questions, scanned, submission_id, vote
from tests.requirement import requirement


@requirement("R-NER-01", "R-NER-04", "R-NER-05", "R-NER-06")
def test_a_vote_that_names_somebody_is_held_and_the_others_are_marked_as_seen(
    store: Store, tmp_path: Path
) -> None:
    made = workshop(store, tmp_path)
    own = screen_for(made)
    metadata = document({"validates_post_handoff": True, "signal": SENTENCE})
    put(store, VALIDATIONS, [vote(1, "It is right."), vote(2, SENTENCE), vote(3, None), vote(4, None, traversal_metadata=metadata)])  # fmt: skip
    assert scan_votes(made, own, NOON) == VotesScanned(looked=4, held=2)
    assert scanned(store, VALIDATIONS) == [(0, own.digest), (1, own.digest), (0, own.digest), (1, own.digest)]
    assert questions(store) == [("validation", submission_id("val", number), None) for number in (2, 4)]
    logged = [json.loads(line) for line in (tmp_path / REVIEW_LOG).read_text("utf-8").splitlines()]
    assert [line["held"] for line in logged] == [
        f"held-for-review/validations/{submission_id('val', number)[4:]}" for number in (2, 4)
    ]
    assert scan_votes(made, own, NOON).as_json() == {"looked": 0, "held": 0}


@requirement("R-NER-07")
def test_a_released_vote_counts_again_and_is_not_looked_at_again(store: Store, tmp_path: Path) -> None:
    made = workshop(store, tmp_path)
    put(store, VALIDATIONS, [vote(1, SENTENCE)])
    scan_votes(made, screen(), NOON)
    kind, own = SubmissionType.VALIDATION, submission_id("val", 1)
    assert store.write(lambda connection: release(connection, kind, own, NOON, "operator"))
    assert scan_votes(made, screen(), NOON) == VotesScanned(0, 0)
    assert scanned(store, VALIDATIONS) == [(0, screen().digest)]


def test_every_vote_is_reached_however_many_there_are(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "BATCH", 2)
    put(store, VALIDATIONS, [vote(number, "It is right.") for number in range(1, 6)])
    before = store.read(revision.current)
    assert scan_votes(workshop(store, tmp_path), screen(), NOON) == VotesScanned(5, 0)
    assert store.read(revision.current) == before + 3  # words that may be shown now are a change to see


def test_a_vote_that_cannot_be_looked_at_is_held(store: Store, tmp_path: Path) -> None:
    put(store, VALIDATIONS, [vote(1, "A poison."), vote(2, "It is right.", names_scanned=OLD)])
    assert scan_votes(workshop(store, tmp_path), screen(FailsOn("poison")), NOON) == VotesScanned(1, 1)
    (held,) = all_of(store, HELD)
    assert json.loads(held.reasons) == [{"pointer": "", "reason": "scan_failed"}]
