"""The path catalogue in pages: by id, together the whole, and in short with what it takes to choose."""

from __future__ import annotations

import json
from typing import Any

import pytest

from becivic.corpus.load import Loader
from becivic.corpus.tree import DirectoryTree
from becivic.packaged import corpus_folder
from becivic.reading.filed import filed_path
from becivic.reading.path_catalogue import PathCatalogue, PathFilters
from becivic.reading.path_json import path_json
from becivic.reading.path_pages import KEPT, Detail, PathPage, summary
from becivic.rules.routes import Purpose
from tests.factories.corpora import Files
from tests.factories.path_readings import with_path
from tests.requirement import requirement

CORPUS = Loader().load(DirectoryTree(corpus_folder()))
EVERYTHING = PathFilters()
TOOLS = PathFilters(purposes=frozenset({Purpose.TOOL}))


def catalogue(files: Files | None = None) -> PathCatalogue:
    found = PathCatalogue.of(CORPUS if files is None else files.load(), None)
    assert found is not None
    return found


def pages(filters: PathFilters, limit: int, detail: Detail) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    after = ""
    while not found or "next" in found[-1]:
        found.append(PathPage(after=after, limit=limit, detail=detail).of(catalogue(), filters))
        after = found[-1].get("next", "")
    return found


@requirement("R-READ-06")
@pytest.mark.parametrize("limit", [1, 2, 7, 200])
@pytest.mark.parametrize("filters", [EVERYTHING, TOOLS])
def test_pages_together_are_the_whole(filters: PathFilters, limit: int) -> None:
    whole, found = catalogue().narrowed(filters), pages(filters, limit, Detail.FULL)
    assert [key for page in found for key in page["paths"]] == sorted(whole["paths"])
    assert all(page["paths"][key] == whole["paths"][key] for page in found for key in page["paths"])
    assert all(len(page["paths"]) <= limit for page in found)
    head = {name: value for name, value in whole.items() if name != "paths"}
    for page in found:
        assert {name: value for name, value in page.items() if name not in ("paths", "next")} == head
    assert [page["next"] for page in found[:-1]] == sorted(whole["paths"])[limit - 1 :: limit][
        : len(found) - 1
    ]


@requirement("R-READ-10")
def test_in_short_a_path_says_what_its_entry_says_and_in_which_order_its_sources_are_offered() -> None:
    (page,) = pages(EVERYTHING, 200, Detail.SUMMARY)
    assert set(page["paths"]) == set(CORPUS.paths.entries)
    for key, told in page["paths"].items():
        entry = CORPUS.paths.entries[key]
        assert told["path_id"] == key
        assert {name: told[name] for name in KEPT if name in told} == {
            name: entry.fields.data[name] for name in KEPT if name in entry.fields.data
        }
        whole = path_json(filed_path(CORPUS, entry), None, "https://civic.example")
        assert [source["id"] for source in told["sources"]] == whole["sources_in_turn"]
        assert set(told) <= {"path_id", "sources", *KEPT}
    assert len(json.dumps(page)) < len(json.dumps(catalogue().narrowed(EVERYTHING))) / 4


def test_a_source_that_has_a_name_of_its_own_is_told_with_it() -> None:
    sources = [
        {"id": "one", "title": "The counter", "label": "", "priority": 1},
        {"id": "two", "priority": 5},
    ]
    (entry,) = with_path(sources=sources).load().paths.entries.values()
    assert summary(entry)["sources"] == [{"id": "two"}, {"id": "one", "title": "The counter"}]


def test_what_an_entry_does_not_say_is_not_told() -> None:
    (entry,) = with_path(last_verified=None).load().paths.entries.values()
    assert "last_verified" not in summary(entry)


@requirement("R-QUAR-06")
@pytest.mark.parametrize("detail", Detail)
def test_what_is_withheld_is_in_no_page(detail: Detail) -> None:
    found = PathPage(limit=5, detail=detail).of(catalogue(with_path(status="quarantined")), EVERYTHING)
    assert found["paths"] == {}
    assert "next" not in found


def test_without_a_limit_all_that_are_left_are_told() -> None:
    names = sorted(CORPUS.paths.entries)
    found = PathPage(after=names[3], detail=Detail.SUMMARY).of(catalogue(), EVERYTHING)
    assert list(found["paths"]) == names[4:]
    assert "next" not in found
