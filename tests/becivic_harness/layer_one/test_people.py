"""Names are found by what they are not. A mark shows what must be found: `Le dossier de [Amina Diallo]`."""

from __future__ import annotations

import re

import pytest

from becivic_harness import people
from tests.requirement import requirement


def _unmarked(text: str) -> tuple[str, list[str]]:
    return re.sub(r"[\[\]]", "", text), re.findall(r"\[(.*?)\]", text)


def _found(text: str) -> list[str]:
    return [text[span.start : span.end] for span in people.find(text)]


@requirement("R-SCRUB-08")
@pytest.mark.parametrize(
    "marked",
    [
        "Le guichet a reçu [Amina Diallo] hier.",
        "The clerk [Xhevdet Qarri] wrote it down.",  # on no list
        "Der Antrag von [Kwabena Owusu-Ansah] fehlt.",
        "Ik sprak met [Jan Van den Broeck] van de dienst.",
        "With Officer [De Backer] it went well.",
        "Contact [D. Castillo] at noon.",
        "Het is [F. de Vries] die antwoordde.",
        "[M. Janssens] a signé.",
        "[Mme Ouattara] a téléphoné.",
        "Laut [Herrn Sommer] fehlt ein Blatt.",
        "Ask [Katerina Pappa] about it.",
        "They met [Shun Saito] there.",
        "Er kam mit [Femke van 't Hof] zurück.",
        "L'acte de d'[Ambrosio] manque.",
        "The papers of [al-Masri] and [O'Brien] came.",
        "C'est [N'Diaye] qui attend.",
        "Only [Spyros] and [Georgia] signed.",
        "[Georgia] signed alone.",
        "[Inès], 17 ans, attend.",
        "Das ist [Olivers] Karte.",
        "The file says [DIALLO] and [Min-seo].",
        "Vu par [JeanDupont] hier.",
        "Vu par [jean_dupont] hier.",
        "Mail of [Kristof.VDB] came.",
    ],
)
def test_somebody_is_found_with_everything_that_belongs_to_the_name(marked: str) -> None:
    text, names = _unmarked(marked)
    assert _found(text) == names


@requirement("R-SCRUB-08")
@pytest.mark.parametrize(
    "marked",
    [
        "je m'appelle [fatima zahra el amrani] et j'attends",
        "mon nom est [xhelal]",
        "ik heet [bo] en ik wacht",
        "ich heiße [rose] und warte",
        "my name is [hope]",
        "nom : [qarri]",
        "je suis [aleksandra] de Namur",
        "mijn dochter [noor] wacht",
        "my brother [xhelal] waits",
        "the desk saw [jean dupont] and [amina haddad] yesterday",
        "the desk saw [pierre lambert] yesterday",
        "the desk saw [kowalczyk] yesterday",
        "signed, [qarri]",
    ],
)
def test_small_letters_hide_nobody_whom_a_list_or_a_cue_gives_away(marked: str) -> None:
    text, names = _unmarked(marked)
    assert _found(text) == names


@requirement("R-SCRUB-08")
@pytest.mark.parametrize(
    "marked",
    [
        "my doctor [dr. van damme] said so",
        "heute war [frau fischer] da",
        "gestern kam [herr schneider] nicht",
        "vandaag belde de [heer bakker] niet",
        "[mevrouw bakker] belde",
        "hier [madame lambert] attend",
        "[monsieur petit] attend",
        "the desk told [mr smith] to wait",
        "[mrs baker] called",
        "[meneer bakker] en [mijnheer peeters]",
        "[juffrouw bakker] en [docteur blanc]",
        "avec [maître legrand] hier",
    ],
)
def test_a_title_announces_in_small_letters_too(marked: str) -> None:
    text, names = _unmarked(marked)
    assert _found(text) == names


@pytest.mark.parametrize(
    "text", ["eine frau kurz vor mir", "le maître de stage signe", "the card of my wife, mr or mrs"]
)
def test_a_word_that_only_looks_like_a_title_announces_nobody(text: str) -> None:
    assert _found(text) == []


@requirement("R-SCRUB-08")
@pytest.mark.parametrize(
    "text",
    [
        "السيد محمد أحمد",
        "Я Иван Петров",
        "申请人王小明",
        "\u039f Γιώργος ήρθε",
        "मेरा नाम अमित कुमार है",
        "సురేష్ కుమార్",
        "എന്റെ പേര് സുരേഷ് കുമാർ",
        "મારું નામ અમિત પટેલ છે",
        "আমার নাম রহিম উদ্দিন",
        "என் பெயர் முருகன்",
        "ผมชื่อ สมชาย ใจดี",
        "ស៊ុខ ចាន់",
        "ကိုကို",
        "王",
    ],
)
def test_what_is_written_in_another_script_is_unknown_and_so_is_a_name(text: str) -> None:
    assert "".join(_found(text)).replace(" ", "") == text.replace(" ", "")


