"""A corpus written out as files that any web server can hand out: pages as markdown, and what is served as it is.

A page lies as `index.md` in the folder of its address. What an export writes it lists beside it, and the next one
takes away those files alone: whatever else lies in the folder is somebody's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple

from becivic.corpus.directory import PATHS_INDEX
from becivic.corpus.load import Corpus
from becivic.publishing.previews.rendering import Look
from becivic.rules.errors import BeCivicError
from becivic.site.graph_picture import graph_picture
from becivic.site.markdown_pages import Page, markdown_pages
from becivic.site.shelf import Shelf

MARK: Final = "written-by-becivic-build.txt"
_SAYS: Final = "Written by `becivic build`, which takes these files away before it writes anew:"
_OK: Final = 200
_LONGEST_PART: Final = 200


class Exported(NamedTuple):
    pages: list[Page]
    files: int
    """All that was written, pages and the list of them included."""

    @property
    def unresolved(self) -> dict[str, int]:
        """The pages on which something cited is not there, and how often."""
        return {page.address: page.unresolved for page in self.pages if page.unresolved}


def export_site(
    corpus: Corpus, look: Look, folder: Path, on_file: Callable[[int], None], *, beside: Iterable[Path] = ()
) -> Exported:
    """Nothing is touched before it is known that everything can be written. `beside` names folders to keep out of."""
    pages = list(markdown_pages(corpus, look))
    files = _files(corpus, pages)
    folder = folder.resolve()
    _refuse_overlap(folder, beside)
    try:
        _take_away(folder)
        _write(folder, files, on_file)
    except OSError as error:
        raise BeCivicError(
            f"The pages cannot be written: {error.strerror or error}.",
            where=str(folder),
            remedy="Name a folder that can be written to.",
        ) from error
    return Exported(pages, len(files))


def _files(corpus: Corpus, pages: Iterable[Page]) -> dict[str, bytes]:
    """What goes where. Names come from a corpus that nobody may have checked."""
    named = [(f"{page.address.strip('/')}/index.md".lstrip("/"), page.text.encode()) for page in pages]
    listed = [*_as_served(corpus).items(), ("graph.svg", graph_picture(corpus).encode()), *named]
    listed.append((MARK, b""))
    files = dict(listed)
    twice = [name for name, count in Counter(name for name, _ in listed).items() if count > 1]
    odd = [name for name in files if not _is_plain(name)]
    folders = {str(parent) for name in files for parent in PurePosixPath(name).parents}
    if wrong := sorted({*twice, *odd, *(folders & set(files))}):
        raise BeCivicError(
            "The corpus has an address that cannot be written as a file.",
            where=wrong[0],
            remedy="Run `becivic check` on it, and mend the id or the name of the page.",
        )
    files[MARK] = "\n".join([_SAYS, *sorted(files), ""]).encode()
    return files


def _is_plain(name: str) -> bool:
    parts = name.split("/")
    return all(part not in ("", ".", "..") and len(part) <= _LONGEST_PART for part in parts) and not (
        set(name) & set("\\\0")
    )


def _as_served(corpus: Corpus) -> dict[str, bytes]:
    """What has one form for everybody. A notice of something withheld is no file."""
    answers = Shelf(corpus).answers
    files = {address.lstrip("/"): answer.body for address, answer in answers.items() if answer.status == _OK}
    if corpus.paths.document.exists:
        files[PATHS_INDEX] = corpus.tree.read(PATHS_INDEX)
    return files


def _refuse_overlap(folder: Path, beside: Iterable[Path]) -> None:
    for other in beside:
        real = other.resolve()
        if folder == real or folder in real.parents or real in folder.parents:
            raise BeCivicError(
                "Pages do not go where the corpus or the home lies.",
                where=str(folder),
                remedy="Name a folder of its own.",
            )


def _take_away(folder: Path) -> None:
    """What an earlier export listed, and the folders that are empty then."""
    if not folder.exists():
        return
    if not folder.is_dir():
        raise BeCivicError("This is a file.", where=str(folder), remedy="Name a folder.")
    earlier = _earlier(folder)
    if earlier is None and any(folder.iterdir()):
        raise BeCivicError(
            "This folder holds something else.",
            where=str(folder),
            remedy="Name a new or empty folder; only what `becivic build` wrote is written over.",
        )
    for name in earlier or ():
        (folder / name).unlink(missing_ok=True)
    inside = [folder / parent for name in earlier or () for parent in PurePosixPath(name).parents]
    for each in sorted({place for place in inside if place != folder}, reverse=True):
        if each.is_dir() and not any(each.iterdir()):
            each.rmdir()


def _earlier(folder: Path) -> list[str] | None:
    """The files of an earlier export; None where there was none."""
    try:
        said, *names = (folder / MARK).read_text(encoding="utf-8").splitlines()
    except (FileNotFoundError, ValueError):
        return None
    return [name for name in names if _is_plain(name)] if said == _SAYS else None


def _write(folder: Path, files: Mapping[str, bytes], on_file: Callable[[int], None]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    first = {MARK: files[MARK]}  # so that a build that is cut short can be taken away
    for number, (name, content) in enumerate((first | dict(sorted(files.items()))).items(), start=1):
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
        on_file(number)
