"""Rules for bank accounts, payment cards and the structured communication of a payment."""

from __future__ import annotations

import pytest

from tests.requirement import requirement
from tests.scrub.rule_tables import assert_clean, assert_fires, engine

FIRES = [
    ("iban", "«BE68 5390 0754 7034»"),
    ("iban", "«BE68539007547034»"),
    ("iban", "«be68539007547034»"),
    ("iban", "«be68 5390 0754 7034»"),
    ("iban", "«Be68 5390 0754 7034»"),
    ("iban", "«BE68-5390-0754-7034»"),
    ("iban", "«BE68.5390.0754.7034»"),
    ("iban", "«BE 68 5390 0754 7034»"),
    ("iban", "«be 68 5390 0754 7034»"),
    ("iban", "«BE68  5390  0754  7034»"),
    ("iban", "IBAN:«BE68539007547034»."),
    ("iban", "IBAN«BE68539007547034»"),
    ("iban", "«DE89 3704 0044 0532 0130 00»"),
    ("iban", "«DE89370400440532013000»"),
    ("iban", "«de89370400440532013000»"),
    ("iban", "«FR14 2004 1010 0505 0001 3M02 606»"),
    ("iban", "«FR1420041010050500013M02606»"),
    ("iban", "«fr1420041010050500013m02606»"),
    ("iban", "«NL91 ABNA 0417 1643 00»"),
    ("iban", "«NL91ABNA0417164300»"),
    ("iban", "«nl91 abna 0417 1643 00»"),
    ("iban", "«NL 91 ABNA 0417 1643 00»"),
    ("iban", "«NL91-ABNA-0417-1643-00»"),
    ("iban", "«GB29 NWBK 6016 1331 9268 19»"),
    ("iban", "«gb29nwbk60161331926819»"),
    ("iban", "«LU28 0019 4006 4475 0000»"),
    ("iban", "«ES91 2100 0418 4502 0005 1332»"),
    ("iban", "«IT60 X054 2811 1010 0000 0123 456»"),
    ("iban", "«PL61 1090 1014 0000 0712 1981 2874»"),
    ("iban", "«RO49 AAAA 1B31 0075 9384 0000»"),
    ("iban", "«MA64 0115 1900 0001 2050 0053 4921»"),
    ("iban", "«TR33 0006 1005 1978 6457 8413 26»"),
    ("iban", "«NO93 8601 1117 947»"),
    ("iban", "«CH93 0076 2011 6238 5295 7»"),
    ("iban", "«MT84 MALT 0110 0001 2345 MTLC AST0 01S»"),
    ("belgian_eid_card", "«539-0075470-34» is an account number of long ago"),
    ("belgian_structured_communication", "+++«090/9337/55493»+++"),
    ("belgian_structured_communication", "***«090/9337/55493»***"),
    ("belgian_structured_communication", "«090/9337/55493»"),
    ("belgian_structured_communication", "«090 / 9337 / 55493»"),
    ("belgian_structured_communication", "«090-9337-55493»"),
    ("structured_communication_labelled", "+++«090933755493»+++"),
    ("structured_communication_labelled", "+++ «090 9337 55493» +++"),
    ("structured_communication_labelled", "communication structurée : «090933755493»"),
    ("structured_communication_labelled", "Communication: «200 9337 55493»"),
    ("structured_communication_labelled", "gestructureerde mededeling «200933755493»"),
    ("structured_communication_labelled", "strukturierte Mitteilung: «200.9337.55493»"),
    ("structured_communication_labelled", "structured communication +++«200/9337/55493»+++"),
    ("structured_communication_labelled", "OGM «200933755493»"),
    ("payment_card", "«4111 1111 1111 1111»"),
    ("payment_card", "«4111-1111-1111-1111»"),
    ("payment_card", "«4111111111111111»"),
    ("payment_card", "«4111.1111.1111.1111»"),
    ("payment_card", "visa«4111111111111111»"),
    ("payment_card", "«5500 0000 0000 0004»"),
    ("payment_card", "«5500000000000004»"),
    ("payment_card", "«2223 0000 4841 0010»"),
    ("payment_card", "«6703 4444 4444 4444 9»"),
    ("payment_card", "«67034444444444449»"),
    ("payment_card", "«3782 822463 10005»"),
    ("payment_card", "«3782-822463-10005»"),
    ("payment_card", "«378282246310005»"),
    ("payment_card", "«30569309025904»"),
    ("payment_card", "«6011 1111 1111 1117»"),
    ("payment_card", "«4222222222222»"),
    ("payment_card", "«6304 0000 0000 0000»"),
]

CLEAN = [
    "IBAN required; l'IBAN commence par BE et compte 16 caractères.",
    "Pay by card or by IBAN: BE plus 14 digits.",
    "En 2019 2020 2021 2022 et 2023 2024 2025 2026, rien n'a changé.",
    "Postal codes 1000, 1020, 1030, 1040; NIS 21004, 21015.",
    "md5 d41d8cd98f00b204e9800998ecf8427e, de12ab34cd56ef7890ab12cd34ef5678",
    "sha1 be68539007547034abcdef0123456789abcdef01",
    "IN 30 DAYS FROM DATE OF ISSUE, BE 12 EURO",
    "The communication of 12 May 2024 and the mededeling van 12/05/2024.",
    "Mitteilung 2024/123, communication COM(2020) 123 final.",
    "ISIN US0378331005",
    "1.234.567,89 EUR; 12 345 678,90 EUR; 1 000 000 000 000 EUR",
    "4000 Liège 5000 Namur 6000 Charleroi 7000 Mons",
    "DE 2019 2020 2021 2022; NL 12 345 13 456 14 567 15 678",
    "2024/1234/12, art. 100/1000/10",
    "EN 301 549, ISO 27001, RFC 9110, EN 301549",
]


@requirement("R-SCRUB-01", "R-SCRUB-02")
@pytest.mark.parametrize(("rule", "marked"), FIRES)
def test_an_account_or_a_payment_is_found_as_people_write_it(rule: str, marked: str) -> None:
    assert_fires(rule, marked)


@requirement("R-SCRUB-02")
@pytest.mark.parametrize("text", CLEAN)
def test_hashes_years_and_sums_are_left_alone(text: str) -> None:
    assert_clean(text)


@requirement("R-SCRUB-10")
@pytest.mark.parametrize(
    ("rule", "marked"),
    [
        ("iban", "IBAN «LU28 0019 4006 4475 0000» BIC BGLLLULL"),
        ("iban", "«AT61 1904 3002 3457 3201» EUR"),
        ("iban", "«ES91 2100 0418 4502 0005 1332» 15 mars"),
        ("iban", "«BE68539007547034»GKCCBEBB"),
        ("payment_card", "carte visa «4111 1111 1111 1111» 12/27"),
    ],
)
def test_what_stands_behind_an_identifier_does_not_spoil_its_checksum(rule: str, marked: str) -> None:
    text = marked.replace("«", "").replace("»", "")
    identifier = marked[marked.index("«") + 1 : marked.index("»")]
    (found,) = (each for each in engine().find(text) if each.rule == rule)
    assert text[found.start : found.end] == identifier
    assert (found.category, found.checksum) == ("direct_identifier", "valid")
