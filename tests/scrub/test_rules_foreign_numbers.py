"""Rules for personal numbers of other countries."""

from __future__ import annotations

import pytest

from tests.requirement import requirement
from tests.scrub.rule_tables import assert_clean, assert_fires

FIRES = [
    ("us_ssn", "«219-09-9999»"),
    ("us_ssn", "My SSN is «219 09 9999»"),
    ("us_ssn", "SSN:«219-09-9999»."),
    ("us_ssn", "«219 - 09 - 9999»"),
    ("personal_number_labelled", "social security number «219099999»"),
    ("personal_number_labelled", "ssn «219.09.9999»"),
    ("uk_national_insurance", "«AB123456C»"),
    ("uk_national_insurance", "«AB 12 34 56 C»"),
    ("uk_national_insurance", "NINO «AB-12-34-56-C»"),
    ("uk_national_insurance", "ni number «ab123456c»"),
    ("uk_national_insurance", "«JG 123456 C»"),
    ("personal_number_labelled", "national insurance number: «ab 12 34 56 c»"),
    ("personal_number_labelled", "NINO «AB123456»"),
    ("french_nir", "«1 85 07 75 056 033 28»"),
    ("french_nir", "Sécu: «185077505603328»"),
    ("french_nir", "«1850775056033»"),
    ("french_nir", "«1850775056033 28»"),
    ("french_nir", "«2.85.07.75.056.033.28»"),
    ("french_nir", "«2-85-07-75-056-033-28»"),
    ("french_nir", "«2 85 07 2A 004 033 12», née en Corse"),
    ("french_nir", "«285072B00403312»"),
    ("french_nir", "«1 85 07 99 350 033 (28»)"),
    ("personal_number_labelled", "numéro de sécurité sociale «1 85 07 75 056 033 28»"),
    ("dutch_bsn", "BSN «111222333»"),
    ("dutch_bsn", "bsn: «111 222 333»"),
    ("dutch_bsn", "burgerservicenummer «111.222.333»"),
    ("dutch_bsn", "BSN-nummer is «1112.22.333»"),
    ("dutch_bsn", "mijn sofinummer was «11122233»"),
    ("dutch_bsn", "bsn«111222333»"),
    ("polish_pesel", "PESEL «85073012345»"),
    ("polish_pesel", "«05273012345»"),
    ("personal_number_labelled", "pesel: «850730 12345»"),
    ("personal_number_labelled", "NIE «X1234567L»"),
    ("personal_number_labelled", "DNI «12345678Z»"),
    ("personal_number_labelled", "codice fiscale «RSSMRA85T10A562S»"),
    ("personal_number_labelled", "CNP «1850730123456»"),
    ("personal_number_labelled", "Steuer-ID: «12 345 678 901»"),
    ("personal_number_labelled", "Sozialversicherungsnummer «12 300785123»"),
    ("personal_number_labelled", "AHV nr. «756.1234.5678.97»"),
    ("personal_number_labelled", "numéro fiscal «12345678901»"),
    ("uk_national_insurance", "NI no. «QQ 12 34 56 A»"),
]

CLEAN = [
    "La loi du 12-12-24 a été publiée le 12-12-24 a priori.",
    "Le 12 12 24 a été une journée calme.",
    "Op 12 10 24 begon de nieuwe termijn.",
    "Call the tax office; your BSN has nine digits.",
    "Your social security number is needed: 9 digits.",
    "Le numéro de sécurité sociale compte 15 chiffres.",
    "1 850 775 056 033 euros",
    "Epoch 1731678000000, then 1731678000.",
    "EAN 5412345678908",
    "Le PESEL est un numéro polonais de 11 chiffres.",
    "Between 2019 and 2024: 120 files, 12 appeals, 1 ruling.",
    "The form SSA-89 or A1, S1, E104, 276C1.",
    "art. 120-12 and art. 100-10-2",
    "Registre national: loi du 8 août 1983; Rijksregister, wet van 08/08/1983.",
]


@requirement("R-SCRUB-01", "R-SCRUB-02")
@pytest.mark.parametrize(("rule", "marked"), FIRES)
def test_a_foreign_number_is_found_as_people_write_it(rule: str, marked: str) -> None:
    assert_fires(rule, marked)


@requirement("R-SCRUB-02")
@pytest.mark.parametrize("text", CLEAN)
def test_what_only_looks_like_one_is_left_alone(text: str) -> None:
    assert_clean(text)
