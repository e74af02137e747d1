"""rule-07: the authority of a skill exists."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import rule_07
from tests.factories.corpora import APPLICATION, Files, assert_caught, assert_clean
from tests.requirement import requirement

FIELD = "authority_id: demo-registry"


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), rule_07.check)


@requirement("R-CI-08", "R-REPO-14")
def test_an_authority_nobody_listed_is_caught_at_its_line() -> None:
    files = Files.valid().replaced(APPLICATION, FIELD, "authority_id: demo-lost")
    assert_caught(
        files, rule_07.check, APPLICATION, files.line_of(APPLICATION, "authority_id"), says="demo-lost"
    )


@pytest.mark.parametrize("field", ["authority_id: Demo Registry", "authority_id: [a]", "tags: []"])
def test_no_authority_and_what_the_schema_refuses_are_not_its_business(field: str) -> None:
    files = Files.valid().replaced(APPLICATION, "tags: [demo]\n", "").replaced(APPLICATION, FIELD, field)
    assert_clean(files, rule_07.check)


def test_a_missing_list_is_not_reported_once_per_skill() -> None:
    assert_clean(Files.valid().without("data/authorities.json"), rule_07.check)
