"""Identifiers in spellings of their own, made here from first principles: nothing is taken from `src/becivic/score`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Final

from becivic.rules.languages import LANGUAGES
from becivic.score.item import Item
from tools.held_out import frames

PER_LANGUAGE: Final = 12
Make = Callable[[Random, str], str]
_LETTERS: Final = "ABCDEFGHJKLMNPRSTUVWXYZ"
_WORDS: Final = (
    "brindille", "kabouter", "wolkje", "tournesol", "regenboog", "papillon", "schmetterling", "pebble", "kestrel", "marmotte",
)  # fmt: skip
_GIVEN: Final = ("lena", "tomas", "noor", "aurel", "birgit", "samir", "ines", "wout")
_HOSTS: Final = (
    "voorbeeld.be",
    "exemple.fr",
    "beispiel.de",
    "example.com",
    "post.example.org",
    "mail.example.eu",
)


def _fill(rng: Random, pattern: str) -> str:
    """`#` is any digit, `%` one that is not nought, `@` a letter."""
    pools = {"#": "0123456789", "%": "123456789", "@": _LETTERS}
    return "".join(rng.choice(pools[mark]) if mark in pools else mark for mark in pattern)


def _patterns(*patterns: str) -> Make:
    return lambda rng, _: _fill(rng, rng.choice(patterns))


def _lay(pattern: str, digits: str) -> str:
    rest = iter(digits)
    return "".join(next(rest) if mark == "#" else mark for mark in pattern)


def _laid(number: Callable[[Random], str], *patterns: str) -> Make:
    return lambda rng, _: _lay(rng.choice(patterns), number(rng))


def _national(shift: int) -> Callable[[Random], str]:
    def number(rng: Random) -> str:
        year = 1940 + rng.randrange(80)
        nine = f"{year % 100:02d}{1 + rng.randrange(12) + shift:02d}{1 + rng.randrange(28):02d}{1 + rng.randrange(990):03d}"
        return f"{nine}{97 - int(nine if year < 2000 else '2' + nine) % 97:02d}"

    return number


def _iban(rng: Random) -> str:
    bank = _fill(rng, "%#########")
    account = f"{bank}{int(bank) % 97 or 97:02d}"
    return f"BE{98 - int(account + '111400') % 97:02d}{account}"


def _communication(rng: Random) -> str:
    stem = _fill(rng, "##########")
    return f"{stem}{int(stem) % 97 or 97:02d}"


def _luhn(rng: Random) -> str:
    stem = "4" + _fill(rng, "##############")
    doubled = (int(mark) * (2 - at % 2) for at, mark in enumerate(stem))
    return stem + str(-sum(value - 9 * (value > 9) for value in doubled) % 10)


def _enterprise(rng: Random) -> str:
    stem = "0" + _fill(rng, "%######")
    return f"{stem}{97 - int(stem) % 97:02d}"


def _card(rng: Random) -> str:
    stem = "59" + _fill(rng, "########")
    return f"{stem}{int(stem) % 97 or 97:02d}"


def _nir(rng: Random) -> str:
    stem = f"{rng.choice('12')}{rng.randrange(40, 99)}{1 + rng.randrange(12):02d}{21 + rng.randrange(70)}{_fill(rng, '0##0##')}"
    return f"{stem}{97 - int(stem) % 97:02d}"


def _bsn(rng: Random) -> str:
    while True:
        stem = _fill(rng, "%#######")
        check = sum(int(mark) * (9 - at) for at, mark in enumerate(stem)) % 11
        if check < 10:
            return stem + str(check)


def _pesel(rng: Random) -> str:
    stem = (
        f"{rng.randrange(45, 99)}{1 + rng.randrange(12):02d}{1 + rng.randrange(28):02d}{_fill(rng, '####')}"
    )
    weights = (1, 3, 7, 9, 1, 3, 7, 9, 1, 3)
    return stem + str(-sum(int(mark) * weight for mark, weight in zip(stem, weights, strict=True)) % 10)


def _email(rng: Random, _: str) -> str:
    local = rng.choice(("{g}.{w}", "{w}{n}", "{g}_{w}", "{g}-{w}", "{g}+{w}")).format(
        g=rng.choice(_GIVEN), w=rng.choice(_WORDS), n=rng.randrange(10, 99)
    )
    return f"{local}@{rng.choice(_HOSTS)}"


_SPOKEN: Final = {
    "fr": ((" chez ", " point "), (" arobase ", " point "), (" (chez) ", " (point) "), (" at ", " point "), ("[arobase]", "[point]"), (" a commercial ", " point ")),
    "nl": ((" apenstaartje ", " punt "), (" at ", " punt "), (" (at) ", " (punt) "), ("[at]", "[punt]"), (" AT ", " PUNT "), (" apenstaart ", " punt ")),
    "de": ((" at ", " punkt "), (" ät ", " Punkt "), (" (at) ", " (Punkt) "), ("[at]", "[punkt]"), (" AT ", " PUNKT "), (" Klammeraffe ", " Punkt ")),
    "en": ((" at ", " dot "), (" AT ", " DOT "), (" (at) ", " (dot) "), ("[at]", "[dot]"), (" @ ", " dot "), (" at sign ", " dot ")),
}  # fmt: skip


def _spoken(rng: Random, lang: str) -> str:
    at, dot = rng.choice(_SPOKEN[lang])
    local = rng.choice((rng.choice(_WORDS), f"{rng.choice(_GIVEN)}{dot}{rng.choice(_WORDS)}"))
    return f"{local}{at}{rng.choice(_HOSTS).replace('.', dot)}"


_GERMAN_STREETS: Final = (
    "Am Lindenplatz", "Im Winkel", "Zum Goldenen Hirschen", "Auf der Heide", "Unter den Eichen", "An der Schleuse", "Zur Alten Post",
    "Im Rosental", "Am Sonnenhang", "Hinter den Gärten", "In den Wiesen", "Vor dem Tore", "Auf dem Bühl", "Beim Zollhaus", "Am Kirchberg",
    "Zum Stausee", "Im Brühl", "An den Weiden", "Unter der Burg", "Zur Nohn",
)  # fmt: skip
_ENGLISH_STREETS: Final = (
    "Oak Road",
    "Harbour Street",
    "Ferry Lane",
    "St Mary's Road",
    "Rowan Avenue",
    "Kingsley Terrace",
    "Upper Mill Lane",
)


def _german_street(rng: Random, _: str) -> str:
    return f"{rng.choice(_GERMAN_STREETS)} {1 + rng.randrange(120)}{rng.choice(('', '', '', 'a', ' b'))}"


def _flat(rng: Random, _: str) -> str:
    flat = rng.choice(
        (
            "Flat {n}",
            "Flat {n}{l}",
            "Apartment {n}",
            "Apt {n}{l}",
            "Apt. {n}",
            "Unit {n}",
            "flat {n}{l}",
            "Flat {l}",
        )
    )
    flat = flat.format(n=1 + rng.randrange(40), l=rng.choice("ABCD"))
    if rng.randrange(3) == 0:
        return flat
    return f"{flat}, {1 + rng.randrange(190)} {rng.choice(_ENGLISH_STREETS)}"


_STREETS: Final = {
    "fr": ("rue du Hêtre Pourpre {n}", "{n}, avenue des Sorbiers", "chaussée de Tournehem {n} bte {b}", "Place du Tilleul {n}", "bd des Hirondelles, {n}", "clos des Mésanges {n}/{b}", "rue Basse {n}A"),
    "nl": ("Beukenlaan {n}", "Korte Molenstraat {n} bus {b}", "Oude Steenweg {n}", "Vlinderdreef {n}A", "Kapelplein {n}", "Heidestraat nr. {n}", "Rozenlaan {n}/{b}"),
    "de": ("Birkenstraße {n}", "Alter Postweg {n}", "Schulstr. {n}a", "Malmedyer Straße {n}", "Rosenallee {n}", "Klosterplatz {n}", "Mühlengasse {n}"),
    "en": ("{n} Birchwood Road", "{n} Harbour Street", "{n}b Ferry Lane", "{n} Rowan Avenue", "{n} Queen's Drive", "{n} Old Tannery Street", "{n} Priory Gardens"),
}  # fmt: skip


def _street(rng: Random, lang: str) -> str:
    return rng.choice(_STREETS[lang]).format(n=1 + rng.randrange(180), b=1 + rng.randrange(20))


_MONTHS: Final = {
    "fr": ("janvier", "mars", "juillet", "août"),
    "nl": ("januari", "maart", "juli", "augustus"),
    "de": ("Januar", "März", "Juli", "August"),
    "en": ("January", "March", "July", "August"),
}


def _birth(rng: Random, lang: str) -> str:
    day, month, year = 1 + rng.randrange(28), 1 + rng.randrange(12), 1940 + rng.randrange(75)
    dot = "." if lang == "de" else ""
    forms = (
        f"{day:02d}/{month:02d}/{year}",
        f"{day}.{month}.{year}",
        f"{day:02d}-{month:02d}-{year}",
        f"{day}{dot} {rng.choice(_MONTHS[lang])} {year}",
    )
    return rng.choice(forms)


_PAGES: Final = ("suivi", "status", "track")


def _url(rng: Random, _: str) -> str:
    key, value = rng.choice(
        (
            ("nrn", "###########"),
            ("dossier", "2024####"),
            ("tel", "04########"),
            ("ref", "AB######"),
            ("dob", "1987-0%-1#"),
        )
    )
    return f"{key}={_fill(rng, value)}"


_ANY: Final = frames.PHONE
KINDS: Final[Mapping[str, tuple[Mapping[str, Sequence[str]], str | None, Make]]] = {
    "national_number": (frames.NUMBER, "national", _laid(_national(0), "##.##.##-###.##", "###########", "######-###-##", "## ## ## ### ##", "######.###.##", "## ## ## - ### - ##")),
    "bis_number": (frames.NUMBER, "national", _laid(_national(40), "##.##.##-###.##", "###########", "###### ### ##", "##/##/## ### ##")),
    "eid_card": (frames.NUMBER, "eid", _laid(_card, "###-#######-##", "### ####### ##", "############", "###.#######.##")),
    "residence_card": (frames.NUMBER, "residence", _patterns("B#########", "B ####### ##", "B-#######-##", "B########")),
    "passport": (frames.NUMBER, "passport", _patterns("E@######", "G@ ######", "@@#######", "##@@#####", "@########")),
    "dossier": (frames.NUMBER, "dossier", _patterns("8######", "9.###.###", "2024/######", "BXL-2023-#####", "LG/2022/####")),
    "iban": (frames.NUMBER, "account", lambda rng, _: rng.choice((" ".join, "".join, "-".join, ".".join))(_quartets(_iban(rng)))),
    "structured_communication": (frames.NUMBER, "communication", _laid(_communication, "+++###/####/#####+++", "***###/####/#####***", "+++ ### / #### / ##### +++", "###/####/#####")),
    "payment_card": (frames.NUMBER, "card", _laid(_luhn, "#### #### #### ####", "################", "####-####-####-####", "#### ######## ####")),
    "enterprise_number": (frames.NUMBER, "enterprise", _laid(_enterprise, "####.###.###", "##########", "BE####.###.###", "BE #### ### ###")),
    "mobile_phone": (_ANY, None, _patterns("047# ## ## ##", "048#/##.##.##", "+32 49# ## ## ##", "0032 47# ## ## ##", "+32 (0)48# ## ## ##", "046#.###.###", "04 8# ## ## ##")),
    "landline": (_ANY, None, _patterns("02 5## ## ##", "081/2#.##.##", "+32 2 7## ## ##", "(087) 5# ## ##", "09 2## ## ##", "+32 (0)4 3## ## ##")),
    "international_phone": (_ANY, None, _patterns("+212 6## ### ###", "+90 5## ### ## ##", "00243 8## ### ###", "+48 6## ### ###", "+40 7## ### ###", "+34 6## ## ## ##", "+351 9## ### ###")),
    "french_mobile": (_ANY, None, _patterns("06 %# ## ## ##", "07.%#.##.##.##", "06-%#-##-##-##", "06%#######", "+33 6 %# ## ## ##", "+33(0)6 %# ## ## ##", "0033 7 %# ## ## ##", "0033 (0)6.%#.##.##.##", "06/%#/##/##/##", "+33 6%# ## ## ##", "+33.7.%#.##.##.##", "06 %## ### ##")),
    "dutch_mobile": (_ANY, None, _patterns("06-%#######", "06 %#######", "06-%# ## ## ##", "+31 6 %#######", "0031 6 %### ####", "+31(0)6 %#######", "06 %### ####", "+31-6-%#######")),
    "german_mobile": (_ANY, None, _patterns("0151 ########", "0170/#######", "0176-########", "+49 160 #######", "0049 152 ########", "+49 (0)171 #######", "0172 ### ## ##", "0157 #### ####", "(0163) #######")),
    "luxembourg_mobile": (_ANY, None, _patterns("621 ### ###", "661 ### ###", "691 ### ###", "+352 621 ### ###", "00352 661 ######", "+352 691 ## ## ##", "(+352) 621 ### ###")),
    "uk_mobile": (_ANY, None, _patterns("07%## ######", "07### ### ###", "07%########", "+44 7%## ######", "+44 (0)7### ######", "0044 7### ### ###", "07###-######")),
    "email": (frames.EMAIL, None, _email),
    "spoken_email": (frames.EMAIL, None, _spoken),
    "plate": (frames.NUMBER, "plate", _patterns("1-@@@-###", "2-@@@-###", "1 @@@ ###", "1@@@###", "@@@-###")),
    "us_ssn": (frames.NUMBER, "ssn", _patterns("4##-%#-####", "2## %# ####", "3##%#####")),
    "uk_nino": (frames.NUMBER, "nino", _patterns("AB ## ## ## C", "CE######D", "JK ###### A")),
    "french_nir": (frames.NUMBER, "nir", _laid(_nir, "# ## ## ## ### ### ##", "###############", "############# ##")),
    "dutch_bsn": (frames.NUMBER, "bsn", _laid(_bsn, "#########", "###.###.###", "#### ## ###")),
    "polish_pesel": (frames.NUMBER, "pesel", _laid(_pesel, "###########", "###### #####")),
    "street_address": (frames.HOME, None, _street),
    "german_street_without_word": (frames.HOME, None, _german_street),
    "english_flat": (frames.HOME, None, _flat),
    "birth_date": (frames.BIRTH, None, _birth),
    "url_identifier": (frames.URL, None, _url),
}  # fmt: skip


def _quartets(text: str) -> list[str]:
    return [text[at : at + 4] for at in range(0, len(text), 4)]


def items(rng: Random) -> list[Item]:
    return [
        each for kind in KINDS for lang in LANGUAGES for each in islice(_of(kind, lang, rng), PER_LANGUAGE)
    ]


def _of(kind: str, lang: str, rng: Random) -> Iterator[Item]:
    sentences, label, make = KINDS[kind]
    number = 0
    while True:
        for sentence in rng.sample(sentences[lang], len(sentences[lang])):
            number += 1
            said = "" if label is None else frames.LABELS[label][lang]
            before, after = sentence.replace("{label}", said).split("{}")
            identifier = make(rng, lang)
            if kind == "url_identifier":
                key, identifier = identifier.split("=")
                before = f"{before}https://portal.example.be/{rng.choice(_PAGES)}?lang=fr&{key}="
            span = (len(before), len(before) + len(identifier))
            yield Item(f"held.{kind}.{lang}.{number:02d}", lang, before + identifier + after, kind, (span,))
