"""rule-11: name and uid of a tag belong together."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import rule_11
from tests.factories.corpora import APPLICATION, Files, assert_caught, assert_clean
from tests.requirement import requirement

RULE = rule_11.check
VALUE = 'name="demo-handling-fee-eur" uid="val-00001"'


@requirement("R-CI-12")
def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), RULE)


@requirement("R-CI-12")
@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("demo-handling-fee-eur", "demo-other-fee-eur", "demo-handling-fee-eur"),
        ('<Ref name="demo-law-article-one"', '<Ref name="demo-law-article-two"', "demo-law-article-one"),
    ],
)
def test_a_name_that_is_not_the_rows_is_caught_at_its_line(old: str, new: str, says: str) -> None:
    files = Files.valid().replaced(APPLICATION, old, new)
    assert_caught(files, RULE, APPLICATION, files.line_of(APPLICATION, new), says=says)


@pytest.mark.parametrize(
    "attributes",
    [
        'name="demo-new-fee-eur"',
        'name="demo-new-fee-eur" uid=""',
        'uid="val-00001"',
        'name="demo-new-fee-eur" uid="val-99999"',
        'name="demo-new-fee-eur" uid="ref-00001"',
    ],
)
def test_without_both_or_without_a_row_there_is_nothing_to_compare(attributes: str) -> None:
    assert_clean(Files.valid().replaced(APPLICATION, VALUE, attributes), RULE)
