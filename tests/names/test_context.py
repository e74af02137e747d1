"""What the surroundings of a name say."""

from __future__ import annotations

import pytest

from becivic.names.context import beside_institution, named_after_a_place, names_a_thing, within_a_title
from becivic.names.lexicon import Lexicon
from becivic.names.scan import Scan, read
from tests.requirement import requirement


def _around(text: str, language: str, lexicon: Lexicon, name: str = "Zorblin") -> tuple[Scan, int]:
    scan = read(text, language, lexicon)
    return scan, next(at for at, word in enumerate(scan.words) if word.text == name)


@requirement("R-NER-08")
@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "rue Zorblin"),
        ("fr", "rue de Zorblin"),
        ("fr", "la place du Docteur Zorblin"),
        ("fr", "le Centre hospitalier Zorblin"),
        ("fr", "l'arrêt « Zorblin"),
        ("nl", "het premetrostation Zorblin"),
        ("nl", "het Zorblin Quastplein"),
        ("de", "das Gesetz Zorblin"),
        ("de", "die Zorblin-Stiftung ist Zorblin Stiftung"),
        ("en", "the Zorblin ruling"),
        ("en", "Zorblin's Hotel"),
    ],
)
def test_streets_institutions_and_laws_are_things(language: str, text: str, lexicon: Lexicon) -> None:
    scan, at = _around(text, language, lexicon)
    assert names_a_thing(scan, at, at + 1)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "à la place de Zorblin"),
        ("fr", "l'école de Zorblin"),
        ("fr", "rue ; Zorblin"),
        ("fr", "rue de la du le Zorblin"),
        ("nl", "nu is thuis Zorblin"),
        ("en", "Zorblin's case"),
        ("en", "Zorblin"),
        ("en", "Zorblin waits"),
    ],
)
def test_people_are_not(language: str, text: str, lexicon: Lexicon) -> None:
    scan, at = _around(text, language, lexicon)
    assert not names_a_thing(scan, at, at + 1)


@pytest.mark.parametrize(
    ("text", "is_place"),
    [
        ("la prison de Zorblin", True),
        ("au Hof ter Zorblin", True),
        ("le dossier de Zorblin", False),
        ("de Zorblin", False),
        ("prison, de Zorblin", False),
        ("Zorblin", False),
    ],
)
def test_behind_a_thing_and_a_link_stands_a_place(text: str, is_place: bool, lexicon: Lexicon) -> None:
    assert named_after_a_place(*_around(text, "fr", lexicon)) is is_place


def test_in_a_row_with_an_institution_stands_an_institution(lexicon: Lexicon) -> None:
    assert beside_institution(*_around("Argenta and Zorblin", "en", lexicon))
    assert not beside_institution(*_around("Namur and Zorblin", "en", lexicon))
    assert not beside_institution(*_around("Fatima or Zorblin", "en", lexicon))
    assert not beside_institution(*_around("and Zorblin", "en", lexicon))


def test_a_thing_written_large_goes_on(lexicon: Lexicon) -> None:
    assert within_a_title(*_around("de Vlaamse Zorblin", "nl", lexicon))
    assert not within_a_title(*_around("die Gemeinde Zorblin", "de", lexicon))
    assert not within_a_title(*_around("Vlaamse, Zorblin", "nl", lexicon))
    assert not within_a_title(*_around("Zorblin", "nl", lexicon))
