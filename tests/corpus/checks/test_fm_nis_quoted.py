"""fm-nis-quoted: commune codes are text."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import fm_applies_to, fm_nis_quoted, fm_schema
from tests.factories.corpora import APPLICATION, Files, assert_caught, assert_clean
from tests.requirement import requirement

QUOTED = 'communes: ["21009"]'


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), fm_nis_quoted.check)


@requirement("R-REPO-11", "R-CI-24")
@pytest.mark.parametrize("codes", ["[21009]", '["11001", 21009]', "\n    - 21009"])
def test_an_unquoted_code_is_caught_at_its_line_and_by_no_other_rule(codes: str) -> None:
    files = Files.valid().replaced(APPLICATION, QUOTED, f"communes: {codes}")
    line = files.line_of(APPLICATION, "21009")
    [finding] = files.findings([fm_nis_quoted.check, fm_schema.check, fm_applies_to.check])
    assert (finding.rule, finding.place.line) == ("fm-nis-quoted", line)
    assert '"21009"' in finding.remedy


@requirement("R-REPO-11")
@pytest.mark.parametrize("field", ["commune: 11001", "nis_code: 11001", "places:\n  - nis_code: 11001"])
def test_an_unquoted_code_is_caught_under_any_key_that_holds_codes(field: str) -> None:
    files = Files.valid().replaced(APPLICATION, "tags: [demo]", field)
    assert_caught(files, fm_nis_quoted.check, APPLICATION, files.line_of(APPLICATION, "11001"))


@pytest.mark.parametrize("field", ["communes: ['21009']", "postal: 1050", "commune: true", "commune: 1.5"])
def test_quoted_codes_and_other_values_are_fine(field: str) -> None:
    assert_clean(Files.valid().replaced(APPLICATION, "tags: [demo]", field), fm_nis_quoted.check)
