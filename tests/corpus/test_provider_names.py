"""Which names are found, and what is left alone."""

from __future__ import annotations

import re
import sys

import pytest

from becivic.corpus.provider_names import may_name_one, named_in
from becivic.rules.providers import PROVIDERS, PROVIDERS_AS_WRITTEN, ProviderKind
from tests.requirement import requirement

EVERY = [
    (name, kind)
    for names in (PROVIDERS, PROVIDERS_AS_WRITTEN)
    for kind, group in names.items()
    for name in group
]


@requirement("R-BODY-09")
@pytest.mark.parametrize(("name", "kind"), EVERY)
def test_each_name_is_found_where_it_stands(name: str, kind: ProviderKind) -> None:
    text = f"Go to {name}, or elsewhere."
    assert may_name_one(text)
    assert [tuple(found) for found in named_in(text)] == [(6, name, kind)]


def test_every_name_is_listed_once_and_every_kind_has_some() -> None:
    assert len({name.casefold() for name, _ in EVERY}) == len(EVERY)
    assert {kind for _, kind in EVERY} == set(ProviderKind)


@pytest.mark.parametrize(
    "text",
    [
        "BELFIUS",
        "belfius",
        "(Belfius)",
        "Belfius's",
        "belfius.be",
        "_Belfius_",
        "__Belfius__",
        "Belf\u0131us",
        "BELF\u0130US",
    ],
)
def test_capitals_and_what_stands_beside_a_name_do_not_hide_it(text: str) -> None:
    assert may_name_one(text)
    assert [found.name for found in named_in(text)] == ["Belfius"]


@pytest.mark.parametrize(
    "text",
    ["Bel\u00adfius", "Bel\u200bfius", "\ufeffBelfius", "Bel&shy;fius", "&#66;elfius", "&#x42;el&#xad;fius"],
)
def test_what_cannot_be_seen_hides_no_name(text: str) -> None:
    assert may_name_one(text)
    assert [found.name for found in named_in(text)] == ["Belfius"]


@pytest.mark.parametrize(
    "between", [" ", "-", "\n", "\u00a0", "\u202f", "\u2011", "\x0b", "&nbsp;", "&#160;", " \u00a0 "]
)
def test_the_words_of_a_name_are_joined_by_blanks_or_a_hyphen(between: str) -> None:
    for text in (f"BNP{between}Paribas", f"Tempo{between}Team", f"Group{between}S"):
        assert may_name_one(text)
        assert len(list(named_in(text))) == 1


def test_offsets_are_those_of_the_text_as_written() -> None:
    text = "\u00ada&nbsp;b Belfius, &amp; &unknown; K\u200bBC, \u00e9 ING"
    assert [(text[found.offset], found.name) for found in named_in(text)] == [
        ("B", "Belfius"), ("K", "KBC"), ("I", "ING")
    ]  # fmt: skip
    assert [found.offset for found in named_in(text)] == [
        text.index(part) for part in ("Bel", "K\u200b", "ING")
    ]


def test_every_character_that_python_takes_for_a_letter_of_a_name_leads_to_the_name() -> None:
    letters = {letter.casefold() for name, _ in EVERY for letter in name}
    alike = re.compile(rf"[{re.escape(''.join(letters))}]", re.IGNORECASE)
    odd = [char for char in map(chr, range(128, sys.maxunicode + 1)) if alike.match(char)]
    assert {"\u0130", "\u0131", "\u017f", "\u212a"} <= set(odd)
    for char in odd:
        for name, _ in EVERY:
            for letter in {each for each in name if re.fullmatch(re.escape(each), char, re.IGNORECASE)}:
                assert all(found.name for found in named_in(name.replace(letter, char)))


def test_a_name_broken_over_two_lines_is_found() -> None:
    assert [(found.offset, found.name) for found in named_in("a BNP\n  Paribas b")] == [(2, "BNP Paribas")]


@pytest.mark.parametrize(
    "text",
    [
        "counting, generalities, partenariat",
        "le groupe s'adresse au guichet; de voorzorg; condizioni generali",
        "- Start\n- People; Belfius2, 2KBC, \u00e9KBC, Robert - Half",
        "An orange card. Orange cards are old. ing. Peeters",
        "CAAMI, HZIV, HKIV, itsme, eID, Bancontact, bpost, Fluvius",
        "https://www.belgium.be/belfius and http://kbc.be/x, www.proximus.be",
    ],
)
def test_words_public_bodies_and_addresses_are_left_alone(text: str) -> None:
    assert list(named_in(text)) == []


def test_a_plain_text_is_not_worth_a_second_look() -> None:
    assert not may_name_one("Counting the years at the commune.")
