"""Which names are found, and what is left alone."""

from __future__ import annotations

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


@pytest.mark.parametrize("text", ["BELFIUS", "belfius", "(Belfius)", "Belfius's", "belfius.be"])
def test_capitals_and_what_stands_beside_a_name_do_not_hide_it(text: str) -> None:
    assert [found.name for found in named_in(text)] == ["Belfius"]


def test_a_name_broken_over_two_lines_is_found() -> None:
    assert [(found.offset, found.name) for found in named_in("a BNP\n  Paribas b")] == [(2, "BNP Paribas")]


@pytest.mark.parametrize(
    "text",
    [
        "counting, generalities, partenariat",
        "le groupe s'adresse au guichet; de voorzorg; condizioni generali",
        "An orange card. Orange cards are old. ing. Peeters",
        "CAAMI, HZIV, HKIV, itsme, eID, Bancontact, bpost, Fluvius",
        "https://www.belgium.be/belfius and http://kbc.be/x, www.proximus.be",
    ],
)
def test_words_public_bodies_and_addresses_are_left_alone(text: str) -> None:
    assert list(named_in(text)) == []


def test_a_plain_text_is_not_worth_a_second_look() -> None:
    assert not may_name_one("Counting the years at the commune.")
