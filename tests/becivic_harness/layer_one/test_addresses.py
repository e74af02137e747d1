"""Addresses that the scrub rules leave to the harness."""

from __future__ import annotations

import pytest

from becivic_harness import addresses
from becivic_harness.spans import Span, merged
from tests.requirement import requirement


def _found(text: str) -> list[str]:
    spans = merged(addresses.extended(text, merged(addresses.find(text))))
    return [text[span.start : span.end] for span in spans]


@requirement("R-SCRUB-08")
@pytest.mark.parametrize(
    "address",
    [
        "rue de la loi 16",
        "bd lambermont 5 bte 3",
        "r. de la limite 20",
        "place flagey 18",
        "clos des lilas 7 b",
        "rue du midi n° 12",
        "chaussée de ninove 12/4",
        "rue haute 12 bis, 4000 liège",
        "45 rue neuve",
        "12a, avenue louise",
        "mechelsesteenweg 271",
        "lange leemstraat 45 bus 3, 2018 antwerpen",
        "hauptstr. 12, 4700 eupen",
        "schulweg 7",
        "heide 5, 2920 kalmthout",
        "ul. Długa 10/5, 00-950",
        "Calle Mayor 12",
        "via Garibaldi 8",
        "Atatürk Caddesi No: 12",
        "شارع الحسن الثاني 12",
        "postbus 45",
        "P.O. Box 123",
        "boîte postale 12",
        "résidence les tilleuls, bloc b, appt 12",
        "bloc B, kerkstraat 12",
        "place du jeu de balle 12",
        "via roma 12",
        "1000 Brussels, Haute 12",
    ],
)
def test_an_address_is_found_whole(address: str) -> None:
    assert _found(f"Papers, {address}: refused") == [address]


@pytest.mark.parametrize(
    ("text", "street"),
    [
        ("j'habite rue des Palais.", "rue des Palais"),
        ("ik woon in de Kerkstraat", "Kerkstraat"),
        ("ich wohne in der Neustraße", "Neustraße"),
        ("I live on Baker Street", "Baker Street"),
    ],
)
def test_where_somebody_lives_the_street_alone_is_enough(text: str, street: str) -> None:
    assert _found(text) == [street]


@pytest.mark.parametrize(
    "text",
    [
        "En place 2 jours, au cours des 12 mois, op weg 3 km, in der Regel 3 Monate.",
        "la route est longue, le passage de l'agent prend 2 semaines, via itsme 3 fois",
        "rue de la Loi en 2026; rue haute 12 h; rue haute 12,50",
        "de arbeidsmarkt 3, een parkeerplaats 2; ik woon in Gent; wonen",
        "45 rue; résidence principale. 12; r de 5; I live in a flat",
        "caddesi; residence of the child",
        "1000 Brussels, Annex 15; 1000 Bruxelles, Guichet 4; la place du bout du guichet 3; via page 3",
        "annexe 15, 1000 pages; guichet 4, 2920 demandes",
    ],
)
def test_what_is_no_address_stays(text: str) -> None:
    assert addresses.find(text) == []


def test_a_place_that_is_none_does_not_go_along() -> None:
    text = "rue haute 12, 1000 personnes"
    assert addresses.extended(text, [Span(0, 12, "address")]) == [Span(0, 18, "address")]
