from __future__ import annotations

from sqlalchemy import insert, update

from becivic.rules.submissions import SubmissionType
from becivic.store import written
from becivic.store.store import Store
from becivic.store.tables.signals import RATINGS, VALIDATIONS
from tests.factories.intake import service
from tests.factories.oracle import NOW
from tests.factories.payloads import payload
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
    assert running.as_operator("GET", STATS).json() == {
        "distinct_ips": 3,
        "distinct_ips_with_injection_flag": 1,
    }
    store.write(lambda connection: connection.execute(update(VALIDATIONS).values(held=1)))
    assert running.as_operator("GET", STATS).json() == {
        "distinct_ips": 0,
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
