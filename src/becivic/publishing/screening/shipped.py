"""What ships with the program: its maintainers have read it, so the same words need nobody's eyes again.

The words alone count, not where they came from: whoever changes one is looked at like anybody else.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from becivic.corpus.seed import SEED_FILE, SEED_LISTS
from becivic.packaged import corpus_folder
from becivic.rules.json_text import parse_json


def is_shipped(uid: str, words: Mapping[str, Any]) -> bool:
    """Whether a row of the catalogue says just what the packaged seed says under its uid."""
    seeded = _seed().get(uid)
    return seeded is not None and all(seeded.get(name) == value for name, value in words.items())


@cache
def shipped_lines(path: str) -> frozenset[str]:
    """The lines of a packaged file; none where it does not ship."""
    file = corpus_folder() / path
    return frozenset(file.read_text(encoding="utf-8").split("\n")) if file.is_file() else frozenset()


@cache
def _seed() -> dict[str, dict[str, Any]]:
    seed = parse_json((corpus_folder() / SEED_FILE).read_bytes())
    return {row["uid"]: row for key in SEED_LISTS.values() for row in seed[key]}
