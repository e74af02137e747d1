"""Days become months or nothing; dates of the law stay. Today is 18 November 2026."""

from __future__ import annotations

from datetime import date

import pytest

from becivic_harness import dates
from tests.requirement import requirement


def coarsened(text: str, today: date) -> str:
    """The text with everything written that is found to be written instead."""
    pieces: list[str] = []
    place = 0
    for each in dates.find(text, today):
        if each.instead is not None:
            pieces += (text[place : each.start], each.instead)
            place = each.end
    return "".join((*pieces, text[place:]))


@requirement("R-PROF-10", "R-DOC-07")
@pytest.mark.parametrize(
    ("text", "coarse"),
    [
        ("on 2026-03-12", "on 2026-03"),
        ("le 12 mars 2026 à 14h30", "le 2026-03 à 14h30"),
        ("am 5. Dezember 2026", "am 2026-12"),
        ("op dinsdag 3 maart 2026", "op 2026-03"),
        ("March 12th, 2026", "2026-03"),
        ("Tuesday, 12 March 2026", "2026-03"),
        ("du 12 au 15 mars 2026", "du 2026-03"),
        ("from the 1st to the 3rd of May 2026", "from the 2026-05"),
        ("2026-03-12T10:00:00Z", "2026-03"),
        ("03/28/2026", "2026-03"),
        ("the 18 November 2024", "the 2024-11"),
        ("the 17 November 2024", "the [date]"),
        ("12 March 2031", "2031-03"),
        ("12 mars 2026 14 personnes", "2026-03 14 personnes"),
        ("IMG_20260312", "IMG_2026-03"),
    ],
)
def test_a_day_of_the_last_two_years_or_to_come_becomes_its_month(
    text: str, coarse: str, today: date
) -> None:
    assert coarsened(text, today) == coarse


@requirement("R-PROF-10")
@pytest.mark.parametrize(
    "written",
    [
        "12/03/1985",
        "12.3.1985",
        "12. 3. 1985",
        "12 / 03 / 1985",
        "12-03-85",
        "12 03 1985",
        "1985/3/12",
        "85-03-12",
        "19850312",
        "12031985",
        "12MAR1985",
        "12-Mar-85",
        "12.III.1985",
        "12 mars 1985",
        "12 maart '85",
        "12 mars 85",
        "1er mars 1985",
        "12. März 1985",
        "March 12, 1985",
        "12th of March 1985",
        "douze mars mille neuf cent quatre-vingt-cinq",
        "twenty-first of March nineteen eighty-five",
        "zwölften März neunzehnhundertfünfundachtzig",
        "twaalf maart negentienhonderdvijfentachtig",
        "12 d'avril 1985",
        "\u0660\u0663/\u0660\u0665/\u0661\u0669\u0668\u0665",
        "mars 2019",
        "2019-03",
        "03/2019",
    ],
)
def test_any_older_date_goes_however_it_is_written(written: str, today: date) -> None:
    assert coarsened(f"seit {written}, so", today) == "seit [date], so"


@requirement("R-SCRUB-08")
@pytest.mark.parametrize(
    ("text", "coarse"),
    [
        ("né en 1985", "né en [date]"),
        ("Geboren in 1985", "Geboren in [date]"),
        ("born in March 2026", "born in [date]"),
        ("born in May", "born in [date]"),
        ("geb. am 12.3.2026", "geb. am [date]"),
        ("op 12 maart 2026 geboren", "op [date] geboren"),
        ("ne le 12 mars 2026", "ne le [date]"),
        ("(b. 1979)", "(b. [date])"),
        ("Date de naissance : 2026-03", "Date de naissance : [date]"),
    ],
)
def test_after_a_birth_nothing_stays(text: str, coarse: str, today: date) -> None:
    assert coarsened(text, today) == coarse


@pytest.mark.parametrize(
    "text",
    [
        "loi du 28 juin 1984 et du 4 décembre 2012",
        "wet van 18 juni 2013, KB van 8 oktober 1981",
        "arrêté royal du 8 octobre 1981 (M.B. 27.10.1981)",
        "Gesetz vom 15. Dezember 1980",
        "the 28 June 1984 Act",
        "in force since 1 January 2013",
        "Convention de La Haye du 5 octobre 1961",
        "appointment in 2026-12, or in mars 2027",
        "In May and June; may I; under 12 may travel; the birth may be declared",
        "Open 8.30-12.00; 24/7; 9.10 uur; IP 192.168.1.10; version 1.2.10",
        "birth certificate from 2026-03, in 2026",
        "since 1998; 2024-2026; 00 800 6 7 8 9 10 11",
        "https://example.org/1985-03-12 and 550e8400-e29b-41d4-a716-446655440000",
        "Two may be loaded, the second first",
    ],
)
def test_law_months_hours_and_years_stay(text: str, today: date) -> None:
    assert coarsened(text, today) == text


@pytest.mark.parametrize(
    ("text", "coarse"),
    [
        ("avant le 30 juin", "avant le juin"),
        ("July 15 at noon", "July at noon"),
        ("le 12/03 et 07/04", "le [date] et [date]"),
        ("am 03.12. um neun", "am [date]. um neun"),
        ("decision of 12 March 2019", "decision of [date]"),  # it may be somebody's own
    ],
)
def test_without_a_year_the_day_goes_all_the_same(text: str, coarse: str, today: date) -> None:
    assert coarsened(text, today) == coarse


@pytest.mark.parametrize("text", ["31/31/1985", "99 mars", "0 mars 5", "mars", "12/", "1985-13-45", "² mars"])
def test_what_is_no_date_does_no_harm(text: str, today: date) -> None:
    assert dates.find(text, today) is not None
