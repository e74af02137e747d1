"""A corpus written out as files that any web server can hand out: pages as markdown, and what is served as it is.

A page lies as `index.md` in the folder of its address. A folder that was not written by an earlier export is never
touched: what lies in it is somebody's.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from becivic.corpus.directory import PATHS_INDEX
from becivic.corpus.load import Corpus
from becivic.publishing.previews.rendering import Look
from becivic.rules.errors import BeCivicError
from becivic.site.graph_picture import graph_picture
from becivic.site.markdown_pages import Page, markdown_pages
from becivic.site.shelf import Shelf

MARK: Final = "written-by-becivic-build.txt"
_MARK_TEXT: Final = (
    "This folder was written by `becivic build`, which empties it before it writes it again.\n"
)
_OK: Final = 200


class Exported(NamedTuple):
    pages: list[Page]
    files: int
    """All that was written, pages included."""

    @property
    def unresolved(self) -> dict[str, int]:
        """The pages on which something cited is not there, and how often."""
        return {page.address: page.unresolved for page in self.pages if page.unresolved}


def export_site(corpus: Corpus, look: Look, folder: Path, on_file: Callable[[int], None]) -> Exported:
    pages = list(markdown_pages(corpus, look))
    files = {**_as_served(corpus), "graph.svg": graph_picture(corpus).encode()}
    files |= {f"{page.address.strip('/')}/index.md".lstrip("/"): page.text.encode() for page in pages}
    _empty(folder)
    for number, (name, content) in enumerate(sorted(files.items()), start=1):
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
        on_file(number)
    return Exported(pages, len(files))


def _as_served(corpus: Corpus) -> dict[str, bytes]:
    """What has one form for everybody. A notice of something withheld is no file."""
    answers = Shelf(corpus).answers
    files = {address.lstrip("/"): answer.body for address, answer in answers.items() if answer.status == _OK}
    if corpus.paths.document.exists:
        files[PATHS_INDEX] = corpus.tree.read(PATHS_INDEX)
    return files


def _empty(folder: Path) -> None:
    if folder.is_dir() and any(folder.iterdir()) and not (folder / MARK).is_file():
        raise BeCivicError(
            "This folder holds something else.",
            where=str(folder),
            remedy="Name a new or empty folder; only what `becivic build` wrote is written over.",
        )
    if folder.exists() and not folder.is_dir():
        raise BeCivicError("This is a file.", where=str(folder), remedy="Name a folder.")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / MARK).write_text(_MARK_TEXT, encoding="utf-8")
