"""What is read for a page is kept; everything else is asked of the tree below."""

from __future__ import annotations

import pytest

from becivic.corpus.kept_tree import KeptTree
from becivic.corpus.tree import MemoryTree

FILES = {
    "index.mdx": b"# Home\n",
    "docs.json": b"{}\n",
    "skills/a/canonical.md": b"---\n---\n",
    "skills/a/process.mmd": b"flowchart TD\n",
    "data/communes.json": b"{}\n",
}
LATE = {"index.mdx", "docs.json", "skills/a/process.mmd"}


class Watched(MemoryTree):
    """Notes what is read of it."""

    def __init__(self, files: dict[str, bytes]) -> None:
        super().__init__(files)
        self.seen: list[str] = []

    def read(self, path: str) -> bytes:
        self.seen.append(path)
        return super().read(path)


def test_what_is_read_late_is_read_at_once_and_never_again() -> None:
    below = Watched(FILES)
    tree = KeptTree(below)
    assert set(below.seen) == LATE
    assert {path: tree.read(path) for path in LATE} == {path: FILES[path] for path in LATE}
    assert set(below.seen) == LATE
    assert tree.read("data/communes.json") == b"{}\n"
    assert below.seen[-1] == "data/communes.json"


def test_only_what_has_changed_is_read_for_a_newer_one() -> None:
    older = KeptTree(MemoryTree(FILES))
    below = Watched({**FILES, "index.mdx": b"# House\n"})
    tree = KeptTree(below, older)
    assert below.seen == ["index.mdx"]
    assert (tree.read("index.mdx"), tree.read("docs.json")) == (b"# House\n", b"{}\n")


@pytest.mark.parametrize("older", [None, MemoryTree(FILES)])
def test_it_is_otherwise_the_tree_below(older: MemoryTree | None) -> None:
    below = MemoryTree(FILES)
    tree = KeptTree(below, older)
    assert (tree.label, tree.commit, tree.paths(), tree.left_out()) == ("memory", None, below.paths(), [])
    assert tree.blob_id("index.mdx") == below.blob_id("index.mdx")
