"""No commune of Belgium is held for a person, in the sentences where communes stand."""

from __future__ import annotations

import pytest

from becivic.names import PlainNameFinder, PresidioNameFinder
from tests.requirement import requirement

_FRAMES = {
    "fr": (
        "Je me suis rendu à {}.",
        "Le service population de {} demande un acte de naissance.",
        "{} demande une copie du bail.",
    ),
    "nl": ("De gemeente {} vraagt een attest.", "Ik woon in {}.", "Het loket van {} is dicht."),
    "de": ("Die Gemeinde {} verlangt eine Urkunde.", "Ich wohne in {}.", "Der Schalter von {} ist zu."),
    "en": ("I went to {}.", "The {} town hall asks for a lease."),
}


@requirement("R-NER-08")
@pytest.mark.parametrize("language", _FRAMES)
def test_no_commune_is_held(language: str, communes: list[str], plain: PlainNameFinder) -> None:
    texts = [frame.format(commune) for commune in communes for frame in _FRAMES[language]]
    assert [text for text in texts if plain.find(text, language)] == []


@requirement("R-NER-08")
def test_no_commune_is_held_by_the_model(communes: list[str], presidio: PresidioNameFinder) -> None:
    texts = [frame.format(commune) for commune in communes[::5] for frame in _FRAMES["fr"]]
    found = presidio.find_many((text, "fr") for text in texts)
    assert [text for text, spans in zip(texts, found, strict=True) if spans] == []


@requirement("R-NER-08")
def test_no_authority_is_held(authorities: list[str], plain: PlainNameFinder) -> None:
    assert [name for name in authorities if plain.find(f"Contact : {name}.", "fr")] == []
