"""fm-applies-to: countries and communes of an audience exist."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import fm_applies_to
from tests.factories.corpora import APPLICATION, COMMUNES, Files, assert_caught, assert_clean
from tests.requirement import requirement


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), fm_applies_to.check)


@requirement("R-FM-10")
@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("origin_countries: [us, gb]", "origin_countries: [us, zz]", "country `zz`"),
        ("origin_countries: [us, gb]", "origin_countries: [uk]", "country `uk`"),
        ('communes: ["21009"]', 'communes: ["11001", "21999"]', "commune `21999`"),
    ],
)
def test_a_code_in_no_list_is_caught_at_its_line(old: str, new: str, says: str) -> None:
    files = Files.valid().replaced(APPLICATION, old, new)
    assert_caught(files, fm_applies_to.check, APPLICATION, files.line_of(APPLICATION, new), says=says)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("origin_countries: [us, gb]", "origin_countries: [US, usa, 3]"),
        ("origin_countries: [us, gb]", "origin_countries: us"),
        ('communes: ["21009"]', "communes: [ixelles, 99999]"),
        ("  regions: [brussels]", "  regions: 3"),
    ],
)
def test_a_code_the_schema_refuses_is_reported_there_alone(old: str, new: str) -> None:
    assert_clean(Files.valid().replaced(APPLICATION, old, new), fm_applies_to.check)


@pytest.mark.parametrize("file", ["schemas/types.json", COMMUNES])
def test_a_missing_list_is_not_reported_once_per_code(file: str) -> None:
    assert_clean(Files.valid().without(file), fm_applies_to.check)
