"""Hidden stretches: what is left, and that no offset moves."""

from __future__ import annotations

import pytest

from becivic.corpus.masking import masked


@pytest.mark.parametrize(
    ("hidden", "left"),
    [
        ([], "abcdef"),
        ([(1, 3)], "a..def"),
        ([(0, 2), (4, 6)], "..cd.."),
        ([(0, 6)], "......"),
        ([(1, 4), (2, 3), (3, 5)], "a....f"),
    ],
)
def test_a_hidden_stretch_is_as_long_as_before_and_hidden_once(
    hidden: list[tuple[int, int]], left: str
) -> None:
    assert masked("abcdef", hidden, ".") == left


def test_the_mask_is_a_blank_unless_it_is_named() -> None:
    assert masked("abc", [(1, 2)]) == "a c"
