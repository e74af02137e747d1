"""Trees of git, entry by entry."""

from __future__ import annotations

from pathlib import Path

import pygit2
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pygit2.enums import FileMode

from becivic.corpus.commit_tree import CommitTree
from becivic.publishing.trees import PathRefused, blob_at, changed_paths, of_files, with_files
from tests.requirement import requirement

FILES = {"index.mdx": b"hello\n", "skills/a/canonical.md": b"a\n", "skills/b/canonical.md": b"b\n"}


@pytest.fixture
def git(tmp_path: Path) -> pygit2.Repository:
    return pygit2.init_repository(str(tmp_path), bare=True)


def tree_of(git: pygit2.Repository, files: dict[str, bytes]) -> pygit2.Tree:
    return git[of_files(git, list(files), files.__getitem__)].peel(pygit2.Tree)


def changed(git: pygit2.Repository, tree: pygit2.Tree, files: dict[str, bytes]) -> pygit2.Tree:
    return git[with_files(git, tree, files)].peel(pygit2.Tree)


def contents(git: pygit2.Repository, tree: pygit2.Tree) -> dict[str, bytes]:
    who = pygit2.Signature("A", "a@example.org", 0, 0)
    read = CommitTree(git, str(git.create_commit(None, who, who, "", tree.id, [])))
    return {path: read.read(path) for path in read.paths()}


def test_files_are_replaced_and_added_and_the_others_stay(git: pygit2.Repository) -> None:
    new = {"skills/a/canonical.md": b"A\n", "skills/c/deep/er.md": b"c\n", "more.md": b""}
    assert contents(git, changed(git, tree_of(git, FILES), new)) == {**FILES, **new}


def test_only_the_folders_on_the_way_are_written_whatever_else_there_is(git: pygit2.Repository) -> None:
    files = {f"skills/s{number}/canonical.md": b"%d\n" % number for number in range(50)}
    tree = tree_of(git, {**files, "docs/page.mdx": b"page\n"})
    before = set(git)
    changed(git, tree, {"skills/s7/canonical.md": b"seven\n"})
    assert len(set(git) - before) == 4  # the file, its folder, skills/ and the root


def test_what_is_no_plain_file_stays_as_it_was(git: pygit2.Repository) -> None:
    blob = git.create_blob(b"index.mdx")
    builder = git.TreeBuilder(tree_of(git, FILES))
    builder.insert("link", blob, FileMode.LINK)
    builder.insert("run.sh", blob, FileMode.BLOB_EXECUTABLE)
    tree = changed(git, git[builder.write()].peel(pygit2.Tree), {"index.mdx": b"other\n"})
    assert [tree[name].filemode for name in ("link", "run.sh")] == [FileMode.LINK, FileMode.BLOB_EXECUTABLE]


def test_one_file_is_read_where_it_is_plain(git: pygit2.Repository) -> None:
    blob = git.create_blob(b"index.mdx")
    builder = git.TreeBuilder(tree_of(git, FILES))
    builder.insert("link", blob, FileMode.LINK)
    builder.insert("run.sh", blob, FileMode.BLOB_EXECUTABLE)
    tree = git[builder.write()].peel(pygit2.Tree)
    for path in ("skills/a/canonical.md", "run.sh"):
        assert isinstance(blob_at(tree, path), pygit2.Blob)
    for path in ("link", "skills", "skills/", "skills/c/canonical.md", "index.mdx/below", "none", ""):
        assert blob_at(tree, path) is None


@pytest.mark.parametrize(
    "path", ["", "/index.mdx", "a//b", "a/", "../x", "a/./b", ".git/config", "a/.GIT/hooks", "a\0b"]
)
def test_no_file_is_written_under_a_name_that_git_has_no_room_for(git: pygit2.Repository, path: str) -> None:
    with pytest.raises(PathRefused, match="no name that a file can have") as caught:
        with_files(git, tree_of(git, FILES), {path: b"x"})
    assert caught.value.where == path


@requirement("R-RETR-02")
@pytest.mark.parametrize(
    "files",
    [
        {"index.mdx/below": b"x"},
        {"skills": b"x"},
        {"skills/a": b"x"},
        {"new": b"x", "new/below": b"x"},
        {"new/below": b"x", "new": b"x"},
    ],
)
def test_a_file_never_becomes_a_folder_nor_a_folder_a_file(
    git: pygit2.Repository, files: dict[str, bytes]
) -> None:
    with pytest.raises(PathRefused, match="a file lies where a folder must be"):
        with_files(git, tree_of(git, FILES), files)


_PATHS = st.sampled_from([f"{top}/{name}.md" for top in "abc" for name in "xyz"] + ["x.md", "a/deep/er/x.md"])
_FILES = st.dictionaries(_PATHS, st.binary(max_size=3))


@given(before=_FILES, new=_FILES)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_changed_tree_is_the_tree_of_the_changed_files(
    git: pygit2.Repository, before: dict[str, bytes], new: dict[str, bytes]
) -> None:
    old = tree_of(git, before)
    both = {**before, **new}
    tree = changed(git, old, new)
    assert tree.id == tree_of(git, both).id
    assert changed_paths(old, tree) == sorted(path for path in both if before.get(path) != both[path])
    assert changed_paths(tree, old) == changed_paths(old, tree)


def test_a_name_that_ends_like_another_entry_is_left_alone(git: pygit2.Repository) -> None:
    """Both folders hold the same, and the bytes of one entry end in those of the other."""
    tree = tree_of(git, {"40000 a/x.md": b"x\n", "a/x.md": b"x\n"})
    after = changed(git, tree, {"a/x.md": b"y\n"})
    assert contents(git, after) == {"40000 a/x.md": b"x\n", "a/x.md": b"y\n"}
