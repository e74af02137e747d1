"""The tempting clean sentences: enough of them in each language, nothing of anybody in any."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest

from becivic.rules.languages import LANGUAGES
from becivic.score.clean_sentences import generate
from becivic.score.item import Item

TOLL_FREE = re.compile(r"\b(?:0800 \d\d \d{3}|00800 2123 2123)\b")


def items(seed: int = 1) -> list[Item]:
    return list(generate(Random(seed)))


def test_each_language_has_at_least_120() -> None:
    counts = Counter(item.lang for item in items())
    assert set(counts) == set(LANGUAGES)
    assert min(counts.values()) >= 120


def test_none_has_a_kind_or_a_span_and_all_differ() -> None:
    every = items()
    assert all(item.kind is None and item.spans == () for item in every)
    assert len({item.id for item in every}) == len({item.text for item in every}) == len(every)


def test_the_same_seed_gives_the_same_sentences_and_another_seed_other_figures() -> None:
    assert items(4) == items(4)
    assert items(4) != items(5)


@pytest.mark.parametrize("seed", range(5))
def test_every_mark_is_filled(seed: int) -> None:
    assert not [item.text for item in items(seed) if re.search(r"\{(?:\d+-|hex )", item.text)]


@pytest.mark.parametrize("seed", range(5))
def test_a_figure_stays_between_its_bounds(seed: int) -> None:
    fees = [item.text for item in items(seed) if item.lang == "en" and "reunification fee" in item.text]
    (fee,) = fees
    assert 180 <= int(re.findall(r"\d+", fee)[0]) <= 220


def test_no_sentence_holds_a_mail_address_or_a_subscriber_number() -> None:
    for item in items():
        rest = TOLL_FREE.sub("", item.text)
        assert not re.search(r"\w@\w", rest), item.id
        assert not re.search(r"(?<![\d./])(?:\+\d{2}|0[1-9]\d?[ /-]\d{2,3}[ .]\d\d)", rest), item.id
