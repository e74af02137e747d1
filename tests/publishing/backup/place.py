"""An installation with history and records in it, and what it holds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygit2
from sqlalchemy import Engine

from becivic.publishing.backup.taking import Installation
from becivic.publishing.refs import Move
from becivic.publishing.repository import REPOSITORY, CorpusRepository
from becivic.publishing.screening.review_log import REVIEW_LOG
from tests.factories.corpora import APPLICATION, Files
from tests.factories.exports import fill_richly
from tests.factories.homes import commit, filled_home

OPEN = "refs/heads/submissions/drf_one"
LOGGED = '{"at":"2026-11-15T11:00:00.000000Z","held":"held-for-review/concern/one","reasons":[]}\n'
CLOSED = "refs/closed/submissions/amd_two"


def installed(home: Path, engine: Engine) -> Installation:
    """Three commits, an open branch, a closed one and a tag; rows in every table; a key, settings and a hold in the log."""
    repository = filled_home(home)
    first = repository.head()
    commit(repository, Files.valid().with_file("docs/a.md", "one\n"))
    second = commit(repository, Files.valid().with_file(APPLICATION, "left out\n"))
    repository.move(Move(OPEN, None, first), Move(CLOSED, None, second))
    git = pygit2.Repository(str(home / REPOSITORY))
    who = pygit2.Signature("Somebody", "somebody@example.org", 1_763_200_000, 0)
    git.create_tag("v1", pygit2.Oid(hex=first), pygit2.enums.ObjectType.COMMIT, who, "the first\n")
    fill_richly(engine)
    (home / "address.key").write_text("ab" * 32 + "\n")
    (home / "settings.toml").write_text(
        '# token: hush\noperator_token = "hush-hush-hush-hush"\nport = 8080\ntrusted_proxies = ["10.0.0.0/8"]\n'
    )
    (home / REVIEW_LOG).parent.mkdir()
    (home / REVIEW_LOG).write_text(LOGGED)
    return Installation(home, engine, (home / "address.key",))


def refs_of(home: Path) -> dict[str, str]:
    git = pygit2.Repository(str(home / REPOSITORY))
    return {name: str(git.references[name].target) for name in git.references}


def files_of(home: Path) -> dict[str, bytes]:
    repository = CorpusRepository.open(home / REPOSITORY)
    tree = repository.at(repository.head())
    return {path: tree.read(path) for path in tree.paths()}


def nobody(*_: Any) -> None:
    """Watches nothing."""
