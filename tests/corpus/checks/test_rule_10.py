"""rule-10: skeletons are Be Civic's own."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import rule_10
from tests.factories.corpora import APPLICATION, Files, assert_caught, assert_clean
from tests.requirement import requirement


def skill(status: str, origin: str) -> Files:
    files = Files.valid().replaced(APPLICATION, "status: alpha", f"status: {status}")
    return files.replaced(APPLICATION, "origin: be-civic", f"origin: {origin}")


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), rule_10.check)


@requirement("R-CI-11")
def test_a_skeleton_from_the_community_is_caught_at_its_origin() -> None:
    files = skill("draft", "community")
    assert_caught(files, rule_10.check, APPLICATION, files.line_of(APPLICATION, "origin:"), says="`draft`")


@requirement("R-CI-11")
@pytest.mark.parametrize(
    ("status", "origin"),
    [("draft", "be-civic"), ("alpha", "community"), ("stable", "community"), ("draft", "nobody")],
)
def test_every_other_pair_is_fine_or_the_schemas_to_refuse(status: str, origin: str) -> None:
    assert_clean(skill(status, origin), rule_10.check)
