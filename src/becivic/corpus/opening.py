"""Opens a corpus wherever it lies: a folder of files, or a bare repository."""

from __future__ import annotations

from pathlib import Path

from becivic.corpus.tree import DirectoryTree, Tree


def open_tree(folder: Path) -> Tree:
    """A folder of files, or the main branch of a bare repository."""
    if folder.is_dir() and (folder / "HEAD").is_file() and (folder / "objects").is_dir():
        from becivic.corpus.commit_tree import main_of  # noqa: PLC0415  a tenth of a second that a folder does not need

        return main_of(folder)
    return DirectoryTree(folder)
