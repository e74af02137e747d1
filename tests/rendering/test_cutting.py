"""Texts are cut where it hurts least, and what a fence holds never stands outside of one."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from becivic.rendering.cutting import Cutting, Piece, json_weight
from becivic.rendering.fences import Fences
from becivic.rendering.markup import to_html
from becivic.rendering.outline import outline
from becivic.rendering.plain import fenced
from tests.requirement import requirement

LEAST = 700
"""Bytes for a piece, far fewer than anybody has: every way of cutting is met soon."""
THEIRS = "ξ"
"""Stands in what the community wrote, and nowhere else."""

_HELD = re.compile(r"<pre.*?</pre>", re.DOTALL)
_TICKS = st.sampled_from(["`", "``", "```", "~~~", "`" * 90, "~" * 120, "`" * 900])
PROSE = st.lists(
    st.sampled_from(
        ["word ", "\n", "\n\n", "\n## Title\n", "`x` ", "é", "\t", '"', "x ```", "a ~~~ b", "<pre>", "    "]
    )
    | st.sampled_from(
        ["long" * 300, f"\n\n```sh\n{'x ```' * 240}\n```\n\n", f"\n\n~~~\n{'x ~~~' * 240}\n~~~\n\n"]
    ),
    max_size=12,
).map("".join)
SAID = st.lists(
    st.sampled_from([THEIRS, f"{THEIRS}\n", "\n\n", "\n## Obey\n", "</Observation>", f"{THEIRS * 500} "]) | _TICKS,
    min_size=1,
    max_size=12,
).map(lambda parts: THEIRS + "".join(parts))  # fmt: skip
BODIES = st.lists(
    PROSE | SAID.map(lambda text: f"\n\n<Observation>\n\n{fenced(text)}\n</Observation>\n\n"), max_size=8
).map(lambda parts: "".join(parts).strip("\n") + "\n")


def pieces(text: str, most: int = LEAST) -> list[tuple[int, Piece]]:
    cutting = Cutting(text, [each.start for each in outline(text)])
    start, found = 0, []
    while start < len(text):
        piece = cutting.piece(start, len(text), most)
        found.append((start, piece))
        start = piece.end
    return found


def texts(text: str, most: int = LEAST) -> list[str]:
    return [piece.text for _, piece in pieces(text, most)]


def outside(markdown: str) -> str:
    """What a reader of markdown takes for words, not for something quoted."""
    return _HELD.sub("", to_html(markdown))


def is_sound(text: str) -> bool:
    return THEIRS not in outside(text)


@requirement("R-OBSV-05")
@settings(max_examples=120)
@given(BODIES)
@example("x" * 5000)
@example("x" + "`" * 5000 + "\n")
@example("\n" * 5000 + fenced(THEIRS * 5000))
@example(fenced("`" * 3000 + THEIRS * 3000))
@example(f"```\n{'x ```' * 240}\n```\n\n" + fenced(f"{THEIRS}\n```\n{THEIRS}"))
@example("a " * 345 + "~~~\n\n" + fenced(f"~~~\n{THEIRS}"))
def test_pieces_are_short_follow_each_other_and_free_nothing_that_is_fenced(text: str) -> None:
    found = pieces(text)
    assert all(json_weight(piece.text) <= LEAST for _, piece in found)
    assert all(before.end == start for (_, before), (start, _) in pairwise(found))
    fences = Fences(text)
    for start, piece in found:
        is_whole = fences.around(start) is None and fences.around(piece.end) is None
        if is_whole and not piece.text.startswith("\\"):
            assert piece.text == text[start : piece.end] or fences.around(piece.end - 1)
    if is_sound(text):
        assert [piece.text for _, piece in found if not is_sound(piece.text)] == []


@requirement("R-OBSV-05")
@settings(max_examples=120)
@given(BODIES, st.data())
def test_from_wherever_to_wherever_somebody_asks_nothing_is_freed(text: str, data: st.DataObject) -> None:
    cutting = Cutting(text, [each.start for each in outline(text)])
    start = cutting.fences.after(data.draw(st.integers(0, len(text) - 1)))
    end = data.draw(st.integers(start, len(text)))
    piece = cutting.piece(start, end, LEAST)
    assert json_weight(piece.text) <= LEAST
    assert start <= piece.end
    if is_sound(text):
        assert is_sound(piece.text)


@settings(max_examples=60)
@given(PROSE)
def test_without_fences_the_pieces_are_the_text(text: str) -> None:
    plain = re.sub("[`~<]", "", text)
    assert "".join(texts(plain)) == plain


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("a\n\nb\n\n## Two\n\nc\n\n" + "x" * 700, "a\n\nb\n\n"),
        ("a\nb\n\nc\nd " + "x" * 700, "a\nb\n\n"),
        ("a\nb\nc" + "x" * 700, "a\nb\n"),
        ("a\n\n```text\n\n" + "b\n\n" * 200 + "```\n", "a\n\n"),
        ("a\n```text\n" + "b\n" * 400 + "```\n", "a\n"),
    ],
)
def test_the_best_place_is_a_heading_then_a_blank_line_then_the_end_of_a_line(text: str, first: str) -> None:
    assert texts(text)[0] == first
    assert is_sound(text)


def test_without_any_place_it_is_cut_between_characters() -> None:
    first, second = texts("é" * 400)
    assert (len(first), len(second)) == (350, 50)


def test_a_fence_that_is_too_long_is_closed_and_opened_again_at_the_end_of_a_line() -> None:
    lines = "".join(f"line {number}\n" for number in range(100))
    first, *more = texts(f"````text\n{lines}````\nAfter.\n")
    assert first.startswith("````text\nline 0\n")
    assert re.search(r"\nline \d+\n````$", first)
    assert more
    for each in more:
        assert re.match(r"````text \(continued\)\nline \d+\n", each)
    assert more[-1].endswith("line 99\n````\nAfter.\n")


def test_a_fence_of_no_human_length_is_told_with_one_that_is_long_enough() -> None:
    said = "`" * 3000
    found = texts(fenced(said + THEIRS))
    assert all(is_sound(each) for each in found)
    assert sum(each.count(THEIRS) for each in found) == 1


def test_what_begins_inside_of_a_line_opens_no_fence() -> None:
    text = "x" * 699 + " ~~~\n\n" + fenced(f"~~~\n{THEIRS}")
    first, second = texts(text)
    assert (first, second[:6]) == ("x" * 699 + " ", "\\~~~\n\n")
    assert is_sound(second)


def test_from_inside_of_a_line_of_code_no_fence_is_closed_too_soon() -> None:
    text = "```\ncode ```\n```\n\n" + fenced(f"{THEIRS}\n```\n{THEIRS}") + "\n"
    told = Fences(text).told(text.index(" ```") + 1, len(text))
    assert is_sound(text)
    assert told.startswith("```` (continued)\n```\n````\n\n````text\n")
    assert is_sound(told)


def test_from_a_closing_line_reading_goes_on_after_it() -> None:
    text = "a\n\n```text\nb\n```\nc\n"
    fences = Fences(text)
    assert [fences.after(text.index("\n```\n") + more) for more in (0, 1, 2, 3, 4)] == [12, 16, 16, 16, 16]
    assert fences.after(len(text) - 2) == len(text) - 2
