"""Somebody planted in a sentence, and what of them may not be left."""

from __future__ import annotations

import re
from typing import NamedTuple

from hypothesis import strategies as st

from becivic_harness.names.cues import PARTICLES, TITLES
from becivic_harness.words.folding import fold
from becivic_harness.words.lists import ELSE, LISTS, NAME
from tests.becivic_harness.layer_one.synthetic_people import (
    LANGUAGES,
    PLANTED,
    birth_dates,
    numbers,
    people,
    street_addresses,
)

_LETTERS = re.compile(r"[^\W\d_]+")
_MARK = re.compile(r"\[[a-z_]+\]")
_SHORTEST_TELLING = 4


class Planted(NamedTuple):
    text: str
    words: tuple[str, ...] = ()
    """Folded words none of which may be left."""
    digits: str = ""
    """A number no four digits of which may be left in a row."""
    parts: tuple[str, ...] = ()
    """What may not be left anywhere."""

    def left_in(self, cleaned: str) -> list[str]:
        """What of it can still be read."""
        rest = _MARK.sub("|", cleaned)
        words = set(re.findall(r"\w+", fold(rest)))
        runs = [
            self.digits[at : at + _SHORTEST_TELLING] for at in range(len(self.digits) - _SHORTEST_TELLING + 1)
        ]
        return [
            *(word for word in self.words if word in words),
            *(run for run in runs if run in rest.replace("2026-10", "")),
            *(part for part in self.parts if part in rest),
        ]


def telling_words(text: str) -> tuple[str, ...]:
    """What of a name may not be left: its words that are no ordinary word, no particle, no title and no initial."""
    words = (fold(word) for word in _LETTERS.findall(text))
    return tuple(
        word
        for word in words
        if len(word) > 1 and word not in PARTICLES | TITLES and not LISTS.sense(word) & ELSE
    )


def is_listed(name: str) -> bool:
    words = telling_words(name)
    return bool(words) and all(LISTS.sense(word) & NAME for word in words)


def _sentence(draw: st.DrawFn, kind: str, language: str) -> str:
    sentence: str = draw(st.sampled_from(PLANTED[kind][language]))
    return sentence


@st.composite
def named(draw: st.DrawFn) -> Planted:
    given, surname = draw(people())
    language = draw(st.sampled_from(LANGUAGES))
    name = draw(
        st.sampled_from(
            [
                f"{given} {surname}",
                f"{surname.upper()} {given}",
                f"{given.upper()} {surname.upper()}",
                surname,
                f"{given[0]}. {surname}",
                f"Mme {surname}",
                f"Herr {surname}",
                f"dhr. {surname}",
                f"Dr {given} {surname}",
                f"{given} {surname}'s",
            ]
        )
    )
    return Planted(_sentence(draw, "sentences", language).format(name=name), telling_words(name))


@st.composite
def named_in_small_letters(draw: st.DrawFn) -> Planted:
    """Behind an introduction every name; loose in a sentence those that the list has."""
    given, surname = draw(people())
    name = f"{given} {surname}".lower()
    kind = "sentences" if is_listed(name) and draw(st.booleans()) else "introductions"
    return Planted(
        _sentence(draw, kind, draw(st.sampled_from(LANGUAGES))).format(name=name), telling_words(name)
    )


@st.composite
def numbered(draw: st.DrawFn) -> Planted:
    number = draw(numbers())
    sentence = _sentence(draw, "with_number", draw(st.sampled_from(LANGUAGES)))
    return Planted(sentence.format(x=number), digits=re.sub(r"\D", "", number))


@st.composite
def born(draw: st.DrawFn) -> Planted:
    language = draw(st.sampled_from(LANGUAGES))
    written, day = draw(birth_dates(language))
    telling = (str(day.year), f"{day:%d/%m}", f"{day:%m-%d}", f"{day:%d.%m}", f"{day:%m%d}")
    return Planted(_sentence(draw, "with_birth", language).format(x=written), parts=telling)


@st.composite
def housed(draw: st.DrawFn) -> Planted:
    language = draw(st.sampled_from(LANGUAGES))
    address = draw(street_addresses(language))
    words = (*telling_words(address), *re.findall(r"\d+", address))
    return Planted(_sentence(draw, "with_address", language).format(x=address), words)


@st.composite
def several(draw: st.DrawFn) -> Planted:
    """A whole note: what is planted stands side by side."""
    parts = draw(
        st.lists(
            st.one_of(named(), named_in_small_letters(), numbered(), born(), housed()), min_size=2, max_size=4
        )
    )
    glue = draw(st.sampled_from([" ", "\n", " - ", "; ", ". "]))
    return Planted(
        glue.join(part.text for part in parts),
        tuple(word for part in parts for word in part.words if not word.isdigit()),
        "",
        tuple(part.digits for part in parts if part.digits)
        + tuple(text for part in parts for text in part.parts if len(text) == 4),
    )
