"""Who finds names here, and by which rules and models: when those change, what is public is looked at again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from becivic.corpus.load import Corpus, Loader
from becivic.corpus.tree import DirectoryTree
from becivic.names import NameFinder, PresidioNameFinder
from becivic.names.models import installed_version
from becivic.packaged import corpus_folder

_NAMES: Final = "becivic.names"
_READERS: Final = ("diff_words.py", "free_texts.py", "small_letters.py")
"""What decides, beside the finder, which words it sees."""

_PARTS: Final = ("lingua-language-detector", "presidio-analyzer", "spacy")
_DIGITS: Final = 16


def finder_for(corpus: Corpus) -> PresidioNameFinder:
    """Knows the communes and authorities of this corpus, which are no people. The same one while they are the same."""
    return _finder(tuple(_communes(corpus)), tuple(_authorities(corpus)))


def packaged_finder() -> PresidioNameFinder:
    """Knows those of the corpus that ships with the program: for whoever looks for names without a home."""
    return finder_for(Loader().load(DirectoryTree(corpus_folder())))


@lru_cache(maxsize=1)  # a model takes seconds to load and half a gigabyte to keep
def _finder(places: tuple[str, ...], institutions: tuple[str, ...]) -> PresidioNameFinder:
    return PresidioNameFinder(places, institutions)


def _communes(corpus: Corpus) -> Iterator[str]:
    for commune in corpus.communes.by_code.values():
        yield from filter(None, (commune.text(name) for name in ("name_fr", "name_nl", "name_de")))


def _authorities(corpus: Corpus) -> Iterator[str]:
    for _, authority in corpus.authorities.members():
        yield from (
            name
            for language in authority.child("name").data
            for name in [authority.child("name").text(language)]
            if name
        )


def scanner_of(finder: NameFinder) -> str:
    """A short name for what finds: another one as soon as a rule, a list, a model or a version is another."""
    found = hashlib.sha256(_rules())
    for part in _models(finder):
        found.update(b"\0" + part.encode())
    return found.hexdigest()[:_DIGITS]


def _models(finder: NameFinder) -> Iterator[str]:
    if not isinstance(finder, PresidioNameFinder):
        yield type(finder).__qualname__
        return
    for cover in finder.coverage():
        yield f"{cover.language} {cover.source}"
    for part in _PARTS:
        yield f"{part} {installed_version(part)}"


@cache
def _rules() -> bytes:
    """Of every rule and list as it is installed."""
    found = hashlib.sha256()
    here = files(__package__)
    for file in (*_files(files(_NAMES)), *(here / name for name in _READERS)):
        found.update(file.name.encode() + b"\0" + hashlib.sha256(file.read_bytes()).digest())
    return found.digest()


def _files(folder: Traversable) -> Iterator[Traversable]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _files(entry)
        elif entry.name.endswith((".py", ".txt")):
            yield entry
