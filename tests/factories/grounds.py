"""What the files for agents are made from: the packaged corpus as it stands, at an address of its own."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache

from becivic.corpus.load import Corpus, Loader
from becivic.corpus.tree import DirectoryTree
from becivic.packaged import corpus_folder
from becivic.rules.limits import Limit
from becivic.site.agents.manifest import Grounds

URL = "https://civic.example"
AT = datetime(2026, 11, 16, 12, 30, tzinfo=UTC)
LIMITS = {limit: limit.value.number for limit in Limit}


@cache
def packaged() -> Corpus:
    return Loader().load(DirectoryTree(corpus_folder()))


def grounds(corpus: Corpus | None = None) -> Grounds:
    return Grounds(
        corpus=packaged() if corpus is None else corpus, public_url=URL, limits=LIMITS, generated_at=AT
    )
