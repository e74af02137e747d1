"""Which files one tree has otherwise than another: as git says it, and never looking where nothing changed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pygit2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pygit2.enums import DeltaStatus, FileMode

from becivic.publishing.tree_changes import TreeChanges

Files = Mapping[str, bytes]

NAMES = st.sampled_from(["a", "b", "a.md", "40000 x", "é", "\n"])
FILES = st.dictionaries(
    st.lists(NAMES, min_size=1, max_size=3).map("/".join), st.binary(max_size=2), max_size=6
)


@pytest.fixture(scope="module")
def git(tmp_path_factory: pytest.TempPathFactory) -> pygit2.Repository:
    return pygit2.init_repository(str(tmp_path_factory.mktemp("git")), bare=True)


def tree(git: pygit2.Repository, files: Files) -> pygit2.Oid:
    """Of two names of which one lies below the other, the file wins."""
    builder = git.TreeBuilder()
    for top in {path.partition("/")[0] for path in files}:
        if top in files:
            builder.insert(top, git.create_blob(files[top]), FileMode.BLOB)
        else:
            below = {path[len(top) + 1 :]: each for path, each in files.items() if path.startswith(f"{top}/")}
            builder.insert(top, tree(git, below), FileMode.TREE)
    return builder.write()


def said_by_git(git: pygit2.Repository, older: pygit2.Oid, newer: pygit2.Oid) -> dict[str, str]:
    diff = git[older].peel(pygit2.Tree).diff_to_tree(git[newer].peel(pygit2.Tree))
    changed = (each for each in diff.deltas if each.status is not DeltaStatus.DELETED)
    return {each.new_file.path: str(each.new_file.id) for each in changed}


@settings(max_examples=200)
@given(FILES, FILES)
def test_git_itself_says_the_same(git: pygit2.Repository, before: Files, after: Files) -> None:
    older, newer = tree(git, before), tree(git, after)
    changes = TreeChanges(git)
    assert changes.between(older.raw, newer.raw) == said_by_git(git, older, newer)
    assert changes.between(newer.raw, newer.raw) == {}


def test_a_tree_without_one_before_has_every_file_of_its_own(git: pygit2.Repository) -> None:
    files = {"a.md": b"a", "folder/b.md": b"b", "folder/deeper/c.md": b"c"}
    found = TreeChanges(git).between(None, tree(git, files).raw)
    assert {path: bytes(git[blob].peel(pygit2.Blob).data) for path, blob in found.items()} == files


def test_what_is_no_plain_file_is_not_told(git: pygit2.Repository) -> None:
    blob = git.create_blob(b"x")
    builder = git.TreeBuilder()
    builder.insert("link", blob, FileMode.LINK)
    builder.insert("elsewhere", pygit2.Oid(hex="1" * 40), FileMode.COMMIT)
    builder.insert("script", blob, FileMode.BLOB_EXECUTABLE)
    assert TreeChanges(git).between(None, builder.write().raw) == {"script": str(blob)}


def test_a_folder_that_is_the_same_is_never_read(git: pygit2.Repository, tmp_path: Path) -> None:
    there = pygit2.init_repository(str(tmp_path), bare=True)
    older, newer = (tree(there, {"same/a": b"a", "other/b": text}) for text in (b"1", b"2"))
    same = str(there[older].peel(pygit2.Tree)["same"].id)
    (tmp_path / "objects" / same[:2] / same[2:]).unlink()
    again = pygit2.Repository(str(tmp_path))
    assert list(TreeChanges(again).between(older.raw, newer.raw)) == ["other/b"]
    with pytest.raises(KeyError):
        TreeChanges(again).between(None, newer.raw)
