"""path-audited: audited delivery is of its class."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import path_audited
from tests.factories.corpora import PATHS, Files, assert_clean
from tests.factories.json_edits import PORTAL, assert_warned, line_at, with_value
from tests.requirement import requirement

FIELD = f"{PORTAL}/audited_document_delivery"


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), path_audited.check)


@requirement("R-SRC-05")
def test_another_class_that_claims_audited_delivery_is_warned_about() -> None:
    files = with_value(Files.valid(), FIELD, True)
    assert_warned(files, path_audited.check, PATHS, line_at(files, FIELD), says="brussels-tier1-quicklink")


@requirement("R-SRC-05")
def test_the_audited_class_is_clean() -> None:
    files = with_value(Files.valid(), FIELD, True)
    assert_clean(with_value(files, f"{PORTAL}/source_class", "brussels-tier1-quicklink"), path_audited.check)


@pytest.mark.parametrize("value", [False, None, "true", 1])
def test_anything_but_true_claims_nothing(value: object) -> None:
    assert_clean(with_value(Files.valid(), FIELD, value), path_audited.check)
