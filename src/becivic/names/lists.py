"""Owns the reading of our lists: `#` lines name a section, the rest is words between commas."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from becivic.names.folding import fold

_DATA = files("becivic.names") / "data"


@cache
def entries(*path: str) -> tuple[str, ...]:
    """Every entry of one list, in order: `entries("cues", "titles.txt")`."""
    return tuple(entry for _, entry in _sectioned(_DATA.joinpath(*path)))


def folded(*path: str) -> frozenset[str]:
    """The entries of one list as we compare words."""
    return frozenset(fold(entry) for entry in entries(*path))


def folded_section(name: str, *path: str) -> frozenset[str]:
    return frozenset(fold(entry) for entry in section(name, *path))


@cache
def section(name: str, *path: str) -> tuple[str, ...]:
    """The entries of one section of a list."""
    return tuple(
        entry for heading, entry in _sectioned(_DATA.joinpath(*path)) if heading.split(":")[0] == name
    )


def folder_entries(folder: str, prefix: str = "") -> Iterator[str]:
    """Every entry of the lists in a folder whose file name begins so."""
    for file in sorted(_DATA.joinpath(folder).iterdir(), key=lambda f: f.name):
        if file.name.startswith(prefix) and file.name.endswith(".txt"):
            yield from entries(folder, file.name)


def _sectioned(file: Traversable) -> Iterator[tuple[str, str]]:
    section = ""
    for line in file.read_text("utf-8").splitlines():
        if line.startswith("#"):
            section = line.removeprefix("#").strip()
            continue
        yield from ((section, entry) for entry in map(str.strip, line.split(",")) if entry)
