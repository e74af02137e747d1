"""Sentences that name an invented person in one of the ways people write names, and clean ones that only look so.

Knows nothing of the recogniser it is there to judge.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final, TypeVar

from becivic.rules.languages import LANGUAGES
from becivic.score.item import Item

PER_LANGUAGE: Final = 160
_Thing = TypeVar("_Thing")
_DATA: Final = Path(__file__).parent / "data" / "names"
_SLOT: Final = re.compile(r"\{([a-z]+)(2?)(_s)?\}")
_WANTED: Final = re.compile(r"(?:([mf-]{1,2}): )?(.+)")
_ELIDING: Final = re.compile(r"\b([Dd]|[Qq]u)e $")
_VOWELS: Final = tuple("AEIOUÁÉÍÓÖŐÜÀÈaeiou")
_SIBILANTS: Final = tuple("sxzßšşșžć")
_TITLES: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "fr": {"f": ("Mme", "Madame", "Mlle"), "m": ("M.", "Monsieur", "Mr")},
    "nl": {"f": ("mevrouw", "mevr.", "Mevrouw"), "m": ("meneer", "dhr.", "de heer", "Meneer")},
    "de": {"f": ("Frau", "Frau Dr."), "m": ("Herr", "Herr Dr.")},
    "en": {"f": ("Mrs", "Ms", "Mrs.", "Miss"), "m": ("Mr", "Mr.")},
}


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who does not exist."""

    given: str
    surname: str
    sex: str


@dataclass(frozen=True, slots=True)
class Origin:
    """Where names come from; a surname is a pair, the form of a man and that of a woman."""

    name: str
    given: Mapping[str, tuple[str, ...]]
    surnames: tuple[tuple[str, str], ...]

    def person(self, rng: Random, wanted: str) -> Person:
        sex = rng.choice("mf") if wanted == "-" else wanted
        man, woman = rng.choice(self.surnames)
        return Person(rng.choice(self.given[sex]), man if sex == "m" else woman, sex)


@dataclass(frozen=True, slots=True)
class Frame:
    """A sentence with slots, and the sexes its grammar wants of the first and the second person."""

    text: str
    sexes: str


def _initials(given: str) -> str:
    return "-".join(f"{part[0].upper()}." for part in given.split(maxsplit=1)[0].split("-"))


FORMS: Final[Mapping[str, Callable[[Person], str]]] = {
    "full": lambda who: f"{who.given} {who.surname}",
    "caps": lambda who: f"{who.given} {who.surname.upper()}",
    "reversed": lambda who: f"{who.surname.upper()} {who.given}",
    "turned": lambda who: f"{who.surname} {who.given}",
    "listed": lambda who: f"{who.surname}, {who.given}",
    "initialled": lambda who: f"{_initials(who.given)} {who.surname}",
    "given": lambda who: who.given,
    "surname": lambda who: who.surname,
    "upper": lambda who: who.surname.upper(),
}


def _lines(file: str) -> list[str]:
    lines = (_DATA / file).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def frames(lang: str) -> list[Frame]:
    wanted = (_WANTED.fullmatch(line) for line in _lines(f"frames-{lang}.txt"))
    return [Frame(found[2], (found[1] or "").ljust(2, "-")) for found in wanted if found]


def clean(lang: str) -> list[str]:
    return _lines(f"clean-{lang}.txt")


def origins() -> list[Origin]:
    lines = _lines("people.txt")
    return [_origin(*lines[at : at + 4]) for at in range(0, len(lines), 4)]


def _origin(heading: str, women: str, men: str, surnames: str) -> Origin:
    given = {"f": tuple(women[2:].split(", ")), "m": tuple(men[2:].split(", "))}
    pairs = ((name.split("/")[0], name.split("/")[-1]) for name in surnames[2:].split(", "))
    return Origin(heading.strip("[]"), given, tuple(pairs))


def fill(
    frame: Frame, people: Sequence[Person], lang: str, rng: Random
) -> tuple[str, tuple[tuple[int, int], ...]]:
    """The sentence, and where the names stand in it: without title and without possessive ending."""
    text, spans, end = "", [], 0
    for slot in _SLOT.finditer(frame.text):
        text, end = text + frame.text[end : slot.start()], slot.end()
        who = people[1 if slot[2] else 0]
        if slot[1] == "title":
            text += _title(lang, who, rng, opening=not text)
            continue
        name = FORMS[slot[1]](who)
        text = _ELIDING.sub(r"\1'", text) if lang == "fr" and name.startswith(_VOWELS) else text
        spans.append((len(text), len(text) + len(name)))
        text += name + (_ending(lang, name) if slot[3] else "")
    return text + frame.text[end:], tuple(spans)


def _title(lang: str, who: Person, rng: Random, *, opening: bool) -> str:
    title = rng.choice(_TITLES[lang][who.sex])
    return title[0].upper() + title[1:] if opening else title


def _ending(lang: str, name: str) -> str:
    if lang == "en":
        return "'s"
    if name.endswith(_SIBILANTS):
        return "'"
    return "'s" if lang == "nl" and name[-1] in "aiouyáóõ" else "s"


def _rounds(rng: Random, things: Sequence[_Thing]) -> Iterator[_Thing]:
    """Everything once in a random order, then again in another, without end."""
    while True:
        batch = list(things)
        rng.shuffle(batch)
        yield from batch


def _named(rng: Random, lang: str) -> Iterator[Item]:
    drawn: dict[str, Item] = {}
    draws = zip(_rounds(rng, frames(lang)), _rounds(rng, origins()), strict=False)
    for number, (frame, origin) in enumerate(islice(draws, PER_LANGUAGE), start=1):
        people = [origin.person(rng, sex) for sex in frame.sexes]
        text, spans = fill(frame, people, lang, rng)
        item = Item(f"name-{lang}-{number:03}-{origin.name}", lang, text, "person", spans)
        drawn.setdefault(text, item)
    yield from drawn.values()


def generate(rng: Random) -> Iterator[Item]:
    """About 160 sentences with names and every clean one, language by language."""
    for lang in LANGUAGES:
        yield from _named(rng, lang)
        for number, text in enumerate(clean(lang), start=1):
            yield Item(f"name-{lang}-clean-{number:03}", lang, text, None, ())
