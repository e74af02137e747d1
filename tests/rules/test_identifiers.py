"""Patterns: the language each accepts, and that none of them can be made to backtrack."""

from __future__ import annotations

import itertools
import re
from importlib import import_module
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from becivic.rules import identifiers
from becivic.rules.identifiers import KEBAB, NEW_PATH_ID, PATH_ID, UidPrefix, matches
from tests.factories.schema_tree import documents, subschemas
from tests.requirement import requirement

parser: Any = import_module("re._parser")  # not published, and the one that compiles them

PRINTED = r"^[a-z][a-z0-9-]+(-[a-z][a-z0-9-]+)*$"
"""The category pattern of schemas 6.1, which backtracks exponentially (C-37)."""

CONSTANTS = {
    name: pattern
    for name, pattern in vars(identifiers).items()
    if isinstance(pattern, str) and name.isupper() and name != "UUID7"
}


def _short(alphabet: str, longest: int) -> list[str]:
    return ["".join(each) for size in range(longest + 1) for each in itertools.product(alphabet, repeat=size)]


@requirement("R-FM-08")
def test_the_simple_pattern_accepts_exactly_what_the_printed_one_does() -> None:
    for text in _short("a0-", 6):
        assert bool(re.fullmatch(KEBAB, text)) is bool(re.fullmatch(PRINTED, text)), text


@requirement("R-PATH-01")
def test_a_new_path_id_is_exactly_what_a_path_and_a_tag_both_accept() -> None:
    for text in _short("a0-", 6):
        both = matches(PATH_ID, text) and matches(KEBAB, text)
        assert matches(NEW_PATH_ID, text) is both, text


def _repeats_inside_repeats(tree: Any, *, inside: bool = False) -> bool:
    """Whether an unbounded repeat stands in another: the shape that can backtrack more than linearly."""
    for operator, argument in tree:
        if str(operator) in ("MAX_REPEAT", "MIN_REPEAT"):
            _, most, body = argument
            unbounded = most == parser.MAXREPEAT
            if (unbounded and inside) or _repeats_inside_repeats(body, inside=inside or unbounded):
                return True
        elif str(operator) == "SUBPATTERN":
            if _repeats_inside_repeats(argument[-1], inside=inside):
                return True
        elif str(operator) == "BRANCH" and any(
            _repeats_inside_repeats(branch, inside=inside) for branch in argument[1]
        ):
            return True
    return False


def _schema_patterns() -> set[str]:
    found: set[str] = set()
    for file in documents():
        for node in subschemas(file):
            if isinstance(node.value.get("pattern"), str):
                found.add(node.value["pattern"])
            if node.pointer.endswith("/patternProperties"):
                found.update(node.value)
    return found


@pytest.mark.parametrize("pattern", sorted({*CONSTANTS.values(), *_schema_patterns()}))
def test_a_pattern_means_the_same_in_every_engine_and_never_backtracks(pattern: str) -> None:
    assert not re.search(r"\\[dDwWsSbBpPAZz]|\(\?", pattern), "classes and look-around differ between engines"
    if pattern != identifiers.CATALOGUE_NAME:
        assert not _repeats_inside_repeats(parser.parse(pattern))


def test_the_one_nested_repeat_can_match_a_text_in_one_way_only() -> None:
    """Its parts begin with the dash that they cannot hold, so there is nothing to backtrack into."""
    assert identifiers.CATALOGUE_NAME == r"^[a-z][a-z0-9]*(-[a-z0-9]+)+$"
    assert _repeats_inside_repeats(parser.parse(identifiers.CATALOGUE_NAME))
    assert _repeats_inside_repeats(parser.parse(PRINTED)), (
        "the printed category pattern is what this guards against"
    )
    for text in _short("a0-", 7):
        parts = text.split("-")
        single = len(parts) > 1 and all(parts) and text[0] == "a"
        assert matches(identifiers.CATALOGUE_NAME, text) is single, text


RIGHT_AND_WRONG = {
    "SESSION_ID": ("ses_01a1de8a-c9c0-7b11-b8e8-4b5ad4441e18", "ses_01a1de8a-c9c0-4b11-b8e8-4b5ad4441e18"),
    "NIS5": ("21009", "2100"),
    "COUNTRY": ("be", "BE"),
    "GIT_SHA": ("0" * 40, "0" * 39),
    "SHA256": ("0" * 64, "0" * 63),
    "SEMVER": ("0.10.2", "0.01.2"),
    "DATE": ("2026-11-15", "2026-13-01"),
    "MONTH": ("2026-11", "2026-00"),
    "DIGIT_RUN": ("12345678", "1234567"),
    "KEBAB": ("a-b", "-a"),
    "PATH_ID": ("0a", "a-"),
    "NEW_PATH_ID": ("a0", "0a"),
    "CATALOGUE_NAME": ("just-nationality-code", "nationality"),
}


@pytest.mark.parametrize("name", CONSTANTS)
def test_a_pattern_accepts_its_like_and_refuses_a_near_miss(name: str) -> None:
    right, wrong = RIGHT_AND_WRONG[name]
    assert matches(CONSTANTS[name], right)
    assert not matches(CONSTANTS[name], wrong)


@pytest.mark.parametrize("value", [None, 21009, ["21009"], "21009\n", "\u0662\u0661\u0660\u0660\u0669"])
def test_only_plain_text_of_the_whole_shape_matches(value: object) -> None:
    assert not matches(identifiers.NIS5, value)


@requirement("R-VAL-03")
@pytest.mark.parametrize(
    ("prefix", "letters"),
    [
        (UidPrefix.VOLATILE_VALUE, "val"),
        (UidPrefix.REFERENCE, "ref"),
        (UidPrefix.CONCERN, "con"),
        (UidPrefix.PATH, "pth"),
    ],
)
def test_uids_have_their_letters_and_five_digits(prefix: UidPrefix, letters: str) -> None:
    assert prefix.mint(1) == f"{letters}-00001"


@given(st.sampled_from(UidPrefix), st.integers(min_value=0, max_value=999_999))
def test_a_minted_uid_fits_its_pattern_and_reads_back(prefix: UidPrefix, number: int) -> None:
    uid = prefix.mint(number)
    assert matches(prefix.pattern, uid)
    assert prefix.number(uid) == number
