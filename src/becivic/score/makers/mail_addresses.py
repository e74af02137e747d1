"""Mail addresses at example domains, plain and as people write them to keep robots off."""

from __future__ import annotations

from random import Random
from typing import Final

from becivic.score.makers.spelling import Maker, Spelling, drawn

# Invented words, not people: the part before the sign need not name anyone.
_WORDS: Final = (
    "kwinkel", "zilvermus", "brumelou", "tintelfee", "noisettine", "quastel", "wolkenbad", "marmeluche",
    "fluxopat", "tarabisco", "plumetier", "knikkerd", "sausewind", "bellavoine", "hazelnoot77", "murmelbach",
)  # fmt: skip
_HOSTS: Final = ("example.com", "example.org", "example.net", "mail.example.org", "post.example.net")


def _parts(rng: Random) -> tuple[str, str]:
    return rng.choice(_WORDS) + drawn(rng, "##"), rng.choice(_HOSTS)


def plain(rng: Random) -> str:
    return "@".join(_parts(rng))


def _two_words(mark: str) -> Maker:
    def make(rng: Random) -> str:
        return f"{rng.choice(_WORDS)}{mark}{plain(rng)}"

    return make


def _said(at: str, dot: str) -> Maker:
    """The sign and the dots of the host said in words or brackets."""

    def make(rng: Random) -> str:
        local, host = _parts(rng)
        return f"{local}{at}{host.replace('.', dot)}"

    return make


def _capitals(rng: Random) -> str:
    return plain(rng).upper()


def _spelling(name: str, make: Maker, *langs: str, around: str = "{}") -> Spelling:
    whole = Spelling("email", name, "email", make, around=around)
    return Spelling("email", name, "email", make, langs=langs) if langs else whole


SPELLINGS: Final = (
    _spelling("plain", plain),
    _spelling("two words, dot", _two_words(".")),
    _spelling("two words, underscore", _two_words("_")),
    _spelling("tagged", _two_words("+")),
    _spelling("capitals", _capitals),
    _spelling("angle brackets", plain, around="<{}>"),
    _spelling("mailto link", _two_words("-"), around="mailto:{}"),
    _spelling("(at)", _said(" (at) ", ".")),
    _spelling("(at) glued", _said("(at)", ".")),
    _spelling("[at] and [dot]", _said(" [at] ", " [dot] ")),
    _spelling("AT and DOT", _said(" AT ", " DOT ")),
    _spelling("space after the sign", _said("@ ", ".")),
    _spelling("spaces round the sign", _said(" @ ", ".")),
    _spelling("arobase and point", _said(" arobase ", " point "), "fr"),
    _spelling("(arobase)", _said("(arobase)", "."), "fr"),
    _spelling("apenstaartje and punt", _said(" apenstaartje ", " punt "), "nl"),
    _spelling("[apenstaartje]", _said("[apenstaartje]", "."), "nl"),
    _spelling("(ät) and Punkt", _said(" (ät) ", " Punkt "), "de"),
    _spelling("at and punkt", _said(" at ", " punkt "), "de"),
    _spelling("at and dot", _said(" at ", " dot "), "en"),
    _spelling("{at} and {dot}", _said(" {at} ", " {dot} "), "en"),
)
