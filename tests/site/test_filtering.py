"""Filters by address: what is not known is passed over, and nothing a reader writes is too long or breaks a link."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from becivic.rules.reading import PAGE_MOST
from becivic.site.pages.filtering import Facet, Narrowed, Pairs, folded, narrowed

FRUIT = ["red apple", "green apple", "red cherry", "yellow plum"]
COLOUR: Facet[str] = Facet(
    "colour", "list.by_status", ["red", "green", "blue", "yellow"], lambda item: item.split()[:1], str.title
)
KIND: Facet[str] = Facet(
    "kind", "list.by_status", ["apple", "cherry", "plum"], lambda item: item.split()[1:], str.title
)


def found(asked: Pairs, items: list[str] = FRUIT) -> Narrowed[str]:
    return narrowed(items, [COLOUR, KIND], asked, lambda item: item)


def test_nothing_asked_is_everything() -> None:
    everything = found([])
    assert everything.items == FRUIT
    assert everything.count == 4
    assert everything.chosen == []
    assert everything.query == ""
    assert (everything.part, everything.parts) == (1, 1)


def test_values_of_one_filter_are_either_and_filters_are_both() -> None:
    assert found([("colour", "red"), ("colour", "green")]).items == FRUIT[:3]
    assert found([("colour", "red"), ("kind", "apple")]).items == ["red apple"]


def test_unknown_parameters_and_values_are_passed_over() -> None:
    assert found([("colour", "mauve"), ("size", "big"), ("page", "many")]).items == FRUIT


def test_a_known_value_that_nothing_has_is_asked_for_all_the_same() -> None:
    nothing = found([("colour", "blue")])
    assert nothing.items == []
    assert nothing.parts == 1
    assert [option.value for option in nothing.choices[0].options] == ["red", "green", "blue", "yellow"]


def test_counts_say_what_would_be_found_with_the_other_filters_as_they_are() -> None:
    colours, kinds = found([("colour", "red")]).choices
    assert {option.word: option.count for option in colours.options} == {"Red": 2, "Green": 1, "Yellow": 1}
    assert {option.value: option.count for option in kinds.options} == {"apple": 1, "cherry": 1}
    assert colours.chosen == ["Red"]
    assert kinds.chosen == []


def test_each_filter_in_force_can_be_taken_away_alone() -> None:
    chosen = found([("colour", "red"), ("kind", "apple"), ("q", "a & b")]).chosen
    assert [(each.word, each.without) for each in chosen] == [
        ("Red", "kind=apple&q=a+%26+b"),
        ("Apple", "colour=red&q=a+%26+b"),
    ]


def test_every_word_must_stand_somewhere_accents_and_capitals_aside() -> None:
    assert found([("q", "APPLÉ red")]).items == ["red apple"]
    assert found([("q", "apple cherry")]).items == []


def test_a_long_list_comes_in_parts() -> None:
    many = ["red apple"] * (PAGE_MOST + 1)
    second = found([("colour", "red"), ("page", "2")], many)
    assert (len(second.items), second.part, second.parts, second.count) == (1, 2, 2, PAGE_MOST + 1)
    assert second.at(1) == "colour=red&page=1"
    assert found([], many).at(2) == "page=2"


@pytest.mark.parametrize("part", ["0", "-1", "x", "", "9999999", "²"])
def test_a_part_that_is_none_is_the_first_or_the_last(part: str) -> None:
    assert found([("page", part)]).part == 1


def test_accents_are_folded() -> None:
    assert folded("État CIVIL") == "etat civil"


@given(st.lists(st.tuples(st.sampled_from(["q", "page", "colour", "kind", "x"]), st.text()), max_size=8))
def test_whatever_is_asked_gives_a_list(asked: list[tuple[str, str]]) -> None:
    narrow = found(asked)
    assert set(narrow.items) <= set(FRUIT)
    assert 1 <= narrow.part <= narrow.parts
    narrow.query.encode("ascii")
