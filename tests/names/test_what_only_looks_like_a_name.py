"""Dates, plurals, peoples, places that grew onto a name: a library of procedures is full of them, and none holds."""

from __future__ import annotations

import pytest

from becivic.names import PlainNameFinder
from becivic.publishing.screening.finding import packaged_finder
from tests.names.marked import named, unmarked
from tests.requirement import requirement


@requirement("R-NER-08")
@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Open Mon-Fri 8:30-12:00, Thu 13:30-19:00."),
        ("en", "1 EUR = 1.0389 USD on 2 Jan 2025."),
        ("de", "Bis zur Haltestelle sind es 5 Min. zu Fuß."),
        ("fr", "Amis et Mariés : deux cases du formulaire."),
        ("fr", "Musulmans, Juifs, Protestants : carrés confessionnels."),
        ("nl", "Marokkanen, Turken, Syriërs en Oekraïners: aparte wachtrij."),
        ("nl", "Het infomoment is in het Peter Benoitpark."),
        ("nl", "Kom naar Buurthuis Jules, lokaal 2."),
        ("de", "Haushaltsvorstand, Mitbewohner, Alleinstehender: Begriffe."),
        ("en", "Eid al-Adha, Diwali, Hanukkah: swapping a leave day."),
        ("en", "Manpower, Robert Half and Adecco count as temp agencies."),
        ("nl", "\u02bb%s\u02bc te veel"),
    ],
)
def test_it_does_not_hold(language: str, text: str, plain: PlainNameFinder) -> None:
    assert named(text, plain.find(text, language)) == []


@requirement("R-NER-01")
@pytest.mark.parametrize(
    ("language", "marked"),
    [
        ("en", "On 2 May 2025 [Jan Peeters] called."),
        ("nl", "[Olivers] verblijfskaart is verlopen."),
        ("nl", "[G.J. Hoebregts], bezwaar tegen een boete."),
        ("fr", "[J.-P. Godfrind] : amende contestée."),
        ("nl", "Ik sprak met [Tom Nieuwenhuis] aan het loket."),
    ],
)
def test_a_person_beside_them_still_does(language: str, marked: str, plain: PlainNameFinder) -> None:
    text, people = unmarked(marked)
    assert named(text, plain.find(text, language)) == people


@requirement("R-NER-08")
def test_the_packaged_finder_knows_the_communes_and_authorities_of_the_corpus() -> None:
    finder = packaged_finder()
    assert finder.find("Je me suis rendu à Saint-Gilles, puis à Philippeville, au SPF Justice.", "fr") == []
    assert finder.find("Das Standesamt in Sankt Vith und der FÖD Justiz.", "de") == []
    assert len(finder.find("Mevrouw Els Vermeulen uit Sint-Gillis tekende.", "nl")) == 1
