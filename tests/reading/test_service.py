"""How the service stands, in one word and in numbers."""

from __future__ import annotations

import pytest

from becivic import __version__
from becivic.reading.sending import scrub_rules_digest, sending
from becivic.reading.service import Health, Standing, by_status, service_json
from tests.factories.corpora import APPLICATION, Files
from tests.factories.homes import NOON


@pytest.mark.parametrize(
    ("is_current", "records", "health"),
    [
        (True, True, Health.OK),
        (False, True, Health.STALE),
        (True, False, Health.DEGRADED),
        (False, False, Health.DEGRADED),
    ],
)
def test_the_worst_of_what_is_wrong_is_said(*, is_current: bool, records: bool, health: Health) -> None:
    standing = Standing(Files.valid().load(), is_current, NOON)
    assert standing.health(records=records) is health


def test_everything_is_told_of_what_is_served() -> None:
    corpus = Files.valid().load()
    assert service_json(Standing(corpus, True, NOON), NOON, records=True) == {
        "status": "ok",
        "commit": None,
        "corpus_made_at": "2026-11-15T12:00:00Z",
        "now": "2026-11-15T12:00:00Z",
        "version": __version__,
        "skills": 3,
        "paths": 1,
        "by_status": {"skills": {"alpha": 1, "beta": 1, "stable": 1}, "paths": {"alpha": 1}},
        "send": sending(),
        "scrub_rules": {"address": "/scrub-rules.json", "sha256": scrub_rules_digest(corpus)},
        "license": "CC-BY-4.0",
    }


def test_what_is_withheld_is_in_no_number() -> None:
    for status in ("quarantined", "no-such-status"):
        corpus = Files.valid().replaced(APPLICATION, "status: alpha", f"status: {status}").load()
        assert by_status(corpus)["skills"] == {"beta": 1, "stable": 1}
        assert service_json(Standing(corpus, True, NOON), NOON, records=True)["skills"] == 2
