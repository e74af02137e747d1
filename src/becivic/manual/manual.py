"""The documents of the repository as an immutable whole: pages by name, and the files that they show.

Read once from the folder that carries them; links are those of the site.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Final

from becivic.manual.links import with_site_links
from becivic.packaged import manual_folder

_FOLDER: Final = "docs"
_OUTSIDE: Final = {
    "CONTRIBUTING.md": "docs/contributing",
    "CHANGELOG.md": "docs/changelog",
    "SECURITY.md": "docs/security",
}
"""Pages that people look for at the top of a repository."""
_INDEX: Final = "docs/README.md"
_LIST: Final = "/docs/"
_README: Final = "README"
_MEDIA: Final = {".svg": "image/svg+xml", ".png": "image/png", ".json": "application/json"}
_DECORATION: Final = re.compile(r"!?\[([^\]]*)\]\([^)]*\)|[*`]")


@dataclass(frozen=True, slots=True)
class ManualPage:
    name: str
    """`docs/operating`: its address without the first slash."""
    text: str

    @property
    def title(self) -> str:
        first = next((line for line in self.text.splitlines() if line.startswith("# ")), "")
        return _DECORATION.sub(r"\1", first.removeprefix("# ")).strip() or PurePosixPath(self.name).name


@dataclass(frozen=True, slots=True)
class ManualFile:
    address: str
    media_type: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Manual:
    pages: Mapping[str, ManualPage] = field(default_factory=dict)
    files: Mapping[str, ManualFile] = field(default_factory=dict)
    """By address."""


NO_MANUAL: Final = Manual()


@cache
def packaged_manual() -> Manual:
    return read_manual(manual_folder())


def read_manual(root: Path) -> Manual:
    """`root` is the top of a repository, or a copy of its documents."""
    places = dict(_places(root))
    shown = {
        f"/{path}": ManualFile(f"/{path}", _MEDIA[Path(path).suffix], (root / path).read_bytes())
        for path in _files(root)
        if Path(path).suffix in _MEDIA
    }

    def served(path: str) -> str | None:
        if path in places:
            return f"/{places[path]}"
        return _LIST if path == _INDEX else f"/{path}" if f"/{path}" in shown else None

    pages = {}
    for path, name in sorted(places.items(), key=lambda place: place[1]):
        text = (root / path).read_text(encoding="utf-8")
        pages[name] = ManualPage(name, with_site_links(text, path, served))
    return Manual(pages, shown)


def _places(root: Path) -> Iterator[tuple[str, str]]:
    """Where a page lies, and its name."""
    for path in _files(root):
        if path.endswith(".md") and path != _INDEX:
            pure = PurePosixPath(path)
            yield path, str(pure.parent if pure.stem == _README else pure.with_suffix(""))
    yield from ((path, name) for path, name in _OUTSIDE.items() if (root / path).is_file())


def _files(root: Path) -> list[str]:
    return sorted(path.relative_to(root).as_posix() for path in (root / _FOLDER).rglob("*") if path.is_file())
