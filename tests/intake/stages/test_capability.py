from __future__ import annotations

from becivic.intake.refusal import Refusal
from becivic.intake.stages.capability import check_capability
from becivic.rules.capabilities import Capability
from becivic.rules.errors import ErrorCategory
from tests.factories.intake import desk, submission
from tests.factories.payloads import submissions
from tests.requirement import requirement


@requirement("R-PIPE-04", "R-CAP-05", "R-ENV-10")
def test_what_is_lacking_is_named() -> None:
    refused = check_capability(
        submission("validations/valid/skill-confirm", declared_capabilities=["multi_turn", "web_fetch"]),
        desk(),
    )
    assert isinstance(refused, Refusal)
    assert (refused.category, refused.status) == (ErrorCategory.CAPABILITY_MISMATCH, 403)
    assert refused.more["missing_capabilities"] == ["structured_output", "tool_execution"]
    assert refused.pointer == "/declared_capabilities"
    remedy = refused.said()["remedy"]
    for needed in ("`declared_capabilities`", *(f"`{each.value}`" for each in Capability)):
        assert needed in remedy
    assert "`becivic-harness session start`" in remedy


def test_every_valid_payload_is_capable_enough() -> None:
    for each in submissions("valid"):
        found = submission(each.name.removesuffix(".json"))
        assert check_capability(found, desk()) is found
