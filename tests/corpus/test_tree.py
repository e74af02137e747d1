"""Trees: a directory, a commit and memory show the same files, and only files that belong to a corpus."""

from __future__ import annotations

import os
from pathlib import Path

import pygit2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from becivic.corpus.commit_tree import CommitTree
from becivic.corpus.tree import (
    CorpusMissing,
    DirectoryTree,
    MemoryTree,
    OverlayTree,
    Tree,
    git_blob_id,
)

FILES = {
    "skills/a/canonical.md": b"one",
    "skills/a/templates/letter.md": b"",
    "skills/b/canonical.md": "é\r\n".encode(),
    "paths/index.json": b"{}\n",
    "top.txt": bytes(range(256)),
}
HIDDEN = {".gitignore": b"x", ".hidden/file": b"x", "skills/.draft/canonical.md": b"x", "skills/a/.swp": b"x"}
MAIN = "refs/heads/main"
_AUTHOR = pygit2.Signature("Somebody", "somebody@example.org", 1, 0)


def write(folder: Path, files: dict[str, bytes]) -> None:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def commit(
    repository: pygit2.Repository, files: dict[str, bytes], links: dict[str, str] | None = None
) -> str:
    index = pygit2.Index()
    for name, content in files.items():
        index.add(pygit2.IndexEntry(name, repository.create_blob(content), pygit2.enums.FileMode.BLOB))
    for name, target in (links or {}).items():
        link = repository.create_blob(target.encode())
        index.add(pygit2.IndexEntry(name, link, pygit2.enums.FileMode.LINK))
    tree = index.write_tree(repository)
    before = repository.references.get(MAIN)
    parents = [before.target] if before else []
    return str(repository.create_commit(MAIN, _AUTHOR, _AUTHOR, "files", tree, parents))


@pytest.fixture
def repository(tmp_path: Path) -> pygit2.Repository:
    return pygit2.init_repository(str(tmp_path / "corpus.git"), bare=True, initial_head="main")


def shown(tree: Tree) -> dict[str, tuple[bytes, str]]:
    return {path: (tree.read(path), tree.blob_id(path)) for path in tree.paths()}


def test_a_directory_a_commit_and_memory_show_the_same(tmp_path: Path, repository: pygit2.Repository) -> None:
    everything = {**FILES, **HIDDEN}
    write(tmp_path / "files", everything)
    revision = commit(repository, everything)
    trees: list[Tree] = [
        MemoryTree(everything),
        DirectoryTree(tmp_path / "files"),
        CommitTree(repository, "main"),
    ]
    expected = {name: (content, git_blob_id(content)) for name, content in sorted(FILES.items())}
    for tree in trees:
        assert shown(tree) == expected
        assert tree.paths() == list(expected)
    assert [tree.commit for tree in trees] == [None, None, revision]


@given(st.binary(max_size=300))
def test_a_blob_id_is_the_one_that_git_gives(content: bytes) -> None:
    assert git_blob_id(content) == str(pygit2.hash(content))


def test_links_are_not_followed(tmp_path: Path, repository: pygit2.Repository) -> None:
    folder = tmp_path / "files"
    write(folder, FILES)
    (tmp_path / "secret").write_bytes(b"secret")
    (folder / "skills/a/link.md").symlink_to(tmp_path / "secret")
    (folder / "skills/loop").symlink_to(folder, target_is_directory=True)
    (folder / "dangling").symlink_to(tmp_path / "nothing")
    assert DirectoryTree(folder).paths() == sorted(FILES)
    commit(repository, FILES, {"skills/a/link.md": "../../../secret", "skills/loop": "."})
    assert CommitTree(repository, "main").paths() == sorted(FILES)


def test_what_is_not_a_plain_file_is_not_read(tmp_path: Path) -> None:
    write(tmp_path, FILES)
    os.mkfifo(tmp_path / "skills" / "a" / "pipe.md")
    assert DirectoryTree(tmp_path).paths() == sorted(FILES)


def test_another_repository_inside_a_commit_is_passed_over(repository: pygit2.Repository) -> None:
    builder = repository.TreeBuilder()
    builder.insert("a.md", repository.create_blob(b"a"), pygit2.enums.FileMode.BLOB)
    builder.insert("vendored", pygit2.Oid(hex="1" * 40), pygit2.enums.FileMode.COMMIT)
    repository.create_commit(MAIN, _AUTHOR, _AUTHOR, "submodule", builder.write(), [])
    assert CommitTree(repository, "main").paths() == ["a.md"]


def test_a_very_deep_commit_is_walked_without_recursion(repository: pygit2.Repository) -> None:
    tree = repository.create_blob(b"deep")
    mode = pygit2.enums.FileMode.BLOB
    for _ in range(3000):
        builder = repository.TreeBuilder()
        builder.insert("d", tree, mode)
        tree, mode = builder.write(), pygit2.enums.FileMode.TREE
    repository.create_commit(MAIN, _AUTHOR, _AUTHOR, "deep", tree, [])
    assert CommitTree(repository, "main").paths() == ["/".join("d" * 3000)]


