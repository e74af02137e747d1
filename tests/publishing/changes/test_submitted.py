"""What files need to know of a submission."""

from __future__ import annotations

import pytest

from becivic.publishing.changes.submitted import Submitted
from becivic.rules.submissions import SubmissionType
from becivic.rules.targets import TargetType
from tests.factories.changes import AMENDMENT_ID
from tests.factories.homes import NOON
from tests.requirement import requirement


@requirement("R-PROV-02")
@pytest.mark.parametrize("payload", [{"content": {}}, {"content": {}, "provenance": None}])
def test_provenance_that_is_null_or_absent_is_none(payload: dict[str, object]) -> None:
    sent = Submitted(AMENDMENT_ID, SubmissionType.AMENDMENT, TargetType.SKILL, "demo-clock", payload, NOON)
    assert (sent.provenance, sent.content) == (None, {})
