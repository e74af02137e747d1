"""What a branch would change on a main that moved: told file by file, for every forge alike."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from becivic.publishing.commits import NewCommit
from becivic.publishing.forge.forge import MergeConflict
from becivic.publishing.forge.three_way import changed_plainly, merged_files
from becivic.publishing.repository import CorpusRepository
from tests.factories.homes import NOON
from tests.publishing.forge.contract import BOTH, EARLY, EARLY_OTHERWISE, LATE, A, B
from tests.publishing.forge.harness import FILES, begun

MINE = b"mine\n"
THEIRS = b"theirs\n"
NEW = "skills/new/canonical.md"


@pytest.fixture
def repository(tmp_path: Path) -> CorpusRepository:
    return CorpusRepository.open(begun(tmp_path / "origin.git"))


def on(repository: CorpusRepository, parent: str, files: Mapping[str, bytes]) -> str:
    return repository.write(NewCommit(parent, files, "change\n", NOON))


@pytest.mark.parametrize(
    ("branch", "main", "told"),
    [
        ({B: MINE}, {}, {B: MINE}),
        ({B: MINE}, {A: EARLY}, {B: MINE}),
        ({B: MINE}, {B: MINE}, {}),
        ({NEW: MINE}, {}, {NEW: MINE}),
        ({NEW: MINE}, {NEW: MINE}, {}),
        ({B: FILES[B]}, {B: THEIRS}, {}),
        ({A: EARLY}, {A: LATE}, {A: BOTH}),
        ({A: EARLY}, {A: BOTH}, {}),
        ({}, {A: EARLY}, {}),
    ],
)
def test_main_gets_what_it_has_not(
    repository: CorpusRepository,
    branch: dict[str, bytes],
    main: dict[str, bytes],
    told: dict[str, bytes],
) -> None:
    base = repository.head()
    assert merged_files(repository, on(repository, base, branch), on(repository, base, main)) == told


@pytest.mark.parametrize(
    ("branch", "main"),
    [
        ({A: EARLY}, {A: EARLY_OTHERWISE}),
        ({NEW: MINE}, {NEW: THEIRS}),
        ({"picture": b"\0one"}, {"picture": b"\0two"}),
    ],
)
def test_where_both_changed_the_same_nothing_is_guessed(
    repository: CorpusRepository, branch: dict[str, bytes], main: dict[str, bytes]
) -> None:
    base = repository.head()
    with pytest.raises(MergeConflict) as caught:
        merged_files(repository, on(repository, base, branch), on(repository, base, main))
    assert caught.value.where == next(iter(branch))


def test_a_change_is_told_by_its_files(repository: CorpusRepository) -> None:
    base = repository.head()
    files = {A: EARLY, NEW: MINE}
    assert changed_plainly(repository, base, on(repository, base, {**files, B: FILES[B]})) == files
