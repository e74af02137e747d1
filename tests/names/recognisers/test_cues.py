"""Names that the words before them announce."""

from __future__ import annotations

import pytest

from becivic.names.lexicon import Lexicon
from becivic.names.recognisers.cues import find_by_role, find_introduced, find_kin
from tests.names.marked import recognised, unmarked
from tests.requirement import requirement


@requirement("R-NER-01")
@pytest.mark.parametrize(
    ("language", "marked"),
    [
        ("fr", "Bonjour, je m'appelle [Shqipe Berisha]."),
        ("fr", "Cordialement, [Përparim]"),
        ("nl", "ik heet [Wendpanga] en ik zoek werk"),
        ("nl", "Getekend: [Thandeka Mkhize]"),
        ("de", "ich heiße [Zarghuna]"),
        ("de", "ich heiße [Van Quorlbat]"),
        ("de", "gez. [Yonas Tekle]"),
        ("de", "Die Akte [Nygård] liegt hier."),
        ("en", "my name is [Oyelaran]"),
        ("en", "Signed by [NYIRAHABIMANA Odette]"),
        ("en", "The lease is in the name of [da Silva]."),
    ],
)
def test_an_introduction_announces_a_name(language: str, marked: str, lexicon: Lexicon) -> None:
    text, people = unmarked(marked)
    assert recognised(find_introduced, text, language, lexicon) == people


@requirement("R-NER-01")
@pytest.mark.parametrize(
    ("language", "marked"),
    [
        ("fr", "Ma voisine [Fatima] attend."),
        ("fr", "Mon mari, [Idrissa], travaille."),
        ("fr", "L'agent de quartier [Kevin Dehaene] est passé."),
        ("nl", "Mijn man [Koenraad] is thuis."),
        ("nl", "de onderzoeksrechter [Soetaert]"),
        ("de", "Polizeikommissar [Thönnes] war da."),
        ("de", "meine Nachbarin [Nadia]"),
        ("en", "Our son [Shpend] is not enrolled."),
        ("en", "the landlord [Carmelo Lo Bianco] refuses"),
    ],
)
def test_a_role_announces_a_name(language: str, marked: str, lexicon: Lexicon) -> None:
    text, people = unmarked(marked)
    assert recognised(find_by_role, text, language, lexicon) == people


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "Bonjour, Merci de m'indiquer le délai."),
        ("fr", "Je suis Belge."),
        ("nl", "Hallo, Graag had ik geweten hoelang dat duurt."),
        ("nl", "mijn werkgever XYZQ betaalt"),
        ("de", "Hallo Zusammen, danke."),
        ("de", "Dort spricht man Deutsch am Schalter."),
        ("de", "Der Antragsteller Bearbeitungsgebühr zahlt."),
        ("en", "Dear Madam, please pay."),
        ("en", "my colleague"),
        ("en", "the owner Breyne Act applies"),
        ("en", "the student Zorblax Institute list"),
    ],
)
def test_a_cue_alone_is_no_proof(language: str, text: str, lexicon: Lexicon) -> None:
    assert recognised(find_introduced, text, language, lexicon) == []
    assert recognised(find_by_role, text, language, lexicon) == []


@requirement("R-NER-08")
@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "Haushaltsvorstand, Mitbewohner, Zorblinder"),
        ("de", "Hinweis: Nicht Zorbeln"),
        ("de", "Kunde Zorblin"),
        ("en", "Director, Zorblin"),
        ("en", "Great Papers Under Another Citizen Zorblin"),
        ("nl", "Naam, Zorblin, Quastel"),
        ("nl", "enkel Zorblin"),
    ],
)
def test_a_list_names_nobody(language: str, text: str, lexicon: Lexicon) -> None:
    assert recognised(find_introduced, text, language, lexicon) == []
    assert recognised(find_by_role, text, language, lexicon) == []


@requirement("R-NER-01")
@pytest.mark.parametrize(
    ("language", "marked"),
    [
        ("de", "Der Dolmetscher, [Zorblin], kam nicht."),
        ("de", "Dolmetscher [Zorblin] kam nicht."),
        ("nl", "Tolk [Zorblin] kwam niet."),
    ],
)
def test_a_role_that_does_something_is_somebody(language: str, marked: str, lexicon: Lexicon) -> None:
    text, people = unmarked(marked)
    assert recognised(find_by_role, text, language, lexicon) == people


@requirement("R-NER-01")
@pytest.mark.parametrize(
    ("language", "marked"),
    [
        ("fr", "Le neveu de [Gjergj] dort ici."),
        ("fr", "la sœur d'[Ömrüm] attend"),
        ("nl", "de broer van [Milan] wacht"),
        ("de", "der Neffe von [Quorlbat] wartet"),
        ("en", "the nephew of [Quorlbat Zorbin] waits"),
    ],
)
def test_whoever_has_kin_is_somebody(language: str, marked: str, lexicon: Lexicon) -> None:
    text, people = unmarked(marked)
    assert recognised(find_kin, text, language, lexicon) == people


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "le bourgmestre de Gjergj"),
        ("fr", "de Gjergj"),
        ("fr", "mon frère de Bruxelles"),
        ("fr", "le frère de lait"),
    ],
)
def test_whatever_else_has_an_owner_names_nobody(language: str, text: str, lexicon: Lexicon) -> None:
    assert recognised(find_kin, text, language, lexicon) == []
