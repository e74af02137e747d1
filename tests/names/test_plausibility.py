"""A model's hits are believed only where they look like people."""

from __future__ import annotations

import pytest

from becivic.names.lexicon import Lexicon
from becivic.names.plausibility import believed
from becivic.names.scan import read


@pytest.mark.parametrize(
    ("text", "marked", "person"),
    [
        ("On a vu Xhevdetta Quorlbat hier.", "Xhevdetta Quorlbat", "Xhevdetta Quorlbat"),
        (
            "On a vu le dossier Xhevdetta Quorlbat hier.",
            "le dossier Xhevdetta Quorlbat hier",
            "Xhevdetta Quorlbat",
        ),
        ("On a vu Fatima hier.", "Fatima", "Fatima"),
        ("On a vu Zorblovic hier.", "Zorblovic", "Zorblovic"),
        ("On a vu Fatima, Zorblin, Quastel hier.", "Fatima, Zorblin, Quastel", "Fatima"),
    ],
)
def test_people_are_believed_without_what_was_taken_along(
    text: str, marked: str, person: str, lexicon: Lexicon
) -> None:
    scan = read(text, "fr", lexicon)
    start = text.index(marked)
    (hit,) = believed(scan, [(start, start + len(marked))])
    assert text[scan.words[hit.first].start : scan.words[hit.end - 1].end] == person


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("La demande de Handicard est refusée.", "Handicard"),
        ("Le certificat de bonne vie", "certificat de bonne vie"),
        ("La prison de Lantin délivre une attestation.", "Lantin"),
        ("La rue Xhevdetta Quorlbat", "Xhevdetta Quorlbat"),
        ("À Philippeville", "Philippeville"),
        ("Xhevdetta doit payer Quorlbat", "Xhevdetta doit payer Quorlbat"),
        ("Fatima attend.", "Fatima"),
        ("On a vu le Quorlovic hier.", "Quorlovic"),
        ("On a vu FATIMA hier.", "FATIMA"),
        ("Fatima, Zorblin : trois arrêts en bref", "Fatima, Zorblin"),
        ("Va Xab Xac Xad Xae Xaf Xag Xah.", "Xab Xac Xad Xae Xaf Xag Xah"),
        ("Les Grandes Xhevdetta Quorlbat Ouvrent Encore Demain", "Xhevdetta Quorlbat"),
    ],
)
def test_clauses_places_and_plain_words_are_not(text: str, marked: str, lexicon: Lexicon) -> None:
    start = text.index(marked)
    assert list(believed(read(text, "fr", lexicon), [(start, start + len(marked))])) == []