@pytest.mark.parametrize(
    "text",
    [
        "The desk in Etterbeek asked for Annex 15 and a composition of household.",
        "Die Haushaltszusammensetzung und die Aufenthaltskarte wurden verlangt.",
        "Madame, Monsieur, la commune de Woluwe-Saint-Lambert a répondu.",
        "Monsieur le Bourgmestre et mevrouw de Schepen zijn afwezig.",
        "Le tram s'arrête place Saint-Lambert et rue Émile Jacqmain.",
        "De omzendbrief Peeters en de wet Major bestaan nog; zie het Poelaertplein.",
        "Das Breyne-Gesetz, die Dublin-III-Verordnung und das Schengenvisum.",
        "The Zambrano ruling, the M card and the e-Justice Portal.",
        "In May and June, on a Friday, in German or in French, VDAB and SPF Justice.",
        "Nous étions à Florence, puis nous avons vu la Grand-Place.",
        "Connectez-vous à MyMinfin avec itsme ou sur https://example.org/jean/formulaire.",
        "my son will apply; the meta-page of the file is blank; may I",
        "Une Carte Blanche, the Single Permit Page, Info-Point.",
        "",
        "12 + 3 = 15",
    ],
)
def test_what_is_nobody_stays(text: str) -> None:
    assert _found(text) == []


def test_a_page_called_after_somebody_is_found_and_an_official_one_is_not() -> None:
    assert _found("See https://social.example/in/amina-haddad for it") == [
        "https://social.example/in/amina-haddad"
    ]
    assert _found("See https://www.ejustice.just.fgov.be/cgi_loi/loi_a.pl?numac=2012009519 for it") == []


@requirement("R-SCRUB-08")
@pytest.mark.parametrize(
    "address",
    [
        "https://x.example/Jean-Dupont",
        "https://x.example/jean/dupont",
        "https://x.example/q?n=jean+dupont",
        "https://x.example/JeanDupont",
        "https://x.example/%4aean%20Dupont",
        "www.x.example/profile/dupont85",
    ],
)
def test_a_name_in_any_part_of_an_address_takes_the_address(address: str) -> None:
    assert _found(f"See {address} for it") == [address]


@requirement("R-SCRUB-08")
@pytest.mark.parametrize(
    "name", ["Jean%20Dupont", "jean=dupont", "Jean|Dupont", 'Jean"Dupont', "Jean_Dupont"]
)
def test_a_name_glued_by_signs_is_found_whole(name: str) -> None:
    assert _found(f"seen {name} there") == [name]


@requirement("R-SCRUB-08")
@pytest.mark.parametrize(
    "marked",
    [
        "write to [@jdupont85] there",
        "instagram [jdupont85] has it",
        "telegram: [xhelq] has it",
        "user [jdupont85] wrote, [jean85] too",
        "facebook [x.qarri] has it",
    ],
)
def test_what_people_call_themselves_on_networks_is_found(marked: str) -> None:
    text, names = _unmarked(marked)
    assert _found(text) == names


@pytest.mark.parametrize(
    "text",
    ["annexe15, covid19, mars2026, E606 and SHA256", "the facebook page of @brussels", "whatsapp works"],
)
def test_words_with_digits_and_networks_name_nobody(text: str) -> None:
    assert _found(text) == []


@requirement("R-SCRUB-08")
@pytest.mark.parametrize(
    "marked",
    [
        "[Zoë] came yesterday",
        "I met [Zoë] there",
        "I spoke with [Sam] yesterday",
        "[Sam] came yesterday",
        "ik sprak met [Dries] gisteren",
        "[Dries] belde",
        "with [Stan] at noon",
        "j'ai vu [Lou] hier",
        "[Blanche Fontaine] est venue",
        "[Rose Petit] has the card",
        "[Rose|Petit] has the card",
        "Voor [Stan] is het klaar",
    ],
)
def test_a_name_that_is_a_word_too_is_found_where_only_a_person_can_be(marked: str) -> None:
    text, names = _unmarked(marked)
    assert _found(text) == names


@pytest.mark.parametrize(
    "text",
    [
        "May came and June went.",
        "Will the card be ready?",
        "Met April als begin.",
        "Avec Justice Online, c'est fait.",
    ],
)
def test_a_month_or_a_word_at_the_head_of_a_sentence_is_nobody(text: str) -> None:
    assert _found(text) == []
