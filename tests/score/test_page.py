"""The published page says every figure and names every sentence on the wrong side."""

from __future__ import annotations

from collections import Counter

from becivic.score.measure import Score, Tally
from becivic.score.page import markdown
from becivic.score.published import Published


def _tally(wrong: list[str], **groups: tuple[int, int]) -> Tally:
    hits = Counter({group: hit for group, (hit, _) in groups.items()})
    return Tally(hits, Counter({group: total for group, (_, total) in groups.items()}), wrong)


PAGE = markdown(
    Published(
        Score(_tally(["id-9", "id-3"], belgian_nrn=(9, 10), iban=(5, 5)), _tally([], fr=(0, 7), nl=(0, 8))),
        Score(_tally(["name-1"], fr=(3, 4), de=(1, 1)), _tally(["clean-2"], fr=(1, 50), en=(0, 50))),
    )
)


def test_kinds_are_told_in_plain_words_with_their_share() -> None:
    assert "| belgian nrn | 9 | 10 | 90.0 % |" in PAGE
    assert "| iban | 5 | 5 | 100.0 % |" in PAGE
    assert "| **all** | 14 | 15 | 93.3 % |" in PAGE


def test_languages_are_named_even_when_nothing_was_measured_in_them() -> None:
    assert "| French | 3 | 4 | 75.0 % |" in PAGE
    assert "| Dutch | 0 | 0 | 0.0 % |" in PAGE
    assert "| French | 1 | 50 | 2.0 % |" in PAGE


def test_what_went_wrong_is_listed_in_order_and_nothing_is_said_to_be_none() -> None:
    assert "Missed: `id-3`, `id-9`." in PAGE
    assert "Raised for nothing: none." in PAGE
    assert "Raised for nothing: `clean-2`." in PAGE


def test_the_page_ends_with_one_newline() -> None:
    assert PAGE.endswith("side.\n")
