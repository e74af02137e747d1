"""Rules for identifiers in the query of a web address."""

from __future__ import annotations

import pytest

from tests.requirement import requirement
from tests.scrub.rule_tables import assert_clean, assert_fires

FIRES = [
    ("url_identifier", "https://example.org/?nrn=«85073003328»"),
    ("url_identifier", "https://example.org/form?lang=fr&niss=«85.07.30-033.28»"),
    ("url_identifier", "https://example.org/?insz=«85073003328»&x=1"),
    ("url_identifier", "https://example.org/?rrn=«8507300332»"),
    ("url_identifier", "?nn=«850730%2003328»"),
    ("url_identifier", "https://example.org/a?phone=«0470123456»"),
    ("url_identifier", "https://example.org/a?gsm=«%2B32470123456»"),
    ("url_identifier", "https://example.org/a?dob=«1985-07-30»"),
    ("url_identifier", "https://example.org/a?birthdate=«30/07/1985»"),
    ("url_identifier", "https://example.org/a?passport=«EK123456»"),
    ("url_identifier", "https://example.org/a?dossier=«8123456»"),
    ("url_identifier", "https://example.org/a?dossiernr=«2024-00123»"),
    ("url_identifier", "https://example.org/a?case=«2024/123456»"),
    ("url_identifier", "https://example.org/a?file=«AB123456»"),
    ("url_identifier", "https://example.org/a?ref=«1234567»"),
    ("url_identifier", "https://example.org/a?x=1&amp;user_nrn=«85073003328»"),
    ("url_identifier", "https://example.org/a?iban=«BE68539007547034»"),
    ("url_person", "https://example.org/?email=«jan%40example.be»"),
    ("url_person", "https://example.org/?mail=«jan@example.be»"),
    ("url_person", "https://example.org/?name=«Jan+Janssens»"),
    ("url_person", "https://example.org/?nom=«Dupont»&page=2"),
    ("url_person", "https://example.org/?naam=«Janssens»"),
    ("url_person", "https://example.org/?firstname=«Jan»"),
    ("url_person", "https://example.org/?user=«jdupont»"),
    ("url_person", "https://example.org/?userid=«12345»"),
    ("url_person", "https://example.org/?login=«jdupont»"),
    ("url_person", "https://example.org/?token=«eyJhbGciOi»"),
    ("url_person", "https://example.org/#access_token=«abc123def»"),
    ("url_person", "https://example.org/?session=«a1b2c3d4e5»"),
    ("url_person", "https://example.org/?sid=«1f2e3d4c»"),
    ("url_person", "https://example.org/?PHPSESSID=«1f2e3d4c»"),
]

CLEAN = [
    "https://www.ejustice.just.fgov.be/cgi_loi/change_lg.pl?language=fr&la=F&cn=1984062835",
    "https://www.example.be/doc?file=guide-2024.pdf and https://www.example.be/doc?ref=annexe-15",
    "https://www.ejustice.just.fgov.be/cgi/article.pl?language=fr&caller=summary&pub_date=2012-12-14&numac_search=2012009519",
    "https://www.ejustice.just.fgov.be/cgi_loi/loi_a.pl?cn_search=1984062835&view=numac",
    "https://example.org/?page=2&postcode=1000&lang=nl&year=2024",
    "https://example.org/?id=42&q=carte+de+sejour&sort=name",
    "https://example.org/?file=form.pdf&ref=home&case=open&login=1",
    "https://example.org/?nis=21009&zip=1050&date=2024-11-15&from=2024-01-01",
    "https://example.org/?utm_source=site&utm_campaign=visa2024",
    "https://example.org/docs/dossier?file=annexe15.pdf&version=0.1.0",
    "Who is the user? Name = required; e-mail = optional.",
    "https://dofi.ibz.be/en/themes/third-country-nationals?tab=3#section-2",
    "https://eur-lex.europa.eu/legal-content/FR/TXT/?uri=CELEX:32004L0038&from=EN",
]


@requirement("R-SCRUB-01", "R-SCRUB-02")
@pytest.mark.parametrize(("rule", "marked"), FIRES)
def test_an_identifier_in_a_query_is_found(rule: str, marked: str) -> None:
    assert_fires(rule, marked)


@requirement("R-SCRUB-02")
@pytest.mark.parametrize("text", CLEAN)
def test_legal_and_public_look_ups_are_left_alone(text: str) -> None:
    assert_clean(text)
