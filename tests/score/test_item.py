"""One labelled sentence as JSON."""

from __future__ import annotations

from becivic.score.item import Item

ITEM = Item("a", "fr", "Tél. : 0470 12 34 56", "mobile_phone", ((7, 20),))


def test_the_json_has_five_fields_and_spans_are_pairs() -> None:
    assert ITEM.as_json() == {
        "id": "a", "lang": "fr", "text": "Tél. : 0470 12 34 56", "kind": "mobile_phone", "spans": [[7, 20]],
    }  # fmt: skip
