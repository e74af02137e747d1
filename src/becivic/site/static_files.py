"""What pages are dressed in: one stylesheet, one script, icons and a face, each under a name that its content gives it.

A name with a hash may be kept for a year; the few that others must be able to name themselves have a short one too.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from becivic.web.answers import Prepared

FOLDER: Final = Path(__file__).parent / "assets"
FOREVER: Final = "public, max-age=31536000, immutable"
A_DAY: Final = "public, max-age=86400"
_ROOT: Final = "/static/"

_FONT: Final = "manrope-latin.woff2"
_STYLES: Final = ("site.css", "skill.css", "pages.css")
_FACE: Final = '@font-face{{font-family:"Manrope";src:url("{url}") format("woff2");font-weight:700 800;font-display:swap}}\n'
_STABLE: Final = ("sprite.svg", "favicon.svg")
"""Named by pages and drawings as they are: `<use href="/static/sprite.svg#clock">`."""

_MEDIA: Final = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


@dataclass(frozen=True, slots=True)
class StaticFile:
    """One file: the address that its content gives it, and the bytes."""

    name: str
    content: bytes

    @property
    def media_type(self) -> str:
        return _MEDIA[Path(self.name).suffix]

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.content).hexdigest()[:12]

    @property
    def address(self) -> str:
        stem, _, suffix = self.name.rpartition(".")
        return f"{_ROOT}{stem}.{self.digest}.{suffix}"


def gathered(folder: Path) -> dict[str, StaticFile]:
    """By name. The stylesheets become one, and name the face where it was made."""
    found = {
        path.name: StaticFile(path.name, path.read_bytes())
        for path in sorted((*folder.iterdir(), *folder.glob("generated/*")))
        if path.suffix in _MEDIA and path.name not in _STYLES
    }
    face = _FACE.format(url=found[_FONT].address).encode() if _FONT in found else b""
    styles = [(folder / name).read_bytes() for name in _STYLES if (folder / name).exists()]
    found[_STYLES[0]] = StaticFile(_STYLES[0], face + b"\n".join(styles))
    return found


@cache
def _own() -> Mapping[str, StaticFile]:
    return gathered(FOLDER)


@cache  # asked dozens of times for every page, and an address is a hash of all that a file holds
def static_url(name: str) -> str:
    """The address of an asset; the empty string where a machine has none (the face)."""
    file = _own().get(name)
    return file.address if file else ""


def files() -> dict[str, bytes]:
    """Everything by address, for a site that is written out as files."""
    own = _own()
    lasting = {file.address: file.content for file in own.values()}
    return lasting | {_ROOT + name: own[name].content for name in _STABLE}


@cache
def static_answers() -> Mapping[str, Prepared]:
    """Everything by address, ready to be sent."""
    own = _own()
    lasting = {file.address: _prepared(file, FOREVER) for file in own.values()}
    return lasting | {_ROOT + name: _prepared(own[name], A_DAY) for name in _STABLE}


def _prepared(file: StaticFile, cache_control: str) -> Prepared:
    return Prepared(file.content, file.media_type, file.digest, cache=cache_control)
