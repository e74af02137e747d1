"""fm-retired-fields: fields of earlier rounds are caught, each with its own way out."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import fm_retired_fields
from becivic.rules.skills import RETIRED_FIELDS
from tests.factories.corpora import APPLICATION, Files, assert_caught, assert_clean
from tests.requirement import requirement


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), fm_retired_fields.check)


@requirement("R-FM-04", "R-FM-14", "R-CI-04")
@pytest.mark.parametrize("name", RETIRED_FIELDS)
def test_a_retired_field_is_caught_at_its_line(name: str) -> None:
    files = Files.valid().replaced(APPLICATION, "tags: [demo]", f"tags: [demo]\n{name}: high")
    line = files.line_of(APPLICATION, f"{name}:")
    found = assert_caught(files, fm_retired_fields.check, APPLICATION, line, says=f"`{name}`")
    assert RETIRED_FIELDS[name][1:] in found.remedy


@requirement("R-FM-14")
def test_the_way_out_of_routing_risk_is_the_risk_tag() -> None:
    files = Files.valid().replaced(APPLICATION, "tags: [demo]", "routing_risk: high")
    [found] = files.findings([fm_retired_fields.check])
    assert "<Risk" in found.remedy


def test_the_same_name_deeper_down_is_not_the_retired_field() -> None:
    files = Files.valid().replaced(APPLICATION, "  - name: years_waited", "  - name: lifecycle")
    assert_clean(files, fm_retired_fields.check)
