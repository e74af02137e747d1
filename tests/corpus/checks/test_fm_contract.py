"""fm-contract: the contract a skill points at exists."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import fm_contract
from tests.factories.corpora import APPLICATION, Files, assert_caught, assert_clean
from tests.requirement import requirement

FIELD = "submission_contract_version: "


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), fm_contract.check)


@requirement("R-FM-18", "R-CI-04")
def test_a_contract_without_a_document_is_caught_at_its_line() -> None:
    files = Files.valid().replaced(APPLICATION, f"{FIELD}2.1.0", f"{FIELD}3.0.0")
    line = files.line_of(APPLICATION, FIELD)
    assert_caught(files, fm_contract.check, APPLICATION, line, says="docs/submission-contract-v3.mdx")


@requirement("R-FM-18")
def test_any_version_of_a_published_major_resolves() -> None:
    assert_clean(Files.valid().replaced(APPLICATION, f"{FIELD}2.1.0", f"{FIELD}2.9.4"), fm_contract.check)


@requirement("R-FM-18")
def test_every_skill_is_caught_when_the_document_goes() -> None:
    files = Files.valid().without("docs/submission-contract-v2.mdx")
    assert len(files.findings([fm_contract.check])) == 3


@pytest.mark.parametrize("version", ["two", "../../etc.0.0", "2", "[2]"])
def test_a_version_the_schema_refuses_is_reported_there_alone(version: str) -> None:
    files = Files.valid().replaced(APPLICATION, f"{FIELD}2.1.0", f"{FIELD}{version}")
    assert_clean(files, fm_contract.check)
