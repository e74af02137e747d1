"""Names after a title, in four languages."""

from __future__ import annotations

import pytest

from becivic.names.lexicon import Lexicon
from becivic.names.recognisers.titles import find
from tests.names.marked import recognised, unmarked
from tests.requirement import requirement


@requirement("R-NER-01")
@pytest.mark.parametrize(
    ("language", "marked"),
    [
        ("fr", "Mme [Namur] est partie."),
        ("fr", "J'ai vu M. [Dupont] hier."),
        ("fr", "Mme [T. Bui] dit que non."),
        ("fr", "Maître [dela Cruz] conseille un recours."),
        ("fr", "Selon Monsieur [El Amrani], c'est faux."),
        ("nl", "Ik sprak met dhr. [Van den Broeck]."),
        ("nl", "mevrouw [Van Gent] belde."),
        ("nl", "De heer [J. Peeters] tekent."),
        ("de", "Frau Dr. [Schmitz] unterschreibt."),
        ("de", "Frau [al-Masri] bestätigte das."),
        ("de", "Herr [Eupen] wohnt in Raeren."),
        ("en", "Ms [d'Hautrive] confirmed it."),
        ("en", "Mr. [Okonkwo-Bello] called."),
        ("en", "Ask Dr.[Maes] again."),
    ],
)
def test_a_title_announces_a_name(language: str, marked: str, lexicon: Lexicon) -> None:
    text, people = unmarked(marked)
    assert recognised(find, text, language, lexicon) == people


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "Madame, Monsieur, voici mon dossier."),
        ("fr", "Monsieur le Bourgmestre a refusé."),
        ("fr", "rue du Docteur Huet"),
        ("fr", "Le format est AA.MM.JJ-XXX.CC."),
        ("nl", "Mevrouw de Burgemeester tekent."),
        ("nl", "Geachte heer"),
        ("de", "Sehr geehrte Damen und Herren"),
        ("de", "Herr Minister, bitte prüfen Sie das."),
        ("de", "Der Herr Doktor vom Notdienst kommt."),
        ("en", "Dear Mr Mayor, please answer."),
        ("en", "Tell me Brussels is open; I miss Ghent."),
        ("en", "Mr D. The rest follows."),
        ("en", "Mr De"),
        ("en", "Mr J."),
    ],
)
def test_a_title_without_a_name_is_nobody(language: str, text: str, lexicon: Lexicon) -> None:
    assert recognised(find, text, language, lexicon) == []
