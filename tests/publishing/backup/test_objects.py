"""Objects as git keeps them: everything a ref leads to, and nothing else."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pygit2
import pytest

from becivic.publishing.backup.objects import copy_history, open_git, reached, tips
from becivic.publishing.repository import REPOSITORY, RepositoryRefused
from tests.factories.homes import filled_home
from tests.publishing.backup.place import nobody


def git_says(folder: Path, *arguments: str) -> list[str]:
    ran = subprocess.run(["git", *arguments], cwd=folder, capture_output=True, text=True, check=True)
    return ran.stdout.splitlines()


def test_what_refs_lead_to_is_what_git_itself_finds(tmp_path: Path) -> None:
    filled_home(tmp_path)
    git = open_git(tmp_path / REPOSITORY)
    other = git.TreeBuilder()
    other.insert("elsewhere", pygit2.Oid(hex="1" * 40), pygit2.enums.FileMode.COMMIT)
    other.insert("file", git.create_blob(b"same"), pygit2.enums.FileMode.BLOB)
    other.insert("twin", git.create_blob(b"same"), pygit2.enums.FileMode.BLOB)
    who = pygit2.Signature("Somebody", "somebody@example.org", 1_763_200_000, 0)
    tip = git.create_commit("refs/heads/other", who, who, "tree 1\n", other.write(), [])
    git.create_tag("v1", tip, pygit2.enums.ObjectType.COMMIT, who, "one\n")
    git.create_blob(b"nobody knows me")
    for reading_files in (False, True):
        found = reached(git, tips(git).values(), nobody, reading_files=reading_files)
        named = git_says(tmp_path / REPOSITORY, "rev-list", "--all", "--objects")
        assert {key.hex() for key in found} == {line.split()[0] for line in named}


def test_a_copy_is_a_repository_that_git_finds_no_fault_with(tmp_path: Path) -> None:
    filled_home(tmp_path)
    git = open_git(tmp_path / REPOSITORY)
    refs = tips(git)
    copy_history(git, reached(git, refs.values(), nobody), refs, tmp_path / "copy.git")
    assert git_says(tmp_path / "copy.git", "fsck", "--full", "--strict") == []
    assert tips(open_git(tmp_path / "copy.git")) == refs
    assert git_says(tmp_path, "clone", "-q", "copy.git", "clone") == []
    assert (tmp_path / "clone" / "paths" / "index.json").is_file()


def test_where_no_repository_is_there_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(RepositoryRefused, match="cannot be opened as a git repository"):
        open_git(tmp_path)
