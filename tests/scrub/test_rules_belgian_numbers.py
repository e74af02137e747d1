"""Rules for the numbers Belgium gives to people and enterprises, in the spellings people use."""

from __future__ import annotations

import pytest

from tests.requirement import requirement
from tests.scrub.rule_tables import assert_clean, assert_fires

FIRES = [
    ("belgian_nrn", "mon numéro «85_07_30_033_28»"),
    ("belgian_nrn", "«85.07.30-033.28»"),
    ("belgian_nrn", "Mon numéro de registre national est le «85.07.30-033.28»."),
    ("belgian_nrn", "Mijn rijksregisternummer is «85.07.30-033-28»."),
    ("belgian_nrn", "Meine Nationalregisternummer lautet «850730-033-28»"),
    ("belgian_nrn", "I typed «85 07 30 033 28» twice"),
    ("belgian_nrn", "niss:«85073003328»"),
    ("belgian_nrn", "NRN«85073003328»"),
    ("belgian_nrn", "nrn_«85073003328»_copy"),
    ("belgian_nrn", "(«850730 03328»)"),
    ("belgian_nrn", "«850730 033 28», c'est le mien"),
    ("belgian_nrn", "«850730-03328»"),
    ("belgian_nrn", "«850730.033.28»"),
    ("belgian_nrn", "«850730/033/28»"),
    ("belgian_nrn", "«85/07/30-033/28»"),
    ("belgian_nrn", "«85/07/30 033 28»"),
    ("belgian_nrn", "«85-07-30-033-28»"),
    ("belgian_nrn", "«85-07-30 033-28»"),
    ("belgian_nrn", "«85-07-30 033.28»"),
    ("belgian_nrn", "«85.07.30 - 033.28» met spaties"),
    ("belgian_nrn", "«85.07.30 \u2013 033.28» mit Gedankenstrich"),
    ("belgian_nrn", "«85.07.30  033.28»"),
    ("belgian_nrn", "«85.07.30.033.28»"),
    ("belgian_nrn", "«85. 07. 30 - 033. 28»"),
    ("belgian_nrn", "«85  07  30  033  28»"),
    ("belgian_nrn", "«850730 - 033 - 28»"),
    ("belgian_nrn", "«85.07.30 (033.28»)"),
    ("belgian_nrn", "«85.07.30-033 28»"),
    ("belgian_nrn", "«50.00.00-011.33» of somebody whose day of birth nobody wrote down"),
    ("belgian_nrn", "two of them: «85.07.30-033.28» 86.08.31-044.39"),
    ("belgian_nrn", "two of them: 85.07.30-033.28 «86.08.31-044.39»"),
    ("belgian_nrn", "https://example.org/nie/«85073003328»/edit"),
    ("belgian_bis", "«85.47.30-211.33»"),
    ("belgian_bis", "numéro bis «85.27.30-211.33»"),
    ("belgian_bis", "bisnummer «85473021133»"),
    ("belgian_bis", "BIS «85 47 30 211 33»"),
    ("belgian_bis", "BIS-Nummer: «854730-211-33»"),
    ("belgian_bis", "«85/27/30-211.33»"),
    ("belgian_bis", "«85.40.00-211.33»"),
    ("personal_number_labelled", "rijksregisternummer: «85.07.30-33.28», een cijfer te weinig"),
    ("personal_number_labelled", "numéro national «8507300332», mal recopié"),
    ("personal_number_labelled", "registre national n° «85073003328»"),
    ("personal_number_labelled", "Nationalregisternummer ist «85 0730 0332 8»"),
    ("personal_number_labelled", "my national number is «85-0730-03328»"),
    ("belgian_eid_card", "carte d'identité «592-1234567-89»"),
    ("belgian_eid_card", "«592 1234567 89»"),
    ("belgian_eid_card", "«592.1234567.89»"),
    ("belgian_eid_card", "«592/1234567/89»"),
    ("belgian_eid_card", "«592 - 1234567 - 89»"),
    ("belgian_eid_card", "«592-123456789»"),
    ("belgian_eid_card", "«5921234567-89»"),
    ("belgian_eid_card", "«592123456789»"),
    ("identity_card", "eID«592123456789»"),
    ("belgian_eid_card", "mijn kaartnummer is «202-1234567-89»"),
    ("belgian_eid_card", "«001-2345678-90» was an account in the old form"),
    ("twelve_digits", "kaart «612345678901» is verlopen"),
    ("twelve_digits", "Nummer:«090933755493»"),
    ("belgian_bce", "«0403.019.261»"),
    ("belgian_bce", "«BE0403019261»"),
    ("belgian_bce", "«BE 0403.019.261»"),
    ("belgian_bce", "«BE-0403.019.261»"),
    ("belgian_bce", "«BE 0403 019 261»"),
    ("belgian_bce", "TVA «BE 403.019.261»"),
    ("belgian_bce", "TVA:«BE0403.019.261»"),
    ("belgian_bce", "«0403 019 261»"),
    ("belgian_bce", "«0403-019-261»"),
    ("belgian_bce", "KBO «0403019261»"),
    ("belgian_bce", "btw «be0403019261»"),
    ("belgian_bce", "n° d'entreprise «1000.123.456»"),
    ("belgian_bce", "ondernemingsnummer «1012345678»"),
    ("belgian_bce", "«BE1012.345.678»"),
    ("belgian_bce", "«0800.123.456» is an enterprise"),
    ("enterprise_number_labelled", "UID «ATU12345678»"),
    ("enterprise_number_labelled", "TVA «403.019.261»"),
    ("enterprise_number_labelled", "BTW-nummer: «NL123456789B01»"),
    ("enterprise_number_labelled", "VAT no. «FR 12 345678901»"),
    ("enterprise_number_labelled", "USt-IdNr. «DE123456789»"),
    ("enterprise_number_labelled", "SIRET «123 456 789 00012»"),
    ("enterprise_number_labelled", "BCE «0800 123 456»"),
]

