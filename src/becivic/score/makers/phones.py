"""Belgian mobile and landline numbers as people write them, at home and for abroad."""

from __future__ import annotations

from random import Random
from typing import Final

from becivic.score.makers.spelling import Maker, Spelling, drawn, spelt

_MOBILE_STARTS: Final = (
    "455", "456", "460", "465", "466", "467", "468", "470", "471", "472", "473", "474", "475", "476", "477",
    "478", "479", "483", "484", "485", "486", "487", "488", "489", "490", "491", "492", "493", "494", "495",
    "496", "497", "498", "499",
)  # fmt: skip
_SHORT_ZONES: Final = ("2", "3", "4", "9")
_LONG_ZONES: Final = (
    "10", "11", "12", "13", "14", "15", "16", "19", "50", "51", "52", "53", "54", "55", "56", "57", "58", "59",
    "60", "61", "63", "64", "65", "67", "68", "69", "71", "80", "81", "82", "83", "84", "85", "86", "87", "89",
)  # fmt: skip

_MOBILE: Final = {
    "spaces in twos": "0### ## ## ##",
    "slash and dots": "0###/##.##.##",
    "slash and spaces": "0###/## ## ##",
    "slash, six": "0###/######",
    "slash, threes": "0###/###.###",
    "dash, six": "0###-######",
    "dashes": "0###-##-##-##",
    "dots": "0###.##.##.##",
    "spaces in threes": "0### ### ###",
    "bare": "0#########",
    "brackets": "(0###) ## ## ##",
    "all in twos": "0# ## ## ## ##",
    "+32 spaces": "+32 ### ## ## ##",
    "+32 bare": "+32#########",
    "+32 threes": "+32 ### ### ###",
    "+32 dashes": "+32-###-##-##-##",
    "+32 dots": "+32.###.##.##.##",
    "+32 and zero in brackets": "+32 (0)### ## ## ##",
    "+32 and zero in brackets, glued": "+32(0)###/##.##.##",
    "0032 spaces": "0032 ### ## ## ##",
    "0032 bare": "0032#########",
    "00 32 apart": "00 32 ### ## ## ##",
}
_SHORT: Final = {
    "spaces": "0# ### ## ##",
    "slash and dots": "0#/###.##.##",
    "slash and spaces": "0#/### ## ##",
    "dash and spaces": "0#-### ## ##",
    "dots": "0#.###.##.##",
    "bare": "0########",
    "brackets": "(0#) ### ## ##",
    "+32 spaces": "+32 # ### ## ##",
    "+32 and zero in brackets": "+32 (0)# ### ## ##",
    "+32 bare": "+32########",
    "0032 spaces": "0032 # ### ## ##",
}
_LONG: Final = {
    "long zone, spaces": "0## ## ## ##",
    "long zone, slash and dots": "0##/##.##.##",
    "long zone, slash and spaces": "0##/## ## ##",
    "long zone, dash": "0##-## ## ##",
    "long zone, bare": "0########",
    "long zone, +32": "+32 ## ## ## ##",
}


def mobile(rng: Random) -> str:
    """The nine digits after the zero."""
    return rng.choice(_MOBILE_STARTS) + drawn(rng, "######")


def _landline(zones: tuple[str, ...]) -> Maker:
    """The eight digits after the zero; a subscriber's number starts with 2 to 7."""

    def make(rng: Random) -> str:
        zone = rng.choice(zones)
        return f"{zone}{2 + rng.randrange(6)}{drawn(rng, '#' * (7 - len(zone)))}"

    return make


def _spellings(kind: str, patterns: dict[str, str], maker: Maker) -> tuple[Spelling, ...]:
    return tuple(Spelling(kind, name, "phone", spelt(pattern, maker)) for name, pattern in patterns.items())


SPELLINGS: Final = (
    *_spellings("mobile_phone", _MOBILE, mobile),
    Spelling("mobile_phone", "in a tel link", "phone", spelt("+32#########", mobile), around="tel:{}"),
    *_spellings("landline", _SHORT, _landline(_SHORT_ZONES)),
    *_spellings("landline", _LONG, _landline(_LONG_ZONES)),
)
