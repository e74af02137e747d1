"""The labelled sentences of the scrub score: of each name and each identifier nothing may be left uncovered."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from becivic_harness import free_text, people
from becivic_scrub import Engine
from tests.requirement import requirement

_SET = Path(__file__).parents[2] / "fixtures" / "scrub-set"


def _items(name: str, *, labelled: bool) -> list[dict[str, Any]]:
    lines = (_SET / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [item for item in map(json.loads, lines) if (item["kind"] is not None) == labelled]


def _uncovered(item: dict[str, Any], spans: list[tuple[int, int]]) -> bool:
    covered = {place for start, end in spans for place in range(start, end)}
    return any(
        item["text"][place].isalnum() and place not in covered
        for start, end in item["spans"]
        for place in range(start, end)
    )


@requirement("R-SCRUB-08")
def test_of_the_labelled_names_no_letter_is_left() -> None:
    items = _items("names", labelled=True)
    missed = [
        item["id"] for item in items if _uncovered(item, [span[:2] for span in people.find(item["text"])])
    ]
    assert len(items) > 600
    assert missed == []


@requirement("R-SCRUB-08")
@pytest.mark.unmeasured
def test_of_the_labelled_identifiers_no_letter_is_left(engine: Engine, today: date) -> None:
    items = _items("identifiers", labelled=True)
    missed = [
        item["id"]
        for item in items
        if _uncovered(item, [each[:2] for each in free_text._taken(item["text"], engine, today)])
    ]
    assert len(items) > 1000
    assert missed == []


@pytest.mark.unmeasured
def test_few_sentences_that_only_look_like_names_lose_a_word() -> None:
    items = _items("names", labelled=False)
    losing = [item["id"] for item in items if people.find(item["text"])]
    assert len(losing) <= 0.04 * len(items), losing
