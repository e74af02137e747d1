"""Which language a text is taken to be in."""

from __future__ import annotations

import pytest

from becivic.names.language import tell


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Je dois renouveler ma carte de séjour à la commune.", "fr"),
        ("Ik moet mijn verblijfskaart verlengen bij de gemeente.", "nl"),
        ("Ich muss meine Aufenthaltskarte bei der Gemeinde verlängern.", "de"),
        ("I have to renew my residence card at the town hall.", "en"),
        ("", "en"),
        ("12 34 !?", "en"),
        ("\ud800", "en"),
    ],
)
def test_the_text_tells_its_language(text: str, language: str) -> None:
    assert tell(text) == language


def test_the_sender_knows_better_when_it_is_one_of_the_four() -> None:
    assert tell("I have to renew my card.", "nl") == "nl"
    assert tell("I have to renew my card.", "pl") == "en"
