"""Real git repositories for tests: a corpus in a folder of a clone, committed as somebody."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pygit2

MAINTAINER = "maintainer@example.org"


def write_files(folder: Path, files: Mapping[str, bytes]) -> Path:
    for name, content in files.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    return folder


class Clone:
    """A working tree whose `corpus/` folder holds a corpus."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.repository = pygit2.init_repository(str(folder), initial_head="main")

    @property
    def corpus(self) -> Path:
        return self.folder / "corpus"

    def commit(self, files: Mapping[str, bytes], *, email: str = MAINTAINER, message: str = "change") -> str:
        """Write the files as the whole corpus and commit them."""
        write_files(self.corpus, files)
        index = self.repository.index
        index.add_all()
        index.write()
        who = pygit2.Signature("Somebody", email, 1_763_200_000, 0)
        parents = [] if self.repository.head_is_unborn else [self.repository.head.target]
        return str(self.repository.create_commit("HEAD", who, who, message, index.write_tree(), parents))
