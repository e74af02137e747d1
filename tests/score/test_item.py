"""One labelled sentence goes to JSON and back unchanged."""

from __future__ import annotations

import json

import pytest

from becivic.score.item import Item

ITEMS = [
    Item("a", "fr", "Tél. : 0470 12 34 56", "mobile_phone", ((7, 20),)),
    Item("b", "nl", "Loket 14 is open.", None, ()),
    Item("c", "en", "Anna and Bob came.", "person", ((0, 4), (9, 12))),
]


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.id)
def test_an_item_survives_its_json(item: Item) -> None:
    assert Item.from_json(json.loads(json.dumps(item.as_json()))) == item


def test_the_json_has_five_fields_and_spans_are_pairs() -> None:
    assert ITEMS[0].as_json() == {
        "id": "a", "lang": "fr", "text": "Tél. : 0470 12 34 56", "kind": "mobile_phone", "spans": [[7, 20]],
    }  # fmt: skip
