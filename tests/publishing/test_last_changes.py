"""Git tells which commit of main made the content of an artefact what it is."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest

from becivic.corpus.load import Corpus, Loader
from becivic.corpus.tree import MemoryTree
from becivic.publishing.last_changes import Artefact, MainHistory, content_id
from becivic.publishing.repository import CorpusRepository, RepositoryRefused
from becivic.rules.targets import TargetType
from tests.factories.corpora import APPLICATION, CLOCK, PATHS, Files
from tests.factories.homes import NOON, filled_home

APPLY, CERTIFICATE = (TargetType.SKILL, "demo-application"), (TargetType.PATH, "demo-certificate")
WAIT = (TargetType.SKILL, "demo-clock")
HOUR = timedelta(hours=1)


def _commit(repository: CorpusRepository, files: Files, hours: int) -> str:
    return repository.commit(MemoryTree(files), "a change", NOON + hours * HOUR)


def _sought(corpus: Corpus) -> dict[Artefact, str]:
    return {
        APPLY: content_id(corpus.skills["demo-application"]),
        WAIT: content_id(corpus.skills["demo-clock"]),
        CERTIFICATE: content_id(corpus.paths.entries["demo-certificate"]),
    }


def _told(repository: CorpusRepository) -> dict[Artefact, tuple[str, int]]:
    """By commit, and by how many hours after noon."""
    head = repository.head()
    found = MainHistory(repository, head).last_changes(_sought(Loader().load(repository.at(head))))
    return {key: (each.commit, (each.at - NOON) // HOUR) for key, each in found.items()}


def _with_entry(files: Files, key: str, description: str) -> Files:
    paths = json.loads(files[PATHS])
    first = paths["paths"]["demo-certificate"]
    paths["paths"][key] = {**first, "id": key, "description": {"en": description}}
    return files.with_file(PATHS, json.dumps(paths, indent=2))


def test_what_nobody_changed_is_of_the_first_commit(tmp_path: Path) -> None:
    repository = filled_home(tmp_path)
    first = (repository.head(), 0)
    assert _told(repository) == {APPLY: first, WAIT: first, CERTIFICATE: first}


def test_each_is_of_the_newest_commit_that_changed_its_own_content(tmp_path: Path) -> None:
    repository = filled_home(tmp_path)
    first = repository.head()
    files = Files.valid().replaced(APPLICATION, "Apply for a demonstration", "Ask for a demonstration")
    second = _commit(repository, files, 1)
    files = _with_entry(files, "demo-certificate", "Another.")
    third = _commit(repository, files, 2)
    files = _with_entry(files, "demo-other", "Not this one.").with_file("docs/other.md", "# Other\n")
    _commit(repository, files, 3)
    assert _told(repository) == {APPLY: (second, 1), WAIT: (first, 0), CERTIFICATE: (third, 2)}


def test_what_was_taken_away_and_came_back_is_of_the_day_it_came_back(tmp_path: Path) -> None:
    repository = filled_home(tmp_path)
    _commit(repository, Files.valid().without(CLOCK).with_file(PATHS, "{"), 1)
    back = _commit(repository, Files.valid(), 2)
    found = _told(repository)
    assert found[WAIT] == found[CERTIFICATE] == (back, 2)


def test_a_catalogue_that_is_new_to_main_is_of_the_commit_that_brought_it(tmp_path: Path) -> None:
    repository = filled_home(tmp_path)
    _commit(repository, Files.valid().without(PATHS), 1)
    back = _commit(repository, Files.valid(), 2)
    assert _told(repository)[CERTIFICATE] == (back, 2)


def test_main_at_an_older_commit_is_behind_a_newer_one_and_no_other(tmp_path: Path) -> None:
    repository = filled_home(tmp_path)
    first = repository.head()
    second = _commit(repository, Files.valid().with_file("docs/other.md", "# Other\n"), 1)
    assert MainHistory(repository, first).is_behind(second)
    assert not MainHistory(repository, second).is_behind(first)
    assert not MainHistory(repository, second).is_behind(second)
    assert not MainHistory(repository, second).is_behind("0" * 40)


def test_a_commit_that_is_missing_is_said(tmp_path: Path) -> None:
    repository = filled_home(tmp_path)
    with pytest.raises(RepositoryRefused):
        MainHistory(repository, "0" * 40).last_changes({APPLY: "x"})


def test_of_what_main_never_had_nothing_is_told(tmp_path: Path) -> None:
    repository = filled_home(tmp_path)
    stranger = (TargetType.SKILL, "demo-stranger")
    assert MainHistory(repository, repository.head()).last_changes({stranger: "x"}) == {}
