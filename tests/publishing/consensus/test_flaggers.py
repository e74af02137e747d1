"""Whose flag is ruled about: those that counted, and only where somebody could be told by it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import Connection, insert

from becivic.lifecycle import Artefact, Evidence, Vote
from becivic.publishing.consensus.flaggers import keep_flaggers
from becivic.rules.statuses import Status
from becivic.rules.submissions import Verdict
from becivic.rules.targets import TargetType
from becivic.store.store import Store
from becivic.store.tables.keeping import SALTS
from becivic.store.tables.lifecycle import DECISIONS, FLAGGERS
from tests.factories.oracle import NOW
from tests.factories.records import record
from tests.factories.table_contents import rows


def artefact(target: TargetType, target_id: str) -> Artefact:
    return Artefact(target=target, id=target_id, status=Status.ALPHA, cohort_started_at=NOW, line="0.1")


def flag(number: int, **changes: object) -> Vote:
    given: dict[str, object] = {"id": f"val {number}", "verdict": Verdict.REJECT, "at": NOW, "flagged": True}
    return Vote(**{**given, "voter": f"hash {number}", **changes})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("target", "target_id"), [(TargetType.SKILL, "unknown"), (TargetType.REFERENCE, "ref-00404")]
)
def test_without_a_salt_nobody_can_be_told_and_nobody_is_kept(
    sqlite_store: Store, target: TargetType, target_id: str
) -> None:
    evidence = Evidence.of([flag(1)])
    kept = sqlite_store.write(
        lambda connection: keep_flaggers(connection, 1, artefact(target, target_id), evidence)
    )
    assert (kept, rows(sqlite_store, FLAGGERS)) == (0, [])


def test_only_flags_that_counted_are_ruled_about(sqlite_store: Store) -> None:
    evidence = Evidence.of(
        [
            flag(1),
            flag(2, is_held=True),
            flag(3, is_looked_through=False),
            flag(4, at=NOW - timedelta(seconds=1)),
            flag(5, line="0.2"),
            flag(6, voter=None),
            flag(7, flagged=False),
            flag(8, voter="hash 1"),
        ]
    )

    def job(connection: Connection) -> int:
        decision = record(
            DECISIONS,
            target_type="skill",
            kind="quarantine",
            rule="injection-flag",
            from_status="alpha",
            to_status="alpha",
        )
        connection.execute(insert(DECISIONS), {**decision, "row_id": 1})
        salt = record(SALTS, key="skill-creator-salt:known", salt="its salt")
        connection.execute(insert(SALTS), salt)
        return keep_flaggers(connection, 1, artefact(TargetType.SKILL, "known"), evidence)

    assert sqlite_store.write(job) == 2
    kept, other = rows(sqlite_store, FLAGGERS)
    assert other["address_hash"] == "hash 5"  # whichever version it named
    assert (kept["decision_id"], kept["salt"], kept["address_hash"]) == (1, "its salt", "hash 1")
