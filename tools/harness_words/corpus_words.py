"""Every word of the corpus that is no name: what our own pages speak of may be repeated to us."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from becivic.packaged import corpus_folder
from becivic_harness.words.folding import fold
from tools.harness_words import sources

_PAGES = (
    "skills/*/canonical.md",
    "paths/index.json",
    "docs/*.mdx",
    "docs/*.md",
    "*.mdx",
    "agents/*",
    "data/*.json",
)
_WEB = re.compile(r"https?://\S+|[\w.+-]+@\S+")
_WORD = re.compile(r"[^\W\d_]+")
_SHORTEST = 2


def ordinary() -> frozenset[str]:
    """Seen small at least once."""
    return frozenset(word for word, forms in _words().items() if any(form.islower() for form in forms))


def proper() -> frozenset[str]:
    """Only ever seen large."""
    return frozenset(word for word, forms in _words().items() if not any(form.islower() for form in forms))


@cache
def _words() -> dict[str, set[str]]:
    names = sources.given() | sources.surnames()
    found: dict[str, set[str]] = defaultdict(set)
    for file in _files():
        text = _WEB.sub(" ", file.read_text("utf-8"))
        for word in _WORD.findall(text):
            folded = fold(word)
            if len(folded) >= _SHORTEST and folded not in names:
                found[folded].add(word)
    return found


def _files() -> Iterator[Path]:
    for pattern in _PAGES:
        yield from sorted(file for file in corpus_folder().glob(pattern) if file.is_file())
