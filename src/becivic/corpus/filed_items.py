"""Rows of the catalogue as the files of a corpus have them: the seed, and the snapshot where there is one (R-TAG-19)."""

from __future__ import annotations

from collections.abc import Iterator

from becivic.corpus.fields import Fields
from becivic.corpus.load import Corpus, json_lines
from becivic.corpus.seed import SEED_FILE, SEED_LISTS, SNAPSHOT_FILES, snapshot_row


def filed_items(corpus: Corpus) -> dict[str, Fields]:
    """The row of each uid as a corpus's own files have it: a snapshot's is newer than its seed (R-TAG-19)."""
    seed = corpus.documents[SEED_FILE].fields
    items = (item for key in SEED_LISTS.values() for item in seed.children(key))
    return {item.text("uid"): item for item in (*items, *_snapshot_items(corpus))}


def _snapshot_items(corpus: Corpus) -> Iterator[Fields]:
    """The current rows of a corpus's snapshot, where it has one. Of lines that cannot be read the loader has spoken."""
    for file in SNAPSHOT_FILES.values():
        raw = corpus.tree.read(file) if file in corpus.files else b""
        items = (Fields.of(value) for _, value in json_lines(raw, file, []))
        yield from (item for item in items if snapshot_row(item) is not None)
