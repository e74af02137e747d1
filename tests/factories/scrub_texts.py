"""Texts that a scrub engine may meet: identifiers, disguises of them, accents, noise; none of it anybody's."""

from __future__ import annotations

from random import Random
from typing import Final

from hypothesis import strategies as st

from becivic_scrub.look_alikes import TABLE

SHAPES: Final = (
    "85.07.30-033.28", "85 07 30 033 28", "85073003328", "00.01.01-001.05", "BE68 5390 0754 7034", "be68539007547034",
    "FR7630006000011234567890189", "DE89 3704 0044 0532 0130 00", "0470 12 34 56", "+32 470 12 34 56", "0032-470-123456",
    "02/555.12.34", "+32 (0)2 555 12 34", "jan.peeters@example.be", "jan (at) example (dot) be", "jan[at]example.be",
    "592-1234567-12", "B 1234567 89", "+++090/9337/55493+++", "***090/9337/55493***", "BE 0403.170.701", "0403170701",
    "1-ABC-234", "1 ABC 234", "123-45-6789", "QQ 12 34 56 C", "1 85 07 75 123 456 78", "111222333", "44051401359",
    "4111 1111 1111 1111", "passport: EK123456", "passeport n° EK 123456", "dossier 2024/12345", "SP nummer 1234567",
    "rue de la Loi 16", "Wetstraat 16 bus 3", "Hauptstraße 12b", "12 Main Street", "né le 30/07/1985", "geboren op 30-07-1985",
    "geb. 30.7.85", "born on 30 July 1985", "?nrn=85073003328&email=a@b.be", "https://example.be/?id=85073003328",
)  # fmt: skip
"""Spellings of what the rules look for, all made up."""

LABELS: Final = (
    "numéro national", "rijksregisternummer", "Nationalregisternummer", "national number", "NISS", "passeport", "paspoort",
    "Reisepass", "carte de séjour", "verblijfskaart", "tel", "gsm", "né le", "née", "geboren op", "geb.", "rue", "avenue",
    "straat", "laan", "plein", "Straße", "street", "IBAN", "TVA", "BTW", "plaque", "dossier", "n°", "nr", "bus", "bte",
)  # fmt: skip

HURTFUL: Final = (
    "0",
    "1",
    "9",
    "00",
    "12",
    ".",
    "-",
    " ",
    "/",
    "(",
    ")",
    "+",
    "*",
    "a",
    "A",
    "z",
    "a@",
    "@",
    "BE",
    "\n",
    ":",
    "_",
)
"""Pieces of identifiers: what makes an engine that backtracks try again."""

_DISGUISES: Final = {
    plain: [chr(code) for code, stands_for in TABLE.items() if stands_for == plain and not 0xD800 <= code <= 0xDFFF]
    for plain in "0123456789 -./ABEabe+@"
}  # fmt: skip
INVISIBLE: Final = [chr(code) for code, stands_for in TABLE.items() if stands_for is None]

ANYTHING: Final = st.text(
    st.one_of(
        st.characters(),
        st.characters(categories=["Cs", "Cf", "Mn", "Nd", "Zs", "Pd"]),
        st.sampled_from("0123456789.- /+@aeé\t\u00a0\u2011\u200b\ud800\U0001f600"),
    ),
    max_size=40,
)
"""Any text at all, half pairs included."""


def disguised(rng: Random, text: str) -> str:
    """The text as a reader sees it, in other characters and with some that show nothing."""
    pieces = []
    for character in text:
        pieces.append(
            rng.choice([character, *_DISGUISES.get(character, [])]) if rng.random() < 0.4 else character
        )
        if rng.random() < 0.1:
            pieces.append(rng.choice(INVISIBLE))
    return "".join(pieces)


_NOISE: Final = (
    *HURTFUL,
    "été ",
    "Ünïcödé ",
    "\U0001f600",
    "€",
    "中",
    "\ud83d",
    "\u0663",
    "½",
    "¹",
    "word ",
    ", ",
    "\r\n",
)


def mixed(rng: Random, pieces: int = 12) -> str:
    """Identifiers, labels and noise in one text, some of it disguised."""
    text = "".join(
        rng.choice((rng.choice(SHAPES), rng.choice(LABELS), rng.choice(_NOISE)))
        + rng.choice(("", "", " ", "\u00a0"))
        for _ in range(pieces)
    )
    return disguised(rng, text) if rng.random() < 0.5 else text


def noise(rng: Random, length: int) -> str:
    """Nothing but the pieces that hurt, a few kinds at a time."""
    kinds = rng.sample(HURTFUL + LABELS, rng.randint(1, 5))
    text = ""
    while len(text) < length:
        text += rng.choice(kinds) * rng.choice((1, 1, 2, 7, 40))
    return text[:length]


MIXED: Final = st.integers(0, 1 << 30).map(lambda seed: mixed(Random(seed)))
