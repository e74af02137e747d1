"""A tree whose pages are held in memory: what is served stays whole when the repository under it is damaged or gone."""

from __future__ import annotations

from typing import Final

from becivic.corpus.generated import NAVIGATION
from becivic.corpus.load import CANONICAL
from becivic.corpus.tree import LeftOut, Tree

_PAGES: Final = (".md", ".mdx", ".mmd")


class KeptTree:
    """Read whole at once; what an older one has of the same content is taken over.

    Only what is read when somebody asks for a page: all else is read when the corpus is loaded, and kept as it is parsed.
    """

    def __init__(self, below: Tree, older: Tree | None = None) -> None:
        self.below: Final = below
        self.label: Final = below.label
        self.commit: Final = below.commit
        known = older.kept if isinstance(older, KeptTree) else {}
        self.kept: Final[dict[str, tuple[str, bytes]]] = {}
        for path in filter(_is_read_late, below.paths()):
            blob_id = below.blob_id(path)
            before, content = known.get(path, ("", b""))
            self.kept[path] = (blob_id, content if before == blob_id else below.read(path))

    def paths(self) -> list[str]:
        return self.below.paths()

    def left_out(self) -> list[LeftOut]:
        return self.below.left_out()

    def read(self, path: str) -> bytes:
        return self.kept[path][1] if path in self.kept else self.below.read(path)

    def blob_id(self, path: str) -> str:
        return self.below.blob_id(path)


def _is_read_late(path: str) -> bool:
    return path == NAVIGATION or (path.endswith(_PAGES) and path.rpartition("/")[2] != CANONICAL)