def test_a_commit_keeps_its_files_when_main_moves_on(repository: pygit2.Repository) -> None:
    old = CommitTree(repository, commit(repository, {"a.md": b"old"}))
    commit(repository, {"a.md": b"new"})
    assert old.read("a.md") == b"old"
    assert CommitTree(repository, "main").read("a.md") == b"new"
    assert CommitTree(repository, "main~1").commit == old.commit


def test_a_label_says_where_the_tree_came_from(tmp_path: Path, repository: pygit2.Repository) -> None:
    revision = commit(repository, FILES)
    assert CommitTree(repository, "main").label == f"main ({revision[:7]})"
    assert DirectoryTree(tmp_path).label == str(tmp_path)
    assert MemoryTree({}).label == "memory"
    assert MemoryTree({}, "merge of two").label == "merge of two"


@pytest.mark.parametrize("prefix", ["corpus", "corpus/", "/corpus/"])
def test_a_prefix_shows_the_part_below_it(repository: pygit2.Repository, prefix: str) -> None:
    commit(repository, {"README.md": b"x", **{f"corpus/{name}": content for name, content in FILES.items()}})
    tree = CommitTree(repository, "main", prefix)
    assert {path: tree.read(path) for path in tree.paths()} == FILES


def test_a_prefix_may_be_several_folders_deep(repository: pygit2.Repository) -> None:
    commit(repository, {"a/b/c.md": b"x"})
    assert CommitTree(repository, "main", "a/b").paths() == ["c.md"]


@pytest.mark.parametrize("prefix", ["nowhere", "corpus/nowhere", "README.md", "corpus/a.md/b"])
def test_a_prefix_that_is_no_folder_is_missing(repository: pygit2.Repository, prefix: str) -> None:
    commit(repository, {"README.md": b"x", "corpus/a.md": b"x"})
    with pytest.raises(CorpusMissing) as caught:
        CommitTree(repository, "main", prefix)
    assert prefix in caught.value.message


@pytest.mark.parametrize(
    "revision", ["", "nope", "main:a.md", "main^{tree}", "@{", "1" * 40, "main~9", "..", "main..main", "\0"]
)
def test_a_revision_that_is_no_commit_is_missing(repository: pygit2.Repository, revision: str) -> None:
    commit(repository, {"a.md": b"x"})
    with pytest.raises(CorpusMissing) as caught:
        CommitTree(repository, revision)
    assert caught.value.remedy


def test_an_empty_repository_has_no_commit(repository: pygit2.Repository) -> None:
    with pytest.raises(CorpusMissing):
        CommitTree(repository, "HEAD")


@pytest.mark.parametrize("name", ["nowhere", "file.txt"])
def test_a_directory_that_is_none_is_missing(tmp_path: Path, name: str) -> None:
    (tmp_path / "file.txt").write_bytes(b"")
    with pytest.raises(CorpusMissing) as caught:
        DirectoryTree(tmp_path / name)
    assert name in str(caught.value)
    assert "skills/" in caught.value.remedy


def test_an_empty_directory_is_an_empty_tree(tmp_path: Path) -> None:
    assert DirectoryTree(tmp_path).paths() == []


def test_an_overlay_shows_its_own_files_above_those_below() -> None:
    above = {"skills/a/canonical.md": b"two", "skills/c/canonical.md": b"new", ".hidden": b"x"}
    tree = OverlayTree(MemoryTree(FILES), above)
    assert tree.changed == {"skills/a/canonical.md", "skills/c/canonical.md"}
    assert tree.paths() == sorted({*FILES, *tree.changed})
    assert (tree.read("skills/a/canonical.md"), tree.read("top.txt")) == (b"two", FILES["top.txt"])
    assert all(tree.blob_id(path) == git_blob_id(tree.read(path)) for path in tree.paths())
    assert (tree.commit, tree.left_out()) == (None, [])
    assert tree.label == "memory with a change"


def test_an_overlay_on_an_overlay_lies_on_what_is_below_both() -> None:
    below = MemoryTree(FILES)
    first = OverlayTree(below, {"skills/a/canonical.md": b"two", "skills/c/canonical.md": b"new"})
    second = OverlayTree(first, {"skills/a/canonical.md": b"three"}, "c" * 40)
    assert second.below is below
    assert second.changed == {"skills/a/canonical.md"}
    assert second.paths() == sorted({*FILES, "skills/c/canonical.md"})
    assert [second.read(f"skills/{name}/canonical.md") for name in "abc"] == [
        b"three",
        FILES["skills/b/canonical.md"],
        b"new",
    ]
    assert second.blob_id("skills/c/canonical.md") == git_blob_id(b"new")
    assert first.read("skills/a/canonical.md") == b"two"


def test_an_overlay_is_a_commit_once_it_is_said_to_be_one() -> None:
    made = OverlayTree(MemoryTree(FILES), {"a.md": b"a"}, "c" * 40)
    assert (made.commit, made.label) == ("c" * 40, "ccccccc")
    further = OverlayTree(OverlayTree(made, {"b.md": b"b"}), {"c.md": b"c"})
    assert (further.commit, further.label) == (None, "ccccccc with a change")
