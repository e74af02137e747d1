"""A skill in parts: each fits an agent's window, says what it is of, and together they are the whole."""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from becivic.corpus.load import Corpus, Loader
from becivic.corpus.tree import DirectoryTree
from becivic.packaged import corpus_folder
from becivic.reading.filed import filed_skill
from becivic.reading.part_heads import HEAD
from becivic.reading.skill_json import skill_json
from becivic.reading.skill_parts import CURSOR, START, SkillParts
from becivic.rules.identifiers import matches
from becivic.rules.reading import PART_BYTES, TEXT_BYTES
from tests.requirement import requirement

NAMES = sorted(path.name for path in (corpus_folder() / "skills").iterdir() if path.is_dir())
LONG = {"body", "resolved_body", "values", "references"}


@cache
def packaged() -> Corpus:
    return Loader().load(DirectoryTree(corpus_folder()))


@cache
def whole(name: str = "nationality-application") -> dict[str, Any]:
    corpus = packaged()
    return skill_json(filed_skill(corpus, corpus.skills[name]), "0" * 40, "https://civic.example")


def made(text: str, **fields: Any) -> dict[str, Any]:
    """A whole with this text, and with whatever its author wrote above it."""
    return {**whole(), **fields, "body": text, "resolved_body": text}


def weight(told: dict[str, Any]) -> int:
    return len(json.dumps(told, ensure_ascii=False).encode())


def read(parts: SkillParts, cursor: str = START) -> list[dict[str, Any]]:
    """From a cursor on, to the end."""
    found = []
    while cursor:
        stretch = parts.at(cursor)
        assert stretch is not None
        found.append(parts.told(stretch))
        cursor = found[-1].get("next", "")
        assert not cursor or matches(CURSOR, cursor)
    return found


def section(parts: SkillParts, slug: str) -> list[dict[str, Any]]:
    stretch = parts.section(slug)
    assert stretch is not None
    first = parts.told(stretch)
    return [first, *(read(parts, first["next"]) if "next" in first else [])]


def joined(found: list[dict[str, Any]]) -> str:
    return "".join(each["part"]["text"] for each in found)


@requirement("R-READ-10")
@pytest.mark.parametrize("name", NAMES)
def test_the_parts_of_every_skill_fit_and_are_the_whole(name: str) -> None:
    told = whole(name)
    found = read(SkillParts(told))
    assert joined(found) == told["resolved_body"]
    assert all(weight(each) <= PART_BYTES for each in found)
    assert {each: found[0][each] for each in told if each not in LONG} == {
        each: value for each, value in told.items() if each not in LONG
    }
    assert set(found[0]["left_out"]) == LONG
    for each in found[1:]:
        assert set(each) - {"sections", "part", "left_out", "next"} == set(HEAD) & set(told)
        assert set(each["left_out"]) == set(told) - set(HEAD)


@pytest.mark.parametrize("name", NAMES)
def test_every_section_of_every_skill_can_be_read_by_itself(name: str) -> None:
    text, parts = whole(name)["resolved_body"], SkillParts(whole(name))
    for slug in parts.slugs:
        found = section(parts, slug)
        first, last = found[0]["part"], found[-1]["part"]
        assert joined(found) == text[first["from"] : last["to"]]
        assert all(weight(each) <= PART_BYTES for each in found)
        assert (first["section"], first["of"]) == (slug, len(text))
        assert first["text"].startswith("#")


def test_a_section_ends_where_the_next_of_its_level_begins_and_goes_on_up_to_there() -> None:
    text = "Intro\n\n## One\n\n### Below\n\n" + "word " * 9_000 + "\n\n## Two\n\nend\n"
    parts = SkillParts(made(text))
    found = section(parts, "one")
    assert joined(found) == text[text.index("## One") : text.index("## Two")]
    hashed = sha256(text.encode()).hexdigest()[:8]
    assert found[0]["next"] == f"{found[0]['part']['to']}-{text.index('## Two')}.{hashed}"
    assert {each["part"]["section"] for each in found} == {"one"}
    assert joined(section(parts, "two")) == "## Two\n\nend\n"
    assert parts.section("three") is None
    size = text.index("## Two")
    assert found[0]["sections"] == [
        {"id": "one", "title": "One", "level": 2, "bytes": size - len("Intro\n\n")},
        {"id": "below", "title": "Below", "level": 3, "bytes": size - len("Intro\n\n## One\n\n")},
        {"id": "two", "title": "Two", "level": 2, "bytes": len("## Two\n\nend\n")},
    ]


