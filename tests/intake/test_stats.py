from __future__ import annotations

import json

import pytest
from sqlalchemy import Connection, insert, update

from becivic.catalogue.contents import ReferenceChange, ValueChange
from becivic.catalogue.inserting import Filing, supersede_reference, supersede_value
from becivic.rules.submissions import SubmissionType, ValueType
from becivic.store import written
from becivic.store.store import Store
from becivic.store.tables.catalogue import REFERENCES, VOLATILE_VALUES
from becivic.store.tables.keeping import SALTS
from becivic.store.tables.signals import RATINGS, VALIDATIONS
from tests.factories.intake import service
from tests.factories.oracle import NOW
from tests.factories.payloads import payload
from tests.factories.table_contents import rows
from tests.requirement import requirement

STATS = "/api/_internal/artefact-stats?target_type=skill&target_id=nationality-application"


@requirement("R-CATL-08")
def test_distinct_voters_are_counted_once_and_held_votes_not_at_all(store: Store) -> None:
    running = service(store)
    for number, (name, address) in enumerate(
        [
            ("skill-confirm", "203.0.113.1"),
            ("skill-confirm-with-remark", "203.0.113.1"),
            ("skill-reject", "203.0.113.2"),
            ("skill-reject-injection", "203.0.113.3"),
        ],
        start=1,
    ):
        sent = payload(f"validations/valid/{name}") | {"target_id": "nationality-application"}
        assert running.post(SubmissionType.VALIDATION, sent, address=address).status_code == 200, number
    unread = running.as_operator("GET", STATS).json()
    assert unread == {"distinct_ips": 1, "distinct_ips_with_injection_flag": 0}
    _look_through(store)
    assert running.as_operator("GET", STATS).json() == {
        "distinct_ips": 3,
        "distinct_ips_with_injection_flag": 1,
    }
    store.write(lambda connection: connection.execute(update(VALIDATIONS).values(held=1)))
    assert running.as_operator("GET", STATS).json() == {
        "distinct_ips": 0,
        "distinct_ips_with_injection_flag": 0,
    }


def _look_through(store: Store) -> None:
    """What votes say was looked through for names: they count from then on (C-22)."""
    store.write(lambda connection: connection.execute(update(VALIDATIONS).values(names_scanned="rules")))


def _supersede(connection: Connection, target_id: str, filing: Filing) -> None:
    if target_id.startswith("val"):
        change = ValueChange(value=999, value_type=ValueType.INTEGER)
        supersede_value(connection, target_id, change, filing, NOW)
    else:
        supersede_reference(
            connection, target_id, ReferenceChange(url="https://law.example/new"), filing, NOW
        )


@requirement("R-SALT-02", "R-CATL-08")
@pytest.mark.parametrize(
    "filing",
    [Filing(), Filing(per_artefact_salt="own salt", created_by_ip_hash="own hash")],
    ids=["without-salt", "with-salt"],
)
@pytest.mark.parametrize("target", ["volatile_value", "reference"])
def test_superseding_freezes_what_was_counted_destroys_the_hashes_and_counts_anew(
    store: Store, target: str, filing: Filing
) -> None:
    running, name = service(store), target.replace("_", "-")
    target_id = payload(f"validations/valid/{name}-confirm")["target_id"]
    stats = f"/api/_internal/artefact-stats?target_type={target}&target_id={target_id}"

    def vote(kind: str, address: str, tail: str = "") -> None:
        sent = payload(f"validations/valid/{name}-{kind}")
        sent |= {"validation_id": sent["validation_id"][: -len(tail)] + tail} if tail else {}
        assert running.post(SubmissionType.VALIDATION, sent, address=address).status_code == 200
        _look_through(store)

    vote("confirm", "203.0.113.1")
    vote("reject-injection", "203.0.113.2")
    counted = {"distinct_ips": 2, "distinct_ips_with_injection_flag": 1}
    assert running.as_operator("GET", stats).json() == counted
    store.write(lambda connection: _supersede(connection, target_id, filing))

    table = VOLATILE_VALUES if target == "volatile_value" else REFERENCES
    prior, after = (row for row in rows(store, table) if row["uid"] == target_id)
    assert json.loads(prior["distinct_frozen"]) == counted
    assert after["distinct_frozen"] is None
    assert [row["voter_hash"] for row in rows(store, VALIDATIONS)] == [None, None]
    assert not [row for row in rows(store, SALTS) if "-row:" in row["key"]]
    assert running.as_operator("GET", stats).json() == dict.fromkeys(counted, 0)

    vote("confirm", "203.0.113.1", "aa")
    vote("reject", "203.0.113.1")
    assert running.as_operator("GET", stats).json() == {
        "distinct_ips": 1,
        "distinct_ips_with_injection_flag": 0,
    }


@requirement("R-RTG-05")
def test_ratings_are_averaged_by_axis_and_cohort(store: Store) -> None:
    running = service(store)
    made = [
        ("skill_quality_stars", "a-skill", "a-skill@0.1.0", 5),
        ("skill_quality_stars", "a-skill", "a-skill@0.1.0", 4),
        ("skill_quality_stars", "a-skill", "a-skill@0.1.0", 4),
        ("agent_protocol_stars", None, "2.1.0", 2),
    ]
    store.write(
        lambda connection: [
            connection.execute(
                insert(RATINGS).values(
                    submission_id=f"rtg_{number}",
                    axis=axis,
                    skill_id=skill_id,
                    cohort_anchor=anchor,
                    stars=stars,
                    submission_contract_version="2.1.0",
                    committed_at=written.moment(NOW),
                )
            )
            for number, (axis, skill_id, anchor, stars) in enumerate(made)
        ]
    )
    assert running.as_operator("GET", "/api/_internal/rating-stats").json() == {
        "items": [
            {"axis": "agent_protocol_stars", "cohort_anchor": "2.1.0", "average": 2.0, "count": 1},
            {
                "axis": "skill_quality_stars",
                "skill_id": "a-skill",
                "cohort_anchor": "a-skill@0.1.0",
                "average": 4.33,
                "count": 3,
            },
        ]
    }
