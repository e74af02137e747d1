"""The finder with the places and authorities of the corpus that ships with the program."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from becivic.names.presidio_finder import PresidioNameFinder
from becivic.packaged import corpus_folder
from becivic.rules.json_text import parse_json


@cache  # a model takes seconds to load and half a gigabyte to keep
def packaged_name_finder() -> PresidioNameFinder:
    data = corpus_folder() / "data"
    return PresidioNameFinder(_communes(data / "communes.json"), _authorities(data / "authorities.json"))


def _communes(file: Path) -> Iterator[str]:
    for commune in parse_json(file.read_bytes())["communes"]:
        yield from filter(None, (commune["name_fr"], commune["name_nl"], commune["name_de"]))


def _authorities(file: Path) -> Iterator[str]:
    authorities: dict[str, Any] = parse_json(file.read_bytes())
    for authority in authorities.values():
        yield from authority["name"].values()
