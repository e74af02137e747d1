"""A folder as git writes it: read as git reads it, and written back to the byte."""

from __future__ import annotations

import pygit2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pygit2.enums import FileMode

from becivic.publishing.tree_entries import Entry, entries, read_entry, written_entries

NAMES = st.sampled_from(["a", "a.md", "a-b", "ab", "40000 x", "é", "\n"])
KINDS = (FileMode.BLOB, FileMode.BLOB_EXECUTABLE, FileMode.LINK, FileMode.TREE, FileMode.COMMIT)


@pytest.fixture(scope="module")
def git(tmp_path_factory: pytest.TempPathFactory) -> pygit2.Repository:
    return pygit2.init_repository(str(tmp_path_factory.mktemp("git")), bare=True)


@settings(max_examples=50)
@given(given=st.dictionaries(NAMES, st.tuples(st.sampled_from(KINDS), st.binary(max_size=3))))
def test_a_folder_is_read_as_git_reads_it_and_written_as_git_writes_it(
    git: pygit2.Repository, given: dict[str, tuple[FileMode, bytes]]
) -> None:
    builder = git.TreeBuilder()
    for name, (kind, said) in given.items():
        builder.insert(name, _there(git, kind, said), kind)
    tree = git[builder.write()].peel(pygit2.Tree)
    raw = tree.read_raw()
    read = list(entries(raw))
    assert [(int(each.mode, 8), each.name.decode(), each.id.hex()) for each in read] == [
        (each.filemode, each.name, str(each.id)) for each in tree
    ]
    assert b"".join(each.written() for each in read) == raw
    assert sorted(read, key=lambda entry: entry.place) == read
    assert list(map(read_entry, written_entries(raw))) == read


def _there(git: pygit2.Repository, kind: FileMode, said: bytes) -> pygit2.Oid:
    if kind is FileMode.COMMIT:
        return pygit2.Oid(raw=said.ljust(20, b"\xff"))
    if kind is FileMode.TREE:
        return git.TreeBuilder().write()
    return git.create_blob(said)


@pytest.mark.parametrize(
    ("mode", "kinds"),
    [
        (b"40000", (True, False, True)),
        (b"100644", (False, True, True)),
        (b"100755", (False, True, True)),
        (b"120000", (False, False, True)),
        (b"160000", (False, False, False)),
    ],
)
def test_folders_plain_files_and_what_another_repository_has_are_told_apart(
    mode: bytes, kinds: tuple[bool, bool, bool]
) -> None:
    entry = Entry(mode, b"name", b"i" * 20)
    assert (entry.is_folder, entry.is_plain, entry.is_ours) == kinds


def test_nothing_that_stands_in_an_id_ends_an_entry() -> None:
    odd = Entry(b"100644", b"a", b"100644 a\0\n\n" + b"9" * 9)
    folder = Entry(b"40000", b"b", b"\0" * 20)
    assert list(entries(odd.written() + folder.written())) == [odd, folder]
