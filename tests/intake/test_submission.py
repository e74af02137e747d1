from __future__ import annotations

from datetime import timedelta

from becivic.intake.submission import Submission
from becivic.rules.submissions import SubmissionType
from tests.factories.intake import submission
from tests.factories.oracle import NOW
from tests.requirement import requirement


@requirement("R-STAGE-01")
def test_the_window_starts_at_the_later_of_both_clocks() -> None:
    ahead = submission(
        "concerns/valid/skill-commune-ixelles", submitted_at=(NOW + timedelta(minutes=30)).isoformat()
    )
    behind = submission(
        "concerns/valid/skill-commune-ixelles", submitted_at=(NOW - timedelta(days=3)).isoformat()
    )
    assert ahead.commit_eta(NOW) == NOW + timedelta(hours=24, minutes=30)
    assert behind.commit_eta(NOW) == NOW + timedelta(hours=24)


def test_only_a_well_formed_id_is_ever_repeated() -> None:
    good = submission("concerns/valid/skill-commune-ixelles")
    assert good.well_formed_id == good.id
    for wrong in ("con_85.07.30", 7, None):
        assert Submission(SubmissionType.CONCERN, {"concern_id": wrong}).well_formed_id is None


def test_what_has_no_target_or_content_says_so() -> None:
    start = submission("analytics/valid/session-start")
    assert (start.target, start.target_id) == (None, "")
    assert Submission(SubmissionType.ANALYTICS, {}).content == {}