CLEAN = [
    "Votre numéro national figure au dos de la carte.",
    "Le numéro de registre national compte 11 chiffres; le numéro BIS aussi.",
    "Het rijksregisternummer staat rechts boven op uw kaart (11 cijfers).",
    "The national number has the form YY.MM.DD-XXX.XX, or 00.00.00-000.00 when left empty.",
    "Ouvert de 8.30-12.00 et 13.30-16.00, le jeudi 9.00-12.00 13.00-16.00 18.00-20.00.",
    "Open 10.30-12.00 14.30-16.00.",
    "Dates: 30.07.1985, 30/07/85, 1985-07-30, 30-07-1985, 19850730.",
    "Entre le 12.10.24 et le 31.12.25, comptez 180 jours.",
    "Backup 20251115-143000 and 202511151430 and 20251115143000.",
    "NUMAC 2012009519, M.B. 28.12.2012, p. 88573.",
    "https://www.ejustice.just.fgov.be/eli/loi/1984/06/28/1984900065/justel",
    "https://www.ejustice.just.fgov.be/eli/loi/2012/12/04/2012009519/justel",
    "ECLI:BE:CASS:2019:ARR.20190110.1 and ECLI:BE:GHCC:2020:ARR.123",
    "C/2020/123, 2004/38/EC, Regulation (EU) 2016/1191, CELEX 32004L0038, 02016R1191-20190216.",
    "La population est de 11 763 650 habitants, le budget de 85 073 003 328 euros.",
    "Id 550e8400-e29b-41d4-a716-446655440000, 123e4567-e89b-12d3-a456-426614174000.",
    "Id 00000000-0000-4000-8000-000000000001 and 12345678-1234-5678-1234-567812345678.",
    "Commit 85073003328abcdef0123456789abcdef0123456, or a85073003328bcd.",
    "ISBN 978-2-85073-003-3, ISBN 978-90-5487-123-4, ISBN 9782850730033, ISSN 1234-5678.",
    "TVA 21 %, BTW 6 %, MwSt. 19 %; TVA non comprise.",
    "NIS 21009, 62063 et 11002; code postal 1050 Ixelles, B-1000 Brussels.",
    "1.000 EUR, € 65,00, 180 €, 1 234 567 euros, 12,50 %.",
    "Versions 0.1.0, 2024.11.15.1, 192.168.1.10, 10.0.0.1.",
    "Coordinates 50.850346, 4.351721.",
    "Code 1012345 and 10.12.2024.",
]


@requirement("R-SCRUB-01", "R-SCRUB-02")
@pytest.mark.parametrize(("rule", "marked"), FIRES)
def test_a_number_is_found_as_people_write_it(rule: str, marked: str) -> None:
    assert_fires(rule, marked)


@requirement("R-SCRUB-02")
@pytest.mark.parametrize("text", CLEAN)
def test_what_only_looks_like_one_is_left_alone(text: str) -> None:
    assert_clean(text)
