"""Facts that were wrong or out of date on a page: each correction stays, with the reference it was read from."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

import pytest

from becivic.corpus.seed import SEED_FILE
from becivic.corpus.skill import Skill
from tests.factories.oracle import corpus

CORPUS = corpus()
REFERENCES = {row.text("name"): row for row in CORPUS.documents[SEED_FILE].fields.children("references")}
READ_AGAIN = date(2026, 11, 19)


@dataclass(frozen=True)
class CorrectedFact:
    """One block of one page says all of `words` and cites `reference`, read again on or after `READ_AGAIN`."""

    skill: str
    words: tuple[str, ...]
    reference: str


APOSTILLE = "apostille-foreign-document-hague"
CONSULAR = "consular-legalisation-foreign-document"
TAX = "tax-declaration-first-year"
HEALTH = "mutualite-enrolment"
CARD = "residence-card-renewal"
FAMILY = "family-reunification-with-belgian"
NATIONALITY = "nationality-application"
WORK = "work-permit-single-permit"
LICENCE = "driving-licence-exchange"

CORRECTED = [
    CorrectedFact(
        APOSTILLE,
        ("Tunisia, Uzbekistan", "Kyrgyzstan", "11 June 2025", "apostille is enough"),
        "orangeconnect-apostille-2025",
    ),
    CorrectedFact(
        CONSULAR,
        ("Tunisia, Uzbekistan", "Kyrgyzstan", "11 June 2025", "apostille is enough"),
        "orangeconnect-apostille-2025",
    ),
    CorrectedFact(
        APOSTILLE,
        ("Azerbaijan and Burundi", "came too late", "before you pay"),
        "nl-treaty-apostille-late-objections",
    ),
    CorrectedFact(
        CONSULAR,
        ("Azerbaijan and Burundi", "came too late", "before you pay"),
        "nl-treaty-apostille-late-objections",
    ),
    CorrectedFact(CONSULAR, ("Lebanon", "outside the Apostille Convention", "Beirut"), "diplo-lebanon-fr"),
    CorrectedFact(APOSTILLE, ("Dominican", "8 March 2019"), "diplo-cuba-fr"),
    CorrectedFact(
        TAX, ("29 July 2025", "first infringement in good faith", "ex officio"), "bar-liege-tax-increase-2025"
    ),
    CorrectedFact(
        TAX, ("29 July 2025", "first infringement in good faith", "ex officio"), "fin-circular-2025-c-49"
    ),
    CorrectedFact(
        HEALTH, ("1 July 2025", "ISI+ card is digital only", "until the date on it"), "helan-isi-digital"
    ),
    CorrectedFact(
        HEALTH, ("1 July 2025", "ISI+ card is digital only", "until the date on it"), "mloz-isi-digital"
    ),
    CorrectedFact(CARD, ("not due for a plain renewal", "status stays the same"), "wal-blue-card"),
    CorrectedFact(CARD, ("€835", "2025-2026"), "dofi-student-means-en"),
    CorrectedFact(CARD, ("€1,050", "2026-2027", "renewals alike"), "orangeconnect-student-means-2026"),
    CorrectedFact(CARD, ("€1,062", "2026-2027", "no official page"), "press-student-means-2026"),
    CorrectedFact(
        FAMILY,
        ("Article 24, § 3", "18 August 2027", "granted before 18 August 2025"),
        "orange-transition-2025",
    ),
    CorrectedFact(
        FAMILY, ("€180", "1 July 2026", "€250", "not confirmed", "the day you file"), "dofi-fee-faq"
    ),
    CorrectedFact(WORK, ("€180", "1 July 2026", "€250", "not confirmed", "the day you file"), "dofi-fee-faq"),
    CorrectedFact(
        NATIONALITY,
        ("€1,000", "29 July 2025", "day of payment", "not confirmed"),
        "objectif-nationality-july-2025",
    ),
    CorrectedFact(WORK, ("€53,220", "€42,576", "€88,790"), "press-salary-floors-2026"),
    CorrectedFact(WORK, ("€48,912", "not confirmed"), "press-salary-floors-2026"),
    CorrectedFact(WORK, ("€3,703.44", "kept the amounts of 2025 in 2026"), "press-salary-floors-2026"),
    CorrectedFact(WORK, ("€68,815", "€55,052", "€4,748", "€63,586"), "press-salary-floors-2026"),
    CorrectedFact(
        LICENCE, ("Türkiye, Morocco, India or the United States", "not confirmed"), "melle-non-eu-licence"
    ),
    CorrectedFact(
        LICENCE, ("article 3, § 2", "only with a Belgian or a European"), "driving-decree-article-3-nl"
    ),
    CorrectedFact(
        HEALTH, ("ceiling per quarter", "€3,069.11", "third quarter of 2024"), "mc-dependants-2024"
    ),
    CorrectedFact(TAX, ("special return", "3 months", "before you go"), "fin-leaving-belgium"),
    CorrectedFact(CARD, ("Article 33", "40th and the 30th day", "invitation"), "vr-renewal-invitation-2015"),
    CorrectedFact(CARD, ("B card", "5 years", "40th and the 30th day"), "agii-b-card-after-9ter"),
    CorrectedFact(CARD, ("exempt", "association agreement with Türkiye"), "vr-contribution"),
    CorrectedFact(WORK, ("A card", "at most", "€50", "once a year"), "vr-commune-charge-a-card"),
]

READ_BEFORE = {"dofi-fee-faq", "melle-non-eu-licence", "vr-commune-charge-a-card", "wal-blue-card"}
"""References that were on the page already and were not read again: the correction rests on more than these."""

WITHDRAWN = {
    "Tunisia as a country of consular legalisation": r"embassy in Tunis\b|diplo-tunisia-nl",
    "the tax increase as one of the next tax year": r"the tax of the next tax year",
    "the Flemish salary of 2024": r"46,632",
    "the ceiling of dependants of 2022": r"2,892",
    "a B card asked for earlier than the window": r"oudenaarde-early-request-weeks",
    "the fee of a D visa without the rise that is reported": r"dofi-visa-d-fee-eur(?!.*visa-d-fee-reported-2026-eur)",
}
"""What no page may say any longer."""


def identity(fact: CorrectedFact) -> str:
    return f"{fact.skill}-{fact.words[0]}-{fact.reference}"


def blocks(skill: Skill) -> list[str]:
    return CORPUS.tree.read(skill.file).decode("utf-8").splitlines()


@pytest.mark.parametrize("fact", CORRECTED, ids=identity)
def test_a_corrected_fact_is_on_its_page_with_its_reference(fact: CorrectedFact) -> None:
    found = [line for line in blocks(CORPUS.skills[fact.skill]) if all(words in line for words in fact.words)]
    assert found, fact.words
    assert any(f'name="{fact.reference}"' in line or f"[{fact.reference}]" in line for line in found)


@pytest.mark.parametrize("name", sorted({fact.reference for fact in CORRECTED} - READ_BEFORE))
def test_the_reference_of_a_corrected_fact_says_how_it_was_read(name: str) -> None:
    row = REFERENCES[name]
    assert date.fromisoformat(row.text("last_verified")) >= READ_AGAIN
    assert row.text("read_as")
    assert "tored cop" in row.text("note")


@pytest.mark.parametrize("name", sorted(WITHDRAWN))
def test_no_page_says_again_what_was_withdrawn(name: str) -> None:
    pattern = re.compile(WITHDRAWN[name])
    assert [skill.id for skill in CORPUS.skills.values() if any(map(pattern.search, blocks(skill)))] == []
