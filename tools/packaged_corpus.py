"""The corpus of this checkout, loaded once for everything that is generated from it."""

from __future__ import annotations

from functools import cache

from becivic.corpus.load import Corpus, Loader
from becivic.corpus.tree import DirectoryTree
from becivic.packaged import corpus_folder


@cache
def packaged() -> Corpus:
    return Loader().load(DirectoryTree(corpus_folder()))
