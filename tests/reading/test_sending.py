"""What whoever sends must know, told in long and in short from the same place."""

from __future__ import annotations

import hashlib

from becivic.packaged import corpus_folder
from becivic.reading.sending import scrub_rules, scrub_rules_digest, sending, versions
from becivic.rules.submissions import SubmissionType
from tests.factories.grounds import packaged


def test_versions_are_told_for_every_type() -> None:
    told = versions()
    assert told["submission_contract_version"] == "2.1.0"
    assert set(told["schema_version"]) == {kind.value for kind in SubmissionType}
    assert told["id"]["analytics"]["field"] == "analytics_event_id"
    assert told["envelope"] == {"schema_version": 1, "modes": ["validate", "stage"]}


def test_in_short_the_versions_are_those_of_an_envelope_and_of_what_it_may_hold() -> None:
    assert sending() == {
        "submission_contract_version": "2.1.0",
        "schema_versions": {
            "concern": 4,
            "amendment": 4,
            "validation": 4,
            "draft": 4,
            "feedback": 1,
            "rating": 1,
            "envelope": 1,
        },
        "staging_window_hours": 24,
    }


def test_the_scrub_rules_have_one_digest() -> None:
    raw = (corpus_folder() / "scrub/regex-rules.json").read_bytes()
    digest = hashlib.sha256(raw).hexdigest()
    assert scrub_rules_digest(packaged()) == scrub_rules(packaged())["sha256"] == digest
