"""communes-unique: codes and slugs once, provinces and languages that fit the region."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import communes_unique
from tests.factories.corpora import COMMUNES, Files, assert_caught, assert_clean
from tests.requirement import requirement


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), communes_unique.check)


@requirement("R-COMM-02")
@pytest.mark.parametrize(
    ("old", "new"),
    [('"nis_code": "11001"', '"nis_code": "21009"'), ('"slug": "aartselaar"', '"slug": "ixelles"')],
)
def test_a_code_or_slug_used_twice_is_caught_at_the_second_line(old: str, new: str) -> None:
    first = Files.valid().line_of(COMMUNES, old)
    files = Files.valid().replaced(COMMUNES, old, new)
    assert_caught(files, communes_unique.check, COMMUNES, first, says="another commune")


@requirement("R-COMM-02")
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"province": null', '"province": "flemish-brabant"'),
        ('"province": "antwerp"', '"province": "antwerpen"'),
        ('"province": "antwerp"', '"province": null'),
        ('["fr", "nl"]', '["fr"]'),
    ],
)
def test_a_commune_that_disagrees_with_its_region_is_caught_at_its_line(old: str, new: str) -> None:
    line = Files.valid().line_of(COMMUNES, old)
    assert_caught(Files.valid().replaced(COMMUNES, old, new), communes_unique.check, COMMUNES, line)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"communes": [', '"other": ['),
        ('"communes": [', '"communes": {}, "other": ['),
        ('"communes": [', '"communes": [3, null, "x",'),
        ('"slug": "ixelles"', '"slug": "IXELLES"'),
        ('"name_nl": "Aartselaar"', '"name_nl": null'),
        ('"province": "antwerp"', '"province": "Antwerp 1"'),
        ('"region": "flanders"', '"region": 3'),
    ],
)
def test_what_the_schema_refuses_is_reported_there_alone(old: str, new: str) -> None:
    assert_clean(Files.valid().replaced(COMMUNES, old, new), communes_unique.check)


def test_a_missing_list_is_reported_elsewhere() -> None:
    assert_clean(Files.valid().without(COMMUNES), communes_unique.check)
