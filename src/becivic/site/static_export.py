"""A site written out as files that any web server can hand out. Only what has changed is written.

What an export writes it lists beside it, and the next one takes away those files alone: whatever else lies in the
folder is somebody's.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple

from becivic.rules.errors import BeCivicError
from becivic.site.export_files import Sheet
from becivic.site.export_pages import Pages
from becivic.site.export_search import FOLDER as SEARCH
from becivic.site.export_search import search_files
from becivic.site.export_shares import Helper, settled, shares_of
from becivic.site.export_sources import Source

MARK: Final = "written-by-becivic-build.txt"
_SAYS: Final = (
    "Written by `becivic build`, which takes these files away when they are no longer part of the site:"
)
_MADE_OF: Final = f"{SEARCH}made-of.txt"
_LONGEST_PART: Final = 200
_HTML: Final = ".html"

OnStep = Callable[[int, int], None]
"""How many files are done, and how many there are."""


class Exported(NamedTuple):
    pages: int
    files: int
    """All that the site consists of."""
    written: int
    """Those of them that were not there, or were not the same."""
    removed: int
    unresolved: dict[str, int]
    """The pages on which something cited is not there, and how often."""


@dataclass(slots=True)
class _Target:
    """The folder, and what was done to it."""

    folder: Path
    earlier: set[str]
    """What an earlier export listed."""
    written: set[str] = field(default_factory=set)
    _folders: set[str] = field(default_factory=set)
    """Those that are known to be there, by name below the folder."""

    def put(self, name: str, content: bytes) -> None:
        """The time of a file that stays the same stays too. Only what an earlier export listed can be there."""
        if name in self.earlier and self.holds(name, content):
            return
        inside = name.rpartition("/")[0]
        if inside not in self._folders:
            os.makedirs(f"{self.folder}/{inside}", exist_ok=True)  # noqa: PTH103  thousands of them
            self._folders.add(inside)
        with open(f"{self.folder}/{name}", "wb") as file:  # noqa: PTH123  likewise
            file.write(content)
        self.written.add(name)

    def holds(self, name: str, content: bytes) -> bool:
        place = self.folder / name
        return place.is_file() and place.read_bytes() == content

    def mark(self, names: Iterable[str]) -> None:
        self.put(MARK, "\n".join([_SAYS, *sorted({*names, MARK}), ""]).encode())

    def take_away(self, names: Collection[str]) -> None:
        """And the folders that are empty then."""
        for name in names:
            (self.folder / name).unlink(missing_ok=True)
        inside = {self.folder / parent for name in names for parent in PurePosixPath(name).parents}
        for each in sorted(inside - {self.folder}, reverse=True):
            if each.is_dir() and not any(each.iterdir()):
                each.rmdir()
                self._folders.discard(each.relative_to(self.folder).as_posix())


def export_site(
    source: Source,
    folder: Path,
    on_step: OnStep,
    *,
    languages: tuple[str, ...],
    beside: Iterable[Path] = (),
    indexer: Path | None = None,
) -> Exported:
    """Nothing is touched before it is known that nothing of anybody else's is in the way. `beside` names folders to keep
    out of; `indexer` is the program that makes the search index, without which there is none."""
    pages = Pages(source, languages)
    sheets = list(pages.sheets())
    names = [name for sheet in sheets for name in sheet.names]
    _refuse_names(names)
    folder = folder.resolve()
    _refuse_overlap(folder, beside)
    try:
        target = _Target(folder, _opened(folder))
        _refuse_strangers(folder, {*names, *target.earlier}, target.earlier)
        found = {name for name in target.earlier if name.startswith(SEARCH)}
        gone = target.earlier - set(names) - found - {MARK}
        target.take_away(gone)
        folder.mkdir(parents=True, exist_ok=True)
        target.mark([*names, *found])  # first, so that a build that is cut short can be taken away
        with settled():
            made = _make(target, pages, sheets, on_step)
        target.take_away(set(names) - made)
        searched = _search(target, found, indexer, made)
        target.take_away(found - searched)
        target.mark(made | searched)
    except OSError as error:
        raise BeCivicError(
            f"The pages cannot be written: {error.strerror or error}.",
            where=str(folder),
            remedy="Name a folder that can be written to.",
        ) from error
    return Exported(
        pages=len(pages.addresses),
        files=len(made) + len(searched) + 1,
        written=len(target.written),
        removed=len(gone) + len(found - searched),
        unresolved=dict(sorted(pages.unresolved.items())),
    )


class _Noted(NamedTuple):
    """What came of a share."""

    made: set[str]
    written: set[str]
    unresolved: dict[str, int]
    texts: dict[str, bytes]


def _make(target: _Target, pages: Pages, sheets: Sequence[Sheet], on_step: OnStep) -> set[str]:
    """The last sheet is made of what all the others say."""
    *most, last = sheets
    done, total = 0, sum(len(sheet.names) for sheet in sheets)
    shares = shares_of(most) if pages.source.is_shareable else [most]
    helpers = [Helper(partial(_share, target, pages, share)) for share in shares[1:]]
    made: set[str] = set()
    for sheet in shares[0]:
        made |= _put(target, sheet)
        done += len(sheet.names)
        on_step(min(done * len(shares), total), total)
    for helper in helpers:
        noted = helper.result()
        made |= noted.made
        target.written |= noted.written
        pages.unresolved |= noted.unresolved
        pages.texts |= noted.texts
    made |= _put(target, last)
    on_step(total, total)
    return made


def _share(target: _Target, pages: Pages, sheets: Sequence[Sheet]) -> _Noted:
    made = {name for sheet in sheets for name in _put(target, sheet)}
    return _Noted(made, target.written, pages.unresolved, pages.texts)


def _put(target: _Target, sheet: Sheet) -> set[str]:
    made = set()
    for name, content in sheet.make():
        target.put(name, content)
        made.add(name)
    return made


def _search(target: _Target, found: set[str], indexer: Path | None, made: Iterable[str]) -> set[str]:
    """The files of the index; made anew only when it was made of other pages than there are now.

    What it was made of is told by a file beside it, which goes before anything of it is made anew: an index that somebody
    was stopped in making speaks of pages that may be gone.
    """
    if indexer is None:
        return set()
    pages = sorted(name for name in made if name.endswith(_HTML))
    made_of = sha256(
        b"".join(sha256((target.folder / name).read_bytes()).digest() for name in pages)
    ).hexdigest()
    if target.holds(_MADE_OF, made_of.encode()):
        return found
    target.take_away([_MADE_OF])
    files = search_files(target.folder, indexer)
    for name, content in {**files, _MADE_OF: made_of.encode()}.items():
        target.put(name, content)
    return {*files, _MADE_OF}


def _refuse_names(names: list[str]) -> None:
    """Names come from a corpus that nobody may have checked."""
    twice = [name for name, count in Counter([*names, MARK]).items() if count > 1]
    odd = [name for name in names if not _is_plain(name)]
    if wrong := sorted({*twice, *odd, *(_folders(names) & set(names))}):
        raise BeCivicError(
            "The corpus has an address that cannot be written as a file.",
            where=wrong[0],
            remedy="Run `becivic check` on it, and mend the id or the name of the page.",
        )


def _folders(names: Iterable[str]) -> set[str]:
    """Every folder that something lies in, at whatever depth."""
    found: set[str] = set()
    for name in names:
        folder = name.rpartition("/")[0]
        while folder and folder not in found:
            found.add(folder)
            folder = folder.rpartition("/")[0]
    return found


def _is_plain(name: str) -> bool:
    parts = name.split("/")
    is_short = all(part not in ("", ".", "..") and len(part) <= _LONGEST_PART for part in parts)
    return is_short and name.isprintable() and "\\" not in name


def _refuse_strangers(folder: Path, names: Collection[str], earlier: Collection[str]) -> None:
    """What lies where something of ours goes, and is not ours, stays: a file, a folder, a link that leads elsewhere."""
    if not folder.exists() or not any(folder.iterdir()):
        return  # thousands of names, and nothing that could be in their way
    for place in sorted(_folders(names)):
        if (folder / place).is_symlink() or (folder / place).is_file():
            raise _in_the_way(folder / place)
    for name in sorted(names):
        known = folder / name
        if known.is_symlink() or known.is_dir() or (name not in earlier and known.exists()):
            raise _in_the_way(known)


def _in_the_way(place: Path) -> BeCivicError:
    return BeCivicError(
        "Something else lies where a file of the site goes.",
        where=str(place),
        remedy="Move it away, or name another folder; only what `becivic build` wrote is written over.",
    )


def _refuse_overlap(folder: Path, beside: Iterable[Path]) -> None:
    for other in beside:
        real = other.resolve()
        if folder == real or folder in real.parents or real in folder.parents:
            raise BeCivicError(
                "Pages do not go where the corpus or the home lies.",
                where=str(folder),
                remedy="Name a folder of its own.",
            )


def _opened(folder: Path) -> set[str]:
    """What an earlier export listed; a folder with anything else in it is refused."""
    if not folder.exists():
        return set()
    if not folder.is_dir():
        raise BeCivicError("This is a file.", where=str(folder), remedy="Name a folder.")
    earlier = _earlier(folder)
    if earlier is None and any(folder.iterdir()):
        raise BeCivicError(
            "This folder holds something else.",
            where=str(folder),
            remedy="Name a new or empty folder; only what `becivic build` wrote is written over.",
        )
    return set(earlier or ())


def _earlier(folder: Path) -> list[str] | None:
    """The files of an earlier export; None where there was none."""
    try:
        said, *names = (folder / MARK).read_text(encoding="utf-8").splitlines()
    except (FileNotFoundError, ValueError):
        return None
    return [name for name in names if _is_plain(name)] if said == _SAYS else None
