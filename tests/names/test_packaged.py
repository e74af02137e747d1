"""The finder that ships knows the places and authorities of the corpus that ships."""

from __future__ import annotations

import pytest

from becivic.names import PresidioNameFinder
from becivic.publishing.screening.finding import packaged_finder
from tests.requirement import requirement


@pytest.fixture(scope="module")
def packaged() -> PresidioNameFinder:
    return packaged_finder()


@requirement("R-NER-08")
def test_no_packaged_commune_is_held(packaged: PresidioNameFinder, communes: list[str]) -> None:
    texts = [f"De gemeente {commune} vraagt een attest." for commune in communes]
    found = packaged.find_many((text, "nl") for text in texts)
    assert [text for text, spans in zip(texts, found, strict=True) if spans] == []


@requirement("R-NER-08")
def test_no_packaged_authority_is_held(packaged: PresidioNameFinder, authorities: list[str]) -> None:
    texts = [f"Contact: {name}." for name in authorities]
    found = packaged.find_many((text, "en") for text in texts)
    assert [text for text, spans in zip(texts, found, strict=True) if spans] == []


@requirement("R-NER-01")
def test_the_packaged_finder_finds_people(packaged: PresidioNameFinder) -> None:
    assert packaged.find("Het dossier van Fatima El Amrani is volledig.", "nl")
