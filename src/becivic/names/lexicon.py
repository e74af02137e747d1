"""Owns what we know of a single word: a given name, a surname, a place, an ordinary word, or nothing."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntFlag, auto
from functools import cache
from typing import Final

from becivic.names.folding import fold
from becivic.names.lists import entries, folder_entries, section
from becivic.names.morphology import is_noun, is_surname_shaped
from becivic.names.phrases import Phrases
from becivic.names.words import split
from becivic.rules.languages import LANGUAGES

_SAINTS: Final = ("saint-", "sainte-", "sint-", "sankt-", "st-", "san-", "santa-", "notre-dame", "onze-lieve")
_ENDINGS: Final = ("s", "x", "e", "es", "n", "en", "er", "r", "in", "nen", "innen", "d", "ed", "ing", "ly")
_SHORTEST_HEAD: Final = 5
_SHORTEST_STEM: Final = 5


# `Loi Lejeune`: somebody is called Loi, but not here.
_NEVER_NAMES: Final = frozenset(
    [
        "loi",
        "rue",
        "place",
        "avenue",
        "centre",
        "wet",
        "zaak",
        "plein",
        "straat",
        "gare",
        "ecole",
        "zaal",
        "haus",
        "huis",
        "saal",
    ]
)


class Sense(IntFlag):
    """What a capitalised word can be. A doubtful name is also something else; thinglike is only a guess."""

    NOTHING = 0
    GIVEN = auto()
    SURNAME = auto()
    DOUBTFUL = auto()
    SHAPED = auto()
    COMMON = auto()
    PLACE = auto()
    THINGLIKE = auto()
    INSTITUTION = auto()
    WORD = auto()

    # Plain integers: these are asked several times a word, and flags are slow to combine.
    @property
    def known(self) -> bool:
        return bool(self._value_ & _KNOWN)

    @property
    def sure(self) -> bool:
        return bool(self._value_ & _KNOWN) and not self._value_ & _DOUBT

    @property
    def excluded(self) -> bool:
        """It is something else, and nobody is called so."""
        return bool(self._value_ & _ELSE) and not self._value_ & _KNOWN


_KNOWN: Final = (Sense.GIVEN | Sense.SURNAME).value
_DOUBT: Final = Sense.DOUBTFUL.value
_ELSE: Final = (Sense.COMMON | Sense.PLACE | Sense.THINGLIKE).value


class Lexicon:
    """The lists, folded. Places and institutions of the corpus come in from outside."""

    def __init__(self, places: Iterable[str] = (), institutions: Iterable[str] = ()) -> None:
        local = [*places, *entries("deny", "places_belgium.txt")]
        place_names = [*local, *entries("deny", "places_world.txt")]
        denied = [*institutions, *entries("deny", "institutions.txt")]
        self.given = _single(entries("given_names.txt"))
        self.surnames = _single(entries("surnames.txt"))
        self._ordinary = _single(folder_entries("ordinary"))
        self.also_words = _single((*entries("also_words.txt"), *section("words", "ambiguous.txt")))
        self.also_words |= self._ordinary
        self.ambiguous = _single(entries("ambiguous.txt")) - self.also_words
        self.places = _single(place_names)
        self._local = _single(local)
        self.institutions = _single(denied)
        self._plain = _ordinary_words()
        self.words = self._plain | self.institutions
        self._small = {language: _single(entries("function", f"{language}.txt")) for language in LANGUAGES}
        self.heads = _heads()
        self.double_surnames = Phrases(name for name in entries("surnames.txt") if len(split(name)) > 1)
        self.denied = Phrases(name for name in [*place_names, *denied] if len(split(name)) > 1)
        self._senses: dict[str, Sense] = {}

    def sense(self, folded: str) -> Sense:
        """Remembered per word, up to a bound: texts of strangers must not fill the memory."""
        known = self._senses.get(folded)
        if known is None:
            if len(self._senses) >= 50_000:
                self._senses.clear()
            known = self._senses[folded] = self._judge(folded)
        return known

    def _judge(self, folded: str) -> Sense:
        if folded.startswith(_SAINTS):
            return Sense.PLACE | Sense.COMMON
        name = self._name_sense(folded)
        other = self._other_sense(folded, known=bool(name))
        if not name:
            return other | (Sense.SHAPED if not other and is_surname_shaped(folded) else Sense.NOTHING)
        doubtful = bool(other) or folded in self.ambiguous
        word = Sense.WORD if folded in self.also_words else Sense.NOTHING
        return name | other | word | (Sense.DOUBTFUL if doubtful else Sense.NOTHING)

    def _name_sense(self, folded: str) -> Sense:
        if folded in _NEVER_NAMES:
            return Sense.NOTHING
        parts = [] if folded in self.places else folded.split("-")
        sense = Sense.NOTHING
        if (
            folded in self.given
            or (len(parts) > 1 and all(part in self.given for part in parts))
            or self._is_genitive(folded)
        ):
            sense |= Sense.GIVEN
        if folded in self.surnames or self._double_barrelled(parts):
            sense |= Sense.SURNAME
        return sense

    def _is_genitive(self, folded: str) -> bool:
        """`Olivers verblijfskaart`; but `Amis` and `Signés` are plurals of what is also a word."""
        stem = folded[:-1]
        if not folded.endswith("s") or folded in self.surnames or folded in self._ordinary:
            return False
        if not all(part in self.given for part in stem.split("-")):
            return False
        return stem not in self.also_words and stem not in self.ambiguous and stem not in self.words

    def _double_barrelled(self, parts: list[str]) -> bool:
        """`Peeters-Xhoneux` is; `Grand-Place` is not, whoever is called Grand."""
        if len(parts) < 2 or any(part in self.words or part in self.places for part in parts):
            return False
        return any(part in self.surnames for part in parts)

    def _other_sense(self, folded: str, *, known: bool) -> Sense:
        sense = Sense.PLACE if folded in self.places else Sense.NOTHING
        if folded in self.institutions or folded in self._local:
            sense |= Sense.INSTITUTION  # a commune acts, and a city abroad does not
        if folded in self.words or _has_digit(folded):
            return sense | Sense.COMMON
        return sense if known else sense | self._guess(folded)

    def is_small_word(self, folded: str, language: str) -> bool:
        return folded in self._small[language]

    def is_also_a_word(self, folded: str) -> bool:
        """`Rose`, `Mark`, `Schneider`: a name, or the word a sentence happens to begin with."""
        return folded in self.also_words

    def _guess(self, folded: str) -> Sense:
        if folded in self._ordinary or any(folded in words for words in self._small.values()):
            return Sense.COMMON
        if "-" in folded and any(part in self.places for part in folded.split("-")):
            return Sense.PLACE
        if self._inflected(folded) or self._compound(folded):
            return Sense.THINGLIKE
        return Sense.THINGLIKE if is_noun(folded) and not is_surname_shaped(folded) else Sense.NOTHING

    def _inflected(self, folded: str) -> bool:
        stems = (folded[: -len(end)] for end in _ENDINGS if folded.endswith(end))
        return any(
            len(stem) >= _SHORTEST_STEM and (stem in self._plain or stem in self._ordinary) for stem in stems
        )

    def _compound(self, folded: str) -> bool:
        """`Verblijfskaart` and `Meldeamt` end in an ordinary word, and so does `Info-Point`."""
        return any(folded[at:] in self.heads for at in range(3, len(folded) - _SHORTEST_HEAD + 1))


def _has_digit(folded: str) -> bool:
    return any(c.isdigit() for c in folded)


def _single(names: Iterable[str]) -> frozenset[str]:
    return frozenset(fold(name) for name in names if name and " " not in name)


@cache
def _heads() -> frozenset[str]:
    """What compounds of Dutch and German end in."""
    grown = (
        ("deny", "words_de.txt"),
        ("deny", "words_nl.txt"),
        ("ordinary", "de.txt"),
        ("ordinary", "nl.txt"),
    )
    words = (name for path in grown for name in entries(*path))
    return _single(words) | _single(entries("cues", "not_people.txt"))


@cache
def _ordinary_words() -> frozenset[str]:
    roles = (name for name in entries("cues", "roles.txt") if " " not in name)
    things = (*entries("cues", "titles.txt"), *entries("cues", "not_people.txt"))
    return _single(folder_entries("deny", "words_")) | _single(roles) | _single(things)
