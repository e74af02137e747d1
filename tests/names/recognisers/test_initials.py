"""Initials, particles and the comma of a file label."""

from __future__ import annotations

import pytest

from becivic.names.lexicon import Lexicon
from becivic.names.recognisers.initials import find
from tests.names.marked import recognised, unmarked
from tests.requirement import requirement


@requirement("R-NER-01")
@pytest.mark.parametrize(
    ("language", "marked"),
    [
        ("fr", "Le courriel de [J. Peeters] est arrivé."),
        ("fr", "reçu de [Ph. Zwartjes] hier"),
        ("de", "Ansprechpartner ist [F. da Silva], nur vormittags."),
        ("de", "[B. Gebreselassie] wird gebeten."),
        ("de", "Dem Antrag von [BAGIROVA L]. wurde stattgegeben."),
        ("fr", "Titulaire : [VANDENBROUCKE, Xhoffrey]."),
        ("en", "[Zorblin van der Quast] moved."),
        ("en", "Ask [J.P. Quastel] again."),
        ("fr", "[J.-P. Quastel] : amende contestée"),
        ("fr", "Mandataire : [E. Quastel]"),
        ("en", "[R. Quastel] - certificate"),
        ("nl", "leefloon - [DE QUASTERE Zorblin]"),
        ("nl", "leefloon - [VAN DEN QUAST Zorblin] en zoon"),
        ("nl", "attest: [Peeters, Zorblin] - drie kinderen"),
        ("nl", "attest: [Zorblovic, Fatima]"),
    ],
)
def test_initials_and_particles_hold_a_name_together(language: str, marked: str, lexicon: Lexicon) -> None:
    text, people = unmarked(marked)
    assert recognised(find, text, language, lexicon) == people


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "A. Documents to bring"),
        ("en", "B. Zorblaxen"),
        ("en", "Carte A. Ensuite"),
        ("en", "plan B. It works"),
        ("en", "rue J. Zorblaxen"),
        ("en", "J. und"),
        ("en", "Vitamin J."),
        ("en", "Zorblin van"),
        ("en", "Zorblin van Brussels"),
        ("en", "Zorblin van der de den van Quast"),
        ("fr", "Zorblin, Quastel attend"),
        ("en", "J. de, Quastel"),
        ("en", "Zorblin, van Quast"),
        ("en", "DE QUAST"),
        ("en", "DE QUAST, Zorblin waits"),
        ("en", "DE QUAST ZORBLIN"),
        ("en", "DE Quastel Zorblin"),
        ("en", "DE QUA Zorblin"),
        ("en", "DE QUASTEL papers"),
        ("en", "Peeters, Quorl, Zorblin"),
        ("fr", "Musulmans, Juifs, Protestants : carrés"),
        ("nl", "Marokkanen, Turken en Syriërs"),
        ("en", "QUASTEL, ZORBL"),
    ],
)
def test_letters_that_are_no_initials_name_nobody(language: str, text: str, lexicon: Lexicon) -> None:
    assert recognised(find, text, language, lexicon) == []
