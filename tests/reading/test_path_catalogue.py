"""The path catalogue as it is served: to the byte as committed, as new as the last vote, whole or narrowed."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from becivic.corpus.load import Corpus
from becivic.reading.path_catalogue import PathCatalogue, PathFilters
from becivic.rules.places import Region
from becivic.rules.routes import Purpose, Theme
from becivic.rules.statuses import Status
from tests.factories.corpora import PATHS, Files
from tests.requirement import requirement

LATER = datetime(2027, 1, 2, 3, 4, 5, tzinfo=UTC)


def corpus(**changes: Any) -> Corpus:
    document = json.loads(Files.valid()[PATHS])
    document["paths"]["demo-certificate"] |= changes
    return Files.valid().with_file(PATHS, json.dumps(document)).load()


def catalogue(voted: datetime | None = None, **changes: Any) -> PathCatalogue:
    found = PathCatalogue.of(corpus(**changes), voted)
    assert found is not None
    return found


def reaching(*regions: str) -> list[dict[str, Any]]:
    return [{"id": "one", "audience": {"regions": list(regions), "predicates": []}}]


@requirement("R-READ-06", "R-PCAT-02")
def test_a_vote_changes_its_time_and_its_tag_and_nothing_else() -> None:
    before, after = catalogue(), catalogue(LATER)
    assert before.text.decode() == before.corpus.paths.document.text
    assert before.tag != after.tag
    assert json.loads(after.text) == {**json.loads(before.text), "generated_at": "2027-01-02T03:04:05Z"}
    assert after.narrowed(PathFilters()) == json.loads(after.text)


@requirement("R-QUAR-06")
def test_what_is_withheld_is_left_out_whole_or_narrowed() -> None:
    for status in ("quarantined", "odd"):
        found = catalogue(LATER, status=status)
        assert json.loads(found.text)["paths"] == {}
        assert json.loads(found.text)["generated_at"] == "2027-01-02T03:04:05Z"
        assert found.narrowed(PathFilters(statuses=frozenset({Status.QUARANTINED})))["paths"] == {}
        blob_id = found.corpus.tree.blob_id(PATHS)
        assert not found.tag.startswith(blob_id), "a copy of the file as it is committed is not this"


def test_a_corpus_without_a_catalogue_has_none() -> None:
    assert PathCatalogue.of(Files.valid().without(PATHS).load(), LATER) is None


@pytest.mark.parametrize(
    ("filters", "is_taken"),
    [
        (PathFilters(purposes=frozenset({Purpose.SUBMISSION, Purpose.TOOL})), True),
        (PathFilters(purposes=frozenset({Purpose.TOOL})), False),
        (PathFilters(themes=frozenset({Theme.IDENTITY_CIVIL_STATUS, Theme.FAMILY})), True),
        (PathFilters(themes=frozenset({Theme.FAMILY})), False),
        (PathFilters(statuses=frozenset({Status.ALPHA})), True),
        (PathFilters(statuses=frozenset({Status.STABLE})), False),
        (PathFilters(statuses=frozenset({Status.ALPHA}), purposes=frozenset({Purpose.TOOL})), False),
    ],
)
def test_a_filter_takes_what_has_one_of_its_words(filters: PathFilters, *, is_taken: bool) -> None:
    assert bool(filters)
    assert ("demo-certificate" in catalogue().narrowed(filters)["paths"]) is is_taken


@pytest.mark.parametrize(
    ("sources", "is_taken"),
    [
        (reaching("brussels"), True),
        (reaching("flanders", "wallonia"), False),
        (reaching(), True),
        ([*reaching("flanders"), *reaching("brussels")], True),
        ([{"id": "one"}], True),
        ([], False),
    ],
)
def test_a_region_is_served_by_a_source_that_names_it_or_none(sources: list[Any], *, is_taken: bool) -> None:
    filters = PathFilters(regions=frozenset({Region.BRUSSELS}))
    assert ("demo-certificate" in catalogue(sources=sources).narrowed(filters)["paths"]) is is_taken


def test_without_a_word_nothing_is_a_filter() -> None:
    assert not PathFilters()
