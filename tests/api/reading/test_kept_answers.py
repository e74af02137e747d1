"""Answers about one artefact: the same one while nothing changed, and tagged by what it says."""

from __future__ import annotations

import gc
import weakref
from typing import Any

from becivic.api.reading.kept_answers import KeptAnswers
from tests.factories.skill_readings import skill_reading

READING = skill_reading()


class Telling:
    """Says something, and counts how often it was asked."""

    def __init__(self) -> None:
        self.told = 0

    def __call__(self) -> dict[str, Any]:
        self.told += 1
        return {"id": "x", "commit": str(self.told)}


def test_while_reading_and_commit_are_the_same_it_is_made_once() -> None:
    kept, telling = KeptAnswers(), Telling()
    first = kept.get("x", READING, "1", telling)
    assert kept.get("x", READING, "1", telling) is first
    assert telling.told == 1


def test_another_commit_another_reading_and_another_name_make_another() -> None:
    kept, telling = KeptAnswers(), Telling()
    first = kept.get("x", READING, "1", telling)
    for name, reading, commit in (("x", READING, "2"), ("x", skill_reading(), "2"), ("y", READING, "2")):
        assert kept.get(name, reading, commit, telling) is not first
    assert telling.told == 4


def test_the_tag_is_of_what_is_said_whatever_the_commit() -> None:
    kept, telling = KeptAnswers(), Telling()
    first, second = (kept.get("x", READING, commit, telling) for commit in ("1", "2"))
    assert first.tag == second.tag
    assert first.tag.startswith("W/")
    assert first.body != second.body


def test_no_reading_is_kept_alive_and_with_it_no_corpus() -> None:
    kept, reading = KeptAnswers(), skill_reading()
    known = weakref.ref(reading)
    kept.get("x", reading, "1", Telling())
    del reading
    gc.collect()
    assert known() is None
