"""The monthly audit: each thing that can be out of order is found, and a house in order is found to be so."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, update

from becivic.corpus.findings import Severity
from becivic.lifecycle import Artefact, Evidence, Vote, decide
from becivic.publishing.consensus import log
from becivic.publishing.consensus.log import Entry
from becivic.publishing.rot import record_audit
from becivic.publishing.rot.auditing import AuditReport, audit
from becivic.publishing.workshop import Workshop
from becivic.rules.consensus import POLICY, DecisionKind
from becivic.rules.statuses import Status
from becivic.rules.submissions import Verdict
from becivic.rules.targets import TargetType
from becivic.store.reviews import Asked, answer, ask
from becivic.store.store import Store
from becivic.store.tables.keeping import ARTEFACTS, CHANGE_REQUESTS, Queue
from becivic.store.tables.lifecycle import DECISIONS
from becivic.store.written import moment
from tests.factories.corpora import APPLICATION, Files
from tests.factories.homes import NOON
from tests.factories.records import record
from tests.factories.signals import REJECT, concern, vote
from tests.factories.workshops import open_workshop
from tests.requirement import requirement

SKILL = (TargetType.SKILL, "demo-application")
DAY = timedelta(days=1)
LATER = NOON + DAY


def run(house: Workshop) -> AuditReport:
    return audit(house, LATER, lambda _: None)


def errors(house: Workshop) -> list[tuple[str, str]]:
    return [(each.check, each.subject) for each in run(house).findings if each.severity == "error"]


def change(house: Workshop, statement: Any) -> None:
    house.store.write(lambda connection: connection.execute(statement).rowcount)


@pytest.fixture
def house(sqlite_store: Store, tmp_path: Path) -> Workshop:
    return open_workshop(sqlite_store, tmp_path)


@requirement("R-FM-09")
def test_a_house_in_order_has_only_categories_that_wait_to_be_used(house: Workshop) -> None:
    report = run(house)
    assert {finding.check for finding in report.findings} == {"category-unused"}
    shown = report.as_json()["findings"][0]
    assert shown.keys() == {"check", "subject", "message", "severity"}
    assert shown["severity"] == "warning"


@requirement("R-FM-09")
def test_categories_that_are_not_listed_or_too_close_are_found(sqlite_store: Store, tmp_path: Path) -> None:
    listed = json.loads(Files.valid()["schemas/categories.json"])
    listed["categories"] += [{"id": "belgium-federals", "description": "A slip of the pen."}]
    files = (
        Files.valid()
        .with_file("schemas/categories.json", json.dumps(listed))
        .replaced(APPLICATION, "category: belgium-federal", "category: demonstration-only")
    )
    assert errors(open_workshop(sqlite_store, tmp_path, files)) == [
        ("category-unlisted", "demonstration-only"),
        ("category-close", "belgium-federal belgium-federals"),
    ]


def test_what_the_records_and_main_do_not_agree_about_is_found(house: Workshop) -> None:
    row = ARTEFACTS.c
    change(house, update(ARTEFACTS).where(row.target_id == "demo-application").values(status="beta"))
    change(house, update(ARTEFACTS).where(row.target_id == "demo-clock").values(target_id="gone-skill"))
    found = run(house)
    told = {each.subject: each.message for each in found.findings if each.check == "status"}
    assert told == {
        "skill demo-application": "is alpha 0.1.0 on main and beta 0.1.0 in the records.",
        "skill demo-clock": "is on main and not in the records.",
        "skill gone-skill": "is in the records and not on main.",
    }
    assert {each.severity for each in found.findings if each.check == "status"} == {Severity.ERROR}


@requirement("R-CI-06")
def test_a_flag_that_counts_and_pulled_nothing_is_found(house: Workshop) -> None:
    reference = (TargetType.REFERENCE, "ref-00001")
    for target in (SKILL, reference):
        vote(house.store, target, REJECT, injection_flag=1)
    assert errors(house) == [
        ("injection-flag", "reference ref-00001"),
        ("injection-flag", "skill demo-application"),
    ]
    change(
        house,
        update(ARTEFACTS).where(ARTEFACTS.c.target_id == SKILL[1]).values(cohort_started_at=moment(LATER)),
    )
    assert errors(house) == [("injection-flag", "reference ref-00001")]


def test_a_flag_on_a_concern_pulls_nothing(house: Workshop) -> None:
    uid = concern(house.store, SKILL)
    vote(house.store, (TargetType.OBSERVATION, uid), REJECT, injection_flag=1)
    assert errors(house) == []


def test_a_flag_that_is_young_or_about_nothing_known_is_left_to_the_tick(house: Workshop) -> None:
    vote(house.store, SKILL, REJECT, injection_flag=1, at=LATER - timedelta(minutes=59))
    vote(house.store, (TargetType.SKILL, "unknown-skill"), REJECT, injection_flag=1)
    assert errors(house) == []


def quarantine(house: Workshop, **entry: Any) -> int:
    artefact = Artefact(target=SKILL[0], id=SKILL[1], status=Status.ALPHA, cohort_started_at=NOON, line="0.1")
    flag = Vote(id="val_1", verdict=Verdict.REJECT, at=NOON, voter="one", flagged=True, line="0.1")
    decision = decide(artefact, Evidence.of([flag]), POLICY, NOON)
    assert decision.kind is DecisionKind.QUARANTINE
    return house.store.write(
        lambda connection: log.write(connection, decision, Entry("abc", POLICY, **entry))
    )


@requirement("R-CI-06", "R-QUAR-03")
def test_a_quarantine_that_nobody_was_asked_about_is_found(house: Workshop) -> None:
    quarantine(house)
    assert errors(house) == [("review-missing", "skill demo-application")]
    asked = Asked(Queue.INJECTION, SKILL[0].value, SKILL[1], "A skill was flagged.")
    house.store.write(lambda connection: ask(connection, asked, NOON))
    assert errors(house) == []
    house.store.write(lambda connection: answer(connection, SKILL[1], "upheld", LATER))
    assert errors(house) == []


def test_a_quarantine_that_never_came_true_asks_for_nobody(house: Workshop) -> None:
    row = record(CHANGE_REQUESTS, id="one", state="open")
    change(house, insert(CHANGE_REQUESTS).values(row))
    quarantine(house, change_request_id="one")
    assert errors(house) == []


def rewritten(house: Workshop, **values: Any) -> int:
    """A decision that says something else than it stood on, as no code of ours writes one."""
    number = quarantine(house)
    made = house.store.read(lambda connection: log.numbered(connection, number))
    assert made is not None
    row = {
        "decided_at": "2026-11-15T12:00:00.000000Z", "actor": made.actor, "target_type": "skill", "target_id": "other",
        "kind": made.kind.value, "rule": made.rule.value, "from_status": "alpha", "to_status": "quarantined",
        "judged": "abc", "artefact": json.dumps(made.artefact), "tally": json.dumps(made.tally),
        "policy": json.dumps(made.policy),
    }  # fmt: skip
    change(house, insert(DECISIONS).values({**row, **values}))
    return number + 1


@requirement("R-SM-01")
@pytest.mark.parametrize(
    ("values", "holds"),
    [
        ({}, True),
        ({"to_status": "deprecated"}, False),
        ({"from_status": "beta"}, False),
        ({"kind": "rollback"}, False),
        ({"rule": "net-rejects"}, False),
        ({"source": "federal-portal"}, False),
        ({"artefact": "{}"}, False),
        ({"policy": json.dumps({**POLICY.as_json(), "quarantine_flags": 2})}, False),
        ({"rule": "maintainer-ruling", "kind": "reinstate"}, True),
    ],
)
def test_a_decision_that_comes_out_otherwise_is_found(
    house: Workshop, values: dict[str, Any], holds: bool
) -> None:
    number = rewritten(house, **values)
    found = [each for each in errors(house) if each[0] == "replay"]
    assert found == ([] if holds else [("replay", f"decision {number}")])


def test_the_whole_log_is_made_again_a_page_at_a_time(
    house: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record_audit, "_PAGE", 1)
    pages: list[int] = []
    number = rewritten(house, to_status="deprecated")
    report = audit(house, LATER, pages.append)
    assert [each.subject for each in report.findings if each.check == "replay"] == [f"decision {number}"]
    assert pages == [0, number - 1, number]


def test_looking_again_finds_the_same(house: Workshop) -> None:
    assert run(house) == run(house)
