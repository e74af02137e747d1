"""What the surroundings of a name say."""

from __future__ import annotations

import pytest

from becivic.names.context import named_after_a_place, names_a_thing, within_a_title
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


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Fatima Health House"),
        ("en", "Fatima Plan"),
        ("en", "Fatima v. Belgium"),
        ("fr", "Fatima c. Belgique"),
        ("nl", "Fatima tegen België"),
        ("nl", "Fatima De Quastlaan"),
        ("nl", "Fatima Van den Quastpark"),
        ("fr", "la Maison médicale Fatima"),
        ("fr", "le parking Fatima"),
    ],
)
def test_a_title_a_street_or_a_court_case_goes_on_behind_the_name(
    language: str, text: str, lexicon: Lexicon
) -> None:
    scan, at = _around(text, language, lexicon, "Fatima")
    assert names_a_thing(scan, at, at + 1)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Fatima Health, House"),
        ("en", "Fatima Health Insurance Quarterly Review"),
        ("en", "Fatima Health"),
        ("en", "Fatima acts"),
        ("en", "Fatima plan B"),
        ("de", "Fatima Gesundheit Haus"),
        ("nl", "Fatima Van Hof"),
        ("nl", "Fatima Van"),
        ("nl", "Fatima tegen Gent"),
        ("en", "Fatima v. Zorblin"),
        ("fr", "Fatima arrête"),
    ],
)
def test_other_words_behind_a_name_leave_it_to_its_bearer(language: str, text: str, lexicon: Lexicon) -> None:
    scan, at = _around(text, language, lexicon, "Fatima")
    assert not names_a_thing(scan, at, at + 1)


@pytest.mark.parametrize(
    ("text", "thing"),
    [("Hall Zorblin", True), ("Queen Zorblin", False), ("Fatima Zorblin", False), ("Peter Quastpark", True)],
)
def test_a_run_may_begin_or_end_as_a_thing(text: str, thing: bool, lexicon: Lexicon) -> None:
    assert names_a_thing(read(text, "en", lexicon), 0, 2) is thing


def test_a_thing_written_large_goes_on(lexicon: Lexicon) -> None:
    assert within_a_title(*_around("de Vlaamse Zorblin", "nl", lexicon))
    assert not within_a_title(*_around("die Gemeinde Zorblin", "de", lexicon))
    assert not within_a_title(*_around("Vlaamse, Zorblin", "nl", lexicon))
    assert not within_a_title(*_around("Zorblin", "nl", lexicon))
