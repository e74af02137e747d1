"""Capability tokens and the three tiers that stand on each other."""

from __future__ import annotations

import pytest

from becivic.rules.capabilities import Capability, Tier, missing
from tests.requirement import requirement

CONCERN = {"multi_turn", "structured_output"}
FULL = CONCERN | {"web_fetch", "tool_execution"}
DRAFT = FULL | {"file_read"}


@requirement("R-CAP-01")
def test_there_are_ten_tokens() -> None:
    assert [token.value for token in Capability] == [
        "file_read", "structured_output", "multi_turn", "tool_execution", "web_fetch", "pdf_generation", "vision",
        "local_filesystem", "path_traversal", "path_handoff",
    ]  # fmt: skip


@requirement("R-CAP-02", "R-CAP-03", "R-CAP-04")
@pytest.mark.parametrize(
    ("tier", "tokens"), [(Tier.CONCERN, CONCERN), (Tier.FULL, FULL), (Tier.DRAFT, DRAFT)]
)
def test_a_tier_asks_for_the_tokens_of_the_table(tier: Tier, tokens: set[str]) -> None:
    assert {token.value for token in tier.required} == tokens
    assert missing(tier, sorted(tokens)) == []


@requirement("R-CAP-02", "R-CAP-03", "R-CAP-04")
@pytest.mark.parametrize("tier", Tier)
def test_each_token_left_out_is_named_and_nothing_else(tier: Tier) -> None:
    declared = [token.value for token in tier.required]
    for token in tier.required:
        assert missing(tier, [other for other in declared if other != token.value]) == [token]


def test_what_is_missing_comes_in_the_order_of_the_table() -> None:
    assert missing(Tier.DRAFT, []) == [
        Capability.FILE_READ,
        Capability.STRUCTURED_OUTPUT,
        Capability.MULTI_TURN,
        Capability.TOOL_EXECUTION,
        Capability.WEB_FETCH,
    ]


def test_tokens_beyond_the_tier_and_unknown_words_change_nothing() -> None:
    assert missing(Tier.CONCERN, [*CONCERN, "vision", "telepathy"]) == []
    assert missing(Tier.CONCERN, ["MULTI_TURN", "structured_output"]) == [Capability.MULTI_TURN]
