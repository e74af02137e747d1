from __future__ import annotations

import pytest

from becivic.intake.refusal import Refusal
from becivic.intake.stages import judge
from becivic.intake.stages.identity_ban import ban_identity, identity_refusal
from becivic.rules.errors import ErrorCategory
from becivic.rules.identity import IDENTITY_FIELDS
from tests.factories.intake import desk, submission
from tests.requirement import requirement

CONCERN = "concerns/valid/skill-commune-ixelles"


@requirement("R-PIPE-03", "R-IDB-01", "R-IDB-02", "R-IDB-04")
@pytest.mark.parametrize("name", IDENTITY_FIELDS)
def test_a_banned_name_is_refused_at_any_depth_and_before_the_schema_speaks(name: str) -> None:
    for found in (
        submission(CONCERN, **{name: "x"}),
        submission(CONCERN, context={"deep": [{"er": {name: None}}]}),
    ):
        refused = judge(found, desk())
        assert isinstance(refused, Refusal)
        assert refused.category is ErrorCategory.IDENTITY_FIELD_PRESENT
        assert refused.pointer is not None
        assert refused.pointer.endswith(f"/{name}")


@pytest.mark.parametrize("name", ["SubmitterName", "user-email", "\uff45mail", "first_name"])
def test_an_equivalent_is_refused_however_it_is_written(name: str) -> None:
    assert isinstance(ban_identity(submission(CONCERN, **{name: "x"}), desk()), Refusal)


def test_the_pointer_starts_where_the_payload_stood_and_repeats_no_strange_key() -> None:
    refused = identity_refusal({"context": {"85.07.30-033.28": {"user_id": 1}}}, "/items/2")
    assert refused is not None
    assert refused.pointer == "/items/2/context"


def test_what_names_nobody_passes() -> None:
    found = submission(CONCERN)
    assert ban_identity(found, desk()) is found
