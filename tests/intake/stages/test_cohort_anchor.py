from __future__ import annotations

from datetime import UTC, datetime

import pytest

from becivic.intake.stages.cohort_anchor import stamp_cohort
from tests.factories.intake import desk, submission, world
from tests.requirement import requirement


@requirement("R-SUB-16", "R-PIPE-07", "R-RTG-03")
@pytest.mark.parametrize(
    ("name", "anchor"),
    [
        ("concerns/valid/skill-commune-ixelles", "{target_id}@{version}"),
        ("validations/valid/skill-confirm", "{target_id}@{version}"),
        ("amendments/valid/skill/body-one-line", "{target_id}@{version}"),
        ("ratings/valid/skill-five", "{target_id}@{version}"),
        ("validations/valid/path-confirm", "{target_id}@{version}"),
        ("validations/valid/path-source-confirm", None),
        ("amendments/valid/volatile_value/integer", None),
        ("drafts/valid/skill/smallest", None),
        ("analytics/valid/session-start", None),
        ("ratings/valid/agent-protocol-five", "{target_id}"),
    ],
)
def test_the_anchor_is_the_target_at_its_current_version(name: str, anchor: str | None) -> None:
    found, corpus = submission(name), world().corpus
    artefact = corpus.skills.get(found.target_id) or corpus.paths.entries.get(found.target_id)
    version = artefact.version if artefact else ""
    expected = anchor and anchor.format(target_id=found.target_id, version=version)
    assert stamp_cohort(found, desk()).cohort_anchor == expected


@requirement("R-RTG-03")
def test_a_rated_session_is_anchored_at_its_start_time_and_not_at_its_id() -> None:
    milliseconds = f"{int(datetime(2026, 11, 15, 9, 0, 7, tzinfo=UTC).timestamp() * 1000):012x}"
    session_id = f"ses_{milliseconds[:8]}-{milliseconds[8:]}-7000-8000-000000000000"
    rating = submission("ratings/valid/session-five", target_id=session_id)
    assert stamp_cohort(rating, desk()).cohort_anchor == "2026-11-15T09:00:07Z"


def test_a_session_from_the_far_future_is_no_error() -> None:
    rating = submission("ratings/valid/session-five", target_id="ses_ffffffff-ffff-7fff-bfff-ffffffffffff")
    assert stamp_cohort(rating, desk()).cohort_anchor == "9999-12-31T00:00:00Z"
