"""Counting: what is a hit, what is a false alarm, and how shares come about."""

from __future__ import annotations

from becivic.score.item import Item
from becivic.score.measure import Tally, measure


def _item(number: int, kind: str | None, *spans: tuple[int, int], lang: str = "fr") -> Item:
    return Item(f"item-{number}", lang, "x" * 40, kind, spans)


def test_a_span_is_found_when_something_found_overlaps_it() -> None:
    items = [_item(1, "iban", (5, 10)), _item(2, "iban", (5, 10)), _item(3, "email", (5, 10))]
    found = {"item-1": [(9, 30)], "item-2": [(10, 30), (0, 5)], "item-3": [(0, 40)]}
    score = measure(items, lambda item: found[item.id], lambda item: item.kind or "")
    assert score.recall.hits == {"iban": 1, "email": 1}
    assert score.recall.total == {"iban": 2, "email": 1}
    assert score.recall.wrong == ["item-2"]
    assert (score.recall.share("iban"), score.recall.share("email")) == (0.5, 1.0)
    assert round(score.recall.share(), 3) == 0.667


def test_every_labelled_span_of_a_sentence_counts_for_itself() -> None:
    score = measure(
        [_item(1, "person", (0, 4), (10, 14))], lambda _: [(0, 2), (1, 3)], lambda item: item.lang
    )
    assert (score.recall.hits["fr"], score.recall.total["fr"]) == (1, 2)
    assert score.recall.wrong == ["item-1"]


def test_a_clean_sentence_is_a_false_alarm_once_however_much_is_found_in_it() -> None:
    items = [_item(1, None), _item(2, None), _item(3, None, lang="de")]
    score = measure(
        items, lambda item: [(0, 1), (2, 3)] if item.id == "item-1" else [], lambda _: "never asked"
    )
    assert score.false_alarms.hits["fr"] == 1
    assert score.false_alarms.total == {"fr": 2, "de": 1}
    assert score.false_alarms.wrong == ["item-1"]
    assert score.false_alarms.groups() == ["fr", "de"]
    assert not score.recall.total


def test_a_share_of_nothing_is_nothing() -> None:
    assert Tally().share() == 0.0
