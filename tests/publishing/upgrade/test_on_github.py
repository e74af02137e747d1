"""The same with GitHub as the forge: a stand-in for it, and replicas with copies of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from becivic.corpus.tree import MemoryTree
from becivic.github_settings import GitHubSettings
from becivic.publishing.forge.github import open_github
from becivic.publishing.records import fill_records
from becivic.publishing.repository import CorpusRepository
from becivic.publishing.upgrade.outcome import Outcome
from becivic.publishing.upgrade.take_up import is_newer, take_up
from becivic.publishing.workshop import Workshop
from becivic.store.store import Store
from tests.factories.corpora import CLOCK, Files
from tests.factories.homes import NOON, commit, filled_home
from tests.factories.names import plain_names
from tests.factories.workshops import text_on_main
from tests.publishing.forge.conftest import keys
from tests.publishing.forge.github_routes import ROUTES
from tests.publishing.forge.github_server import serving
from tests.publishing.forge.github_stand_in import APP_ID, INSTALLATION, OWNER, REPO, StandIn

__all__ = ["keys"]

OLD = Files.valid()
NEW = OLD.replaced(CLOCK, "Leap years count once.", "Leap years count once, as law says.")


def replica(store: Store, home: Path, settings: GitHubSettings) -> Workshop:
    """Started once, and since then a copy of what GitHub has."""
    repository = filled_home(home, OLD)
    forge = open_github(settings, repository)
    workshop = Workshop(store, repository, forge, home, "http://becivic.test", plain_names())
    fill_records(store, workshop.corpus(), NOON, repository)
    return workshop


@pytest.fixture
def origin(tmp_path: Path) -> CorpusRepository:
    return filled_home(tmp_path / "origin", OLD)


def stand_in(origin: CorpusRepository, public: str) -> StandIn:
    return StandIn(origin.path, public, ROUTES, clone_url=str(origin.path))


def test_a_newer_package_is_a_pull_request_that_lands_once(
    store: Store, tmp_path: Path, origin: CorpusRepository, keys: tuple[Path, str]
) -> None:
    github = stand_in(origin, keys[1])
    with serving(github) as address:
        settings = GitHubSettings(OWNER, REPO, APP_ID, INSTALLATION, keys[0], address)
        one = replica(store, tmp_path / "one", settings)
        done = take_up(one, MemoryTree(NEW), NOON)
        assert done is not None
        assert (done.outcome, done.commit) == (Outcome.TAKEN_UP, origin.head())
        assert "as law says" in text_on_main(one.corpus(), CLOCK)
        another = replica(store, tmp_path / "another", settings)
        assert is_newer(store, another.repository, MemoryTree(NEW), NOON)
        assert take_up(another, MemoryTree(NEW), NOON) is None
        assert another.repository.head() == origin.head() == done.commit
    assert github.faults == []


def test_the_same_lines_are_a_draft_pull_request(
    store: Store, tmp_path: Path, origin: CorpusRepository, keys: tuple[Path, str]
) -> None:
    head = commit(origin, OLD.replaced(CLOCK, "Leap years count once.", "Leap years count never."))
    github = stand_in(origin, keys[1])
    with serving(github) as address:
        settings = GitHubSettings(OWNER, REPO, APP_ID, INSTALLATION, keys[0], address)
        one = replica(store, tmp_path / "one", settings)
        done = take_up(one, MemoryTree(NEW), NOON)
        assert done is not None
        assert (done.outcome, done.conflicts) == (Outcome.WAITS, (CLOCK,))
        assert origin.head() == head
        request = one.forge.find(done.branch)
        assert request is not None
        assert request.number is not None
        assert not is_newer(store, one.repository, MemoryTree(NEW), NOON)
    assert github.faults == []
