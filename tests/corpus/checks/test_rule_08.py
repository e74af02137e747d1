"""rule-08: every uid resolves to a living row of the catalogue."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import rule_08
from becivic.corpus.findings import Severity
from tests.factories.corpora import APPLICATION, SEED, Files, assert_caught, assert_clean
from tests.requirement import requirement

RULE = rule_08.check
VALUE, REFERENCE = 'uid="val-00001"', 'uid="ref-00001"'


@requirement("R-CI-09")
def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), RULE)


@requirement("R-CI-09")
@pytest.mark.parametrize("uid", [VALUE, REFERENCE])
@pytest.mark.parametrize("empty", ['uid=""', ""])
def test_an_empty_uid_is_accepted_with_a_warning(uid: str, empty: str) -> None:
    files = Files.valid().replaced(APPLICATION, uid, empty)
    (found,) = files.findings([RULE])
    assert found.severity is Severity.WARNING
    assert "before the merge" in found.message
    name = "demo-handling-fee-eur" if uid is VALUE else '<Ref name="demo-law-article-one"'
    assert found.place.line == files.line_of(APPLICATION, name)


@requirement("R-CI-09")
@pytest.mark.parametrize(
    ("old", "new"),
    [(VALUE, "val-99999"), (REFERENCE, "ref-99999")],
)
def test_a_uid_without_a_row_is_an_error_at_its_line(old: str, new: str) -> None:
    files = Files.valid().replaced(APPLICATION, old, f'\nuid="{new}"')
    assert_caught(files, RULE, APPLICATION, files.line_of(APPLICATION, new), says=new)


@requirement("R-CI-09")
@pytest.mark.parametrize(
    ("old", "new"),
    [
        (VALUE, "ref-00001"),
        (REFERENCE, "val-00001"),
        (VALUE, "val-1"),
        (VALUE, "val_00001"),
        (VALUE, "val-00001@2026"),
        (VALUE, " "),
        (REFERENCE, "pth-00001"),
    ],
)
def test_a_uid_of_another_kind_or_shape_is_an_error(old: str, new: str) -> None:
    files = Files.valid().replaced(APPLICATION, old, f'\nuid="{new}"')
    assert_caught(
        files, RULE, APPLICATION, files.line_of(APPLICATION, f'\nuid="{new}"') + 1, says="of the form"
    )


@requirement("R-CI-09")
@pytest.mark.parametrize("status", ["deprecated", "quarantined"])
def test_a_row_that_is_out_of_use_is_an_error(status: str) -> None:
    files = Files.valid().replaced(SEED, '"status": "alpha"', f'"status": "{status}"')
    assert_caught(files, RULE, APPLICATION, files.line_of(APPLICATION, "val-00001"), says=status)


def test_a_row_of_an_unknown_status_is_the_seeds_own_matter() -> None:
    assert_clean(Files.valid().replaced(SEED, '"status": "alpha"', '"status": "odd"'), RULE)


def test_a_tag_in_code_is_not_a_citation() -> None:
    files = Files.valid().replaced(APPLICATION, "Some counters", '`<VV name="a-b" uid="x">1</VV>` counters')
    assert_clean(files, RULE)
