"""Loose numbers go, whatever separates their digits; amounts, years, hours, acts and our own ids stay."""

from __future__ import annotations

import pytest

from becivic_harness import numbers
from tests.requirement import requirement


def _found(text: str) -> list[str]:
    return [text[span.start : span.end] for span in numbers.find(text)]


@requirement("R-SCRUB-08")
@pytest.mark.parametrize(
    "number",
    [
        "123456",
        "12 34 56",
        "12.34.56",
        "8 5 0 7 3 0 1",
        "0470/12.34.56",
        "(02) 123.45.67",
        "85.07.30-033.28",
        "EH 123456",
        "EH123456",
        "AB-12-345-C",
        "2024/12345",
        "0800 12 345",
        "21004/21009",
        "x1y2z3w4v5" * 6,
        "O475 l2 34 56",
        "1abc234",
        "AB-12-CD-34",
        "2001:db8:85a3::8a2e:370:7334",
        "2001:db8:85a3:0:0:8a2e:370:7334",
        "fe80::1",
        "10.0.0.1",
    ],
)
def test_a_loose_number_is_found_whole(number: str) -> None:
    found = _found(f"giving {number} today")
    assert max(found, key=len) == number


@pytest.mark.parametrize(
    "text",
    [
        "The fee was 25 EUR, then 12 000 EUR, € 1 250 000 or EUR 25000.",
        "De 29.235,20 à 30.112,26 euros, soit 12,5 %.",
        "1 234 567 habitants, 55.213 personnes, 2019-2024, 2025-26.",
        "Open 8.30-12.00 and 13.30-16.00, 24/24 7/7.",
        "Directive 2004/38/EC, Regulation (EU) 2016/1191, Verordening (EG) nr. 883/2004.",
        "Cour constitutionnelle, arrêt n° 79/2022; case C-713/23; code 1105-30; CELEX 32004L0038; numac 2012009519.",
        "Commune 21009, val-00012, ref-00012, pth-00010, con_0190a5b2-1234-7abc-8def-0123456789ab.",
        "Annex 15 2026, E606, form 276C1, 1040 Etterbeek, model 596.2.",
        "https://www.ejustice.just.fgov.be/cgi_loi/loi_a.pl?cn_search=1984062835&numac_search=2012009519",
        "eu-2016-1191-multilingual-form",
        "Open 12:30:45, std::vector, art. 1.2.3.4, 2 l, 10 Il, form E606 is open, dossier complet, case closed in 2026",
    ],
)
def test_what_identifies_nobody_stays(text: str) -> None:
    assert _found(text) == []


def test_what_another_finder_has_judged_is_left_to_it() -> None:
    assert numbers.find("on 2026-12-04", [(3, 13)]) == []
    assert _found("on 2026-12-04") == ["2026-12-04"]


@requirement("R-SCRUB-08")
@pytest.mark.parametrize("number", ["19850730", "1985-07-30", "0475123456", "%2B32475123456"])
def test_a_number_that_an_address_asks_for_is_found(number: str) -> None:
    assert _found(f"https://x.example/q?d={number}&l=fr") == [number]


@requirement("R-SCRUB-08")
@pytest.mark.parametrize("text", ["dossier AB-12-CD-3", "réf. X12/B7", "case: 12B3", "kenmerk nr. AZ-77"])
def test_behind_a_label_few_digits_are_a_number(text: str) -> None:
    assert [found for found in _found(text) if text.endswith(found)]


@requirement("R-SCRUB-08")
@pytest.mark.parametrize(
    "number",
    [
        "eight five zero seven three zero zero three three two eight",
        "huit cinq zéro sept trois zéro zéro trois trois deux huit",
        "zéro quatre septante-sept douze trente-quatre cinquante-six",
        "nul vier zeven zeven twaalf vierendertig zesenvijftig",
        "null vier sieben sieben, zwölf, vierunddreißig, sechsundfünfzig",
        "Zero, four, double seven, one two three four",
        "zéro quatre vingt et un trente et un quarante",
    ],
)
def test_a_number_that_was_read_out_is_found_whole(number: str) -> None:
    assert _found(f"giving {number} today") == [number]


@pytest.mark.parametrize(
    "text",
    [
        "Bring two copies, four photos, and come in one or two weeks.",
        "ten, fifteen, twenty or thirty euros",
        "two thousand three hundred and forty-five euros and twenty-six cents",
        "Een of twee kopieën; een van de vier of vijf kantoren is om acht uur open.",
        "Entre un et deux mois, six ou sept documents, un an ou deux.",
        "step one; step two; step three; step four; step five; step six; step seven",
        "nineteen eighty-five to twenty twenty-six",
    ],
)
def test_words_that_count_things_stay(text: str) -> None:
    assert _found(text) == []
