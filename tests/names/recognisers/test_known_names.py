"""Names that the lists know, alone and in pairs."""

from __future__ import annotations

import pytest

from becivic.names.lexicon import Lexicon
from becivic.names.recognisers.known_names import find
from tests.names.marked import recognised, unmarked
from tests.requirement import requirement


@requirement("R-NER-01")
@pytest.mark.parametrize(
    ("language", "marked"),
    [
        ("fr", "Hier, [Fatima] a reçu sa carte."),
        ("fr", "Le dossier de [Mohamed El Amrani] est complet."),
        ("fr", "[AMRAOUI Fatima] attend."),
        ("fr", "J'ai vu [Rose] au guichet."),
        ("fr", "Dites-le à [Dupont], au premier."),
        ("nl", "Het dossier van [Jan Van Gent] is zoek."),
        ("nl", "[Elke Peeters] belde."),
        ("de", "Der Antrag von [Müller Fatima] liegt vor."),
        ("de", "die [Fatima] war da"),
        ("en", "[Georgia Vlachou] moved to Ghent."),
        ("en", "[HABYARIMANA Grace] got no summons."),
        ("en", "[Rose Kowalczyk] waits."),
        ("en", "[Grace Martin] waits."),
        ("en", "I saw [Jan], [Sam] and nobody else."),
        ("en", "Our notary, Master [Van Hecke], wants it."),
        ("nl", "[De Zorblinner Fatima Peeters] vraagt uitleg."),
    ],
)
def test_a_known_name_is_found(language: str, marked: str, lexicon: Lexicon) -> None:
    text, people = unmarked(marked)
    assert recognised(find, text, language, lexicon) == people


@requirement("R-NER-08")
@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "Rose, jaune ou verte, la couleur ne compte pas."),
        ("fr", "Octobre Rose au CPAS."),
        ("fr", "L'avenue Louise et l'Institut Jules Bordet"),
        ("fr", "Le Centre hospitalier Jean Titeca"),
        ("fr", "la prison de Lantin"),
        ("fr", "Entre Noël et Nouvel An"),
        ("fr", "Le Petit Robert définit le mot."),
        ("nl", "Het Klein Kasteeltje"),
        ("nl", "De gemeente Ham verwijst door."),
        ("nl", "het Jan Palfijnplein en het premetrostation Astrid"),
        ("nl", "Het adres aan de Meir"),
        ("de", "Bäcker, Müller und Schreiner zahlen."),
        ("de", "die Robert-Schuman-Straße"),
        ("en", "Mark the box; Hope this helps."),
        ("en", "the King Baudouin Foundation and the Jean Monnet building"),
        ("en", "Argenta and Martin publish fees."),
        ("en", "IBAN and NINO"),
        ("en", "Will Grant"),
        ("nl", "Huisvuil: Witte Zak, Blauwe Zak"),
        ("nl", "campus Zorblin Kortrijk Sabbe"),
        ("fr", "Carte Blanche, carte orange"),
        ("en", "Cookie Notice, Plain Language, Easy Read"),
        ("en", "Closed from 24 Dec to 2 Jan"),
        ("en", "Mon Wed Fri: walk in"),
        ("en", "open Thu, Fri, Sat"),
        ("en", "Jan/Mar/Sam"),
        ("nl", "Voorkooprecht, Recht Van Opstal"),
        ("nl", "Trouwzaal Pieter Quastel"),
        ("en", "Collignon Sports Hall"),
    ],
)
def test_what_only_looks_like_a_known_name_is_nobody(language: str, text: str, lexicon: Lexicon) -> None:
    assert recognised(find, text, language, lexicon) == []