def test_a_part_says_where_it_stands() -> None:
    text = whole()["resolved_body"]
    first, second, *_ = read(SkillParts(whole()))
    hashed = sha256(text.encode()).hexdigest()[:8]
    assert first["next"] == f"{first['part']['to']}.{hashed}"
    assert {**second["part"], "text": "", "sources": []} == {
        "text": "",
        "sources": [],
        "section": None,
        "from": first["part"]["to"],
        "to": second["part"]["to"],
        "of": len(text),
    }


def test_a_cursor_holds_for_the_text_it_was_given_for() -> None:
    parts = SkillParts(made("## One\n\n" + "word " * 9_000))
    hashed = sha256(("## One\n\n" + "word " * 9_000).encode()).hexdigest()[:8]
    assert parts.at(f"5.{hashed}") is not None
    assert parts.at(f"5-9.{hashed}") is not None
    for wrong in (
        "5.00000000",
        f"45008.{hashed}",
        f"9-9.{hashed}",
        f"9-45009.{hashed}",
        f"9-5.{hashed}",
        "x",
    ):
        assert parts.at(wrong) is None


def test_what_begins_at_the_beginning_is_the_first_part_however_it_is_asked_for() -> None:
    text = "## One\n\nword\n"
    parts = SkillParts(made(text))
    hashed = sha256(text.encode()).hexdigest()[:8]
    assert read(parts, f"0.{hashed}") == read(parts)
    assert "inputs" not in section(parts, "one")[0]


HUGE = st.dictionaries(
    st.text(min_size=1, max_size=12) | st.sampled_from([*HEAD, "part", "next", "left_out", "sections"]),
    st.integers(0, 40_000).map("é\x00".__mul__) | st.lists(st.integers(), max_size=5),
    max_size=8,
)


@settings(max_examples=30)
@given(HUGE, st.integers(0, 6_000), st.integers(0, 1_200))
def test_whatever_its_author_wrote_a_part_fits_and_has_room_for_text(
    fields: dict[str, Any], words: int, headings: int
) -> None:
    told = made("word é " * words + "\n\n## Heading\n" * headings + "x\n", **fields)
    found = read(SkillParts(told))
    assert joined(found) == told["resolved_body"]
    assert all(weight(each) + 1 <= PART_BYTES for each in found)
    for each in found:
        left = set(each["left_out"])
        assert left.isdisjoint(set(each) - {"sections", "part", "next", "left_out"})
        assert not each["part"]["text"] or "next" not in each or isinstance(each["next"], str)


def test_the_largest_members_go_first_and_what_every_part_says_stays() -> None:
    told = made("word " * 9_000, large="x" * 15_000, larger="x" * 16_000, small="x")
    first = read(SkillParts(told))[0]
    assert {"large", "larger"} <= set(first["left_out"])
    assert first["small"] == "x"
    assert set(HEAD) <= set(first)
    assert weight(first["part"]) >= TEXT_BYTES


def test_a_title_without_end_and_headings_without_number_are_left_out_too() -> None:
    told = made("\n## A heading of some length\n" * 2_000, title="x" * 30_000)
    found = read(SkillParts(told))
    assert {"title", "sections"} <= set(found[1]["left_out"])
    assert found[1]["sections"] == []
    assert joined(found) == told["resolved_body"]


def test_names_without_end_are_named_as_far_as_there_is_room() -> None:
    told = made("x\n", **{f"{'k' * 50}{number}": "y" * 400 for number in range(2_000)})
    first = read(SkillParts(told))[0]
    assert weight(first) <= PART_BYTES
    assert first["left_out"][-1] == "…"
    assert first["part"]["text"] == "x\n"
