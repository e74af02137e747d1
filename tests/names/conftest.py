"""The lists of the corpus, and finders that are made once: a model takes seconds to load."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from becivic.names import PlainNameFinder, PresidioNameFinder
from becivic.names.lexicon import Lexicon
from becivic.publishing.screening.finding import packaged_finder

_DATA = Path(__file__).parents[2] / "corpus" / "data"
_NAMES = ("name_fr", "name_nl", "name_de")


@pytest.fixture(scope="session")
def communes() -> list[str]:
    rows = json.loads((_DATA / "communes.json").read_text("utf-8"))["communes"]
    return [row[key] for row in rows for key in _NAMES if row[key]]


@pytest.fixture(scope="session")
def authorities() -> list[str]:
    rows = json.loads((_DATA / "authorities.json").read_text("utf-8"))
    return [name for row in rows.values() for name in row["name"].values()]


@pytest.fixture(scope="session")
def lexicon(communes: list[str], authorities: list[str]) -> Lexicon:
    return Lexicon(communes, authorities)


@pytest.fixture(scope="session")
def plain(communes: list[str], authorities: list[str]) -> PlainNameFinder:
    return PlainNameFinder(communes, authorities)


@pytest.fixture(scope="session")
def presidio() -> PresidioNameFinder:
    return packaged_finder()
