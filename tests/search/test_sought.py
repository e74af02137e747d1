from __future__ import annotations

import pytest

from becivic.search.concepts import phrase
from becivic.search.question import Bearing, Want
from becivic.search.sought import Sought, answered, quietened, share_of


def sought(bearing: Bearing, rarity: float = 1.0) -> Sought:
    want = Want(("word",), bearing, (phrase("word", "en"),))
    return Sought(want, {}, {}, rarity, bearing.weight * rarity)


NAME, MATTER, ELSEWHERE, SIDE, HINT, WORD, ASIDE = (
    sought(bearing)
    for bearing in (
        Bearing.NAME,
        Bearing.MATTER,
        Bearing.ELSEWHERE,
        Bearing.SIDE,
        Bearing.HINT,
        Bearing.WORD,
        Bearing.ASIDE,
    )
)


def test_chatter_has_a_ceiling_and_what_is_asked_keeps_its_weight() -> None:
    quiet = quietened([MATTER, *[WORD] * 20])
    assert quiet[0] == MATTER
    assert sum(each.weight for each in quiet[1:]) == pytest.approx(1.0)
    assert quietened([MATTER, WORD]) == [MATTER, WORD]


def test_a_page_that_misses_a_matter_loses_more_than_its_weight() -> None:
    assert share_of([MATTER, MATTER], [1.0, 1.0]) == 1.0
    assert share_of([MATTER, MATTER], [1.0, 0.0]) < 0.5
    assert share_of([], []) == 0.0


def test_what_no_page_covers_counts_more_than_a_matter_missed() -> None:
    assert answered([MATTER, ELSEWHERE], [0.9, 0.0]) < answered([MATTER, MATTER], [0.9, 0.0])


def test_whoever_calls_a_procedure_by_its_name_is_answered_whatever_else_they_tell() -> None:
    assert answered([NAME, ELSEWHERE], [0.9, 0.0]) == answered([NAME], [0.9])
    assert answered([NAME, ELSEWHERE], [0.0, 0.0]) == 0.0


@pytest.mark.parametrize("extra", [SIDE, HINT])
def test_sides_and_hints_do_not_count_against_an_answer(extra: Sought) -> None:
    assert answered([MATTER, extra], [0.9, 0.0]) == answered([MATTER], [0.9])
    assert answered([MATTER, WORD, extra], [0.9, 0.0, 0.9]) > answered([MATTER, WORD], [0.9, 0.0])


def test_one_hint_alone_is_no_answer_and_many_holders_make_a_matter_no_smaller() -> None:
    assert answered([HINT], [0.9]) < 0.28
    assert answered([sought(Bearing.MATTER, 0.1), WORD], [0.9, 0.0]) == answered([MATTER, WORD], [0.9, 0.0])
