"""Street addresses with a house number: invented streets, in the forms of each language."""

from __future__ import annotations

from random import Random
from typing import Final

from becivic.score.makers.spelling import Maker, Spelling

_STREETS: Final = {
    "rue": (
        "rue des Trois-Hérissons", "rue du Vieux Moulin Bleu", "rue de la Chouette", "rue aux Pommes Sûres",
        "rue de l'Étang Bavard", "Rue du Grand Saule Creux",
    ),
    "avenue": ("avenue des Martinets Gris", "Avenue de la Brume", "avenue du Petit Orme Tordu"),
    "short avenue": ("av. des Libellules Rousses", "Av. du Tamis", "av. des Sept Fontaines Sèches"),
    "boulevard": ("bd des Tisserands Muets", "boulevard de la Cigale", "bld du Phare Éteint"),
    "chaussée": ("chaussée de la Lune Rousse", "chaussée du Moulin Perdu", "Chaussée des Brouettes"),
    "other fr": ("place des Tilleuls Dorés", "clos du Hérisson", "quai des Mouettes Blanches", "drève du Geai"),
    "straat": ("Kabouterstraat", "Zilvermusstraat", "Oude Klokkenmakersstraat", "Lange Egelstraat"),
    "laan": ("Kievitsnestlaan", "Sleutelbloemenlaan", "Wolkenvangerslaan"),
    "steenweg": ("Steenweg op Vossenbeke", "Hazelbeeksesteenweg", "Nieuwe Bronsteenweg"),
    "other nl": ("Kiekendiefpad", "Peerdrupsplein", "Zwaluwendreef", "Spinnewielhof", "Mosselkreekkaai"),
    "straße": ("Igelgrubenstraße", "Lerchenwinkelstraße", "Alte Glockenstraße", "Distelfinkstraße"),
    "strasse": ("Igelgrubenstrasse", "Mühlenteichstrasse", "Lange Eulenstrasse"),
    "str.": ("Hagebuttenstr.", "Zaunkönigstr.", "Kupferhammerstr."),
    "other de": ("Amselstegweg", "Drosselbartplatz", "Schneckenhausallee", "Krähengasse"),
    "am": ("Am Alten Kirschbaum", "Am Eulenbrunnen", "An der Wollmühle", "Auf dem Distelfeld"),
    "street": ("Thistledown Street", "Copperbell Street", "Old Tinderbox Street"),
    "road": ("Quillfeather Road", "Larkspur Avenue", "Merrow Lane", "Hollowacre Square", "Pennywhistle Drive"),
    "st": ("Marrowbone St", "Dunlin Rd", "Whistlewood Ave"),
}  # fmt: skip


def _at(street: str, form: str) -> Maker:
    """`{s}` is the street, `{n}` the house number, `{b}` the box."""

    def make(rng: Random) -> str:
        name, number, box = rng.choice(_STREETS[street]), 1 + rng.randrange(280), 1 + rng.randrange(30)
        return form.format(s=name, n=number, b=box)

    return make


def _spelling(lang: str, street: str, form: str, around: str = "{}") -> Spelling:
    name = f"{street}: {form}" if around == "{}" else f"{street}: {form}, in a town"
    return Spelling("street_address", name, "address", _at(street, form), langs=(lang,), around=around)


SPELLINGS: Final = (
    _spelling("fr", "rue", "{s} {n}"),
    _spelling("fr", "rue", "{n}, {s}"),
    _spelling("fr", "rue", "{n} {s}", "{}, 5000 Namur"),
    _spelling("fr", "rue", "{s}, {n}"),
    _spelling("fr", "avenue", "{s} {n} bte {b}", "{}, 1030 Schaerbeek"),
    _spelling("fr", "short avenue", "{s} {n}/{b}"),
    _spelling("fr", "boulevard", "{s} {n}, boîte {b}"),
    _spelling("fr", "chaussée", "{s} {n}A"),
    _spelling("fr", "other fr", "{s} n° {n}"),
    _spelling("nl", "straat", "{s} {n}"),
    _spelling("nl", "straat", "{s} {n} bus {b}", "{}, 9000 Gent"),
    _spelling("nl", "straat", "{s} {n}/{b}"),
    _spelling("nl", "laan", "{s} {n}A"),
    _spelling("nl", "laan", "{s} nr. {n}"),
    _spelling("nl", "steenweg", "{s} {n}", "{} in 3000 Leuven"),
    _spelling("nl", "steenweg", "{s} {n} bus {b}"),
    _spelling("nl", "other nl", "{s} {n}"),
    _spelling("nl", "other nl", "{s} {n} b{b}"),
    _spelling("de", "straße", "{s} {n}"),
    _spelling("de", "straße", "{s} {n}a", "{}, 4700 Eupen"),
    _spelling("de", "strasse", "{s} {n}"),
    _spelling("de", "strasse", "{s} {n}/{b}"),
    _spelling("de", "str.", "{s} {n}"),
    _spelling("de", "str.", "{s} Nr. {n}"),
    _spelling("de", "other de", "{s} {n}", "{} in 4780 Sankt Vith"),
    _spelling("de", "other de", "{s} {n} b"),
    _spelling("de", "am", "{s} {n}"),
    _spelling("en", "street", "{n} {s}"),
    _spelling("en", "street", "{n}b {s}"),
    _spelling("en", "road", "{n} {s}", "{}, Leeds"),
    _spelling("en", "road", "Flat {b}, {n} {s}"),
    _spelling("en", "st", "{n} {s}"),
    _spelling("en", "rue", "{s} {n}", "{}, 1050 Ixelles"),
    _spelling("en", "avenue", "{s} {n}, box {b}"),
    _spelling("en", "straat", "{s} {n}"),
    _spelling("en", "laan", "{s} {n} bus {b}"),
)
