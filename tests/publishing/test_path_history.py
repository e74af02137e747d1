"""The history of a path: only commits that changed its entry, a bounded part of main at a time."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from becivic.corpus.directory import PATHS_INDEX
from becivic.publishing.history import FileHistory
from becivic.publishing.path_history import PathHistory
from becivic.publishing.repository import CorpusRepository
from tests.factories.corpora import Files
from tests.factories.homes import commit, home_at


def catalogue(**paths: Any) -> Files:
    return Files({PATHS_INDEX: json.dumps({"paths": paths}).encode()})


ONE = {"status": "alpha", "version": "0.1.0"}
TWO = {"status": "beta", "version": "0.2.0"}


@pytest.fixture
def repository(tmp_path: Path) -> CorpusRepository:
    return home_at(tmp_path, Files({"README.md": b"nothing yet"}))


def test_only_commits_that_changed_the_entry_are_told(repository: CorpusRepository) -> None:
    commits = [
        commit(repository, files)
        for files in (
            catalogue(a=ONE),
            catalogue(a=ONE, b=ONE),
            catalogue(a=TWO, b=ONE),
            Files({PATHS_INDEX: b"not JSON"}),
            catalogue(a=TWO, b=TWO),
        )
    ]
    history = PathHistory(FileHistory(repository))
    found = history.page(commits[-1], "a", None, 50)
    assert found is not None
    assert [each.commit for each in found.changes] == [commits[4], commits[3], commits[2], commits[0]]
    assert [str(each.version) for each in found.changes] == ["0.2.0", "None", "0.2.0", "0.1.0"]
    assert [each.status for each in found.changes] == ["beta", None, "beta", "alpha"]
    assert found.next is None


def test_a_page_goes_on_after_its_last_change(repository: CorpusRepository) -> None:
    commits = [commit(repository, catalogue(a={"version": f"0.1.{number}"})) for number in range(5)]
    history = PathHistory(FileHistory(repository))
    first = history.page(commits[-1], "a", None, 2)
    assert first is not None
    assert ([each.commit for each in first.changes], first.next) == ([commits[4], commits[3]], commits[3])
    second = history.page(commits[-1], "a", first.next, 3)
    assert second is not None
    assert ([each.commit for each in second.changes], second.next) == (commits[2::-1], None)


def test_one_page_looks_at_so_many_catalogues_and_no_more(repository: CorpusRepository) -> None:
    commits = [commit(repository, catalogue(a=ONE, b={"version": f"0.1.{number}"})) for number in range(5)]
    history = PathHistory(FileHistory(repository), looked_at=2)
    page = history.page(commits[-1], "a", None, 50)
    assert page is not None
    assert (page.changes, page.next) == ((), commits[3])
    found = []
    while page is not None and page.next is not None:
        page = history.page(commits[-1], "a", page.next, 50)
        found += [each.commit for each in page.changes] if page is not None else []
    assert found == [commits[0]]


def test_a_commit_that_is_not_on_the_way_is_no_place_to_go_on_from(repository: CorpusRepository) -> None:
    head = commit(repository, catalogue(a=ONE))
    assert PathHistory(FileHistory(repository)).page(head, "a", "0" * 40, 50) is None


def test_the_first_commit_of_all_may_have_brought_it(tmp_path: Path) -> None:
    repository = home_at(tmp_path, catalogue(a=ONE))
    found = PathHistory(FileHistory(repository)).page(repository.head(), "a", None, 50)
    assert found is not None
    assert [each.commit for each in found.changes] == [repository.head()]
