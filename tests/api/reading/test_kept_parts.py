"""Skills in parts: worked out once while nothing changed, and never more of them than there is room for."""

from __future__ import annotations

import gc
import weakref
from typing import Any

from becivic.api.reading.kept_parts import PARTS_KEPT, KeptParts, Parted
from becivic.reading.skill_json import skill_json
from becivic.reading.skill_parts import Stretch
from tests.factories.skill_readings import skill_reading

READING = skill_reading()


def told() -> dict[str, Any]:
    return skill_json(READING, "0" * 40, "https://civic.example")


def test_while_reading_and_commit_are_the_same_they_are_worked_out_once() -> None:
    kept = KeptParts()
    first = kept.get("x", READING, "1", told)
    assert kept.get("x", READING, "1", told) is first
    assert first.answer(Stretch()) is first.answer(Stretch())
    for name, reading, commit in (("x", READING, "2"), ("x", skill_reading(), "2"), ("y", READING, "2")):
        assert kept.get(name, reading, commit, told) is not first


def test_the_one_that_nobody_asked_for_longest_goes() -> None:
    kept = KeptParts(2)
    first, second = (kept.get(name, READING, "1", told) for name in ("a", "b"))
    assert kept.get("a", READING, "1", told) is first
    kept.get("c", READING, "1", told)
    assert kept.get("a", READING, "1", told) is first
    assert kept.get("b", READING, "1", told) is not second


def test_cursors_that_somebody_makes_up_fill_no_memory() -> None:
    parted = Parted(told())
    first = parted.answer(Stretch())
    for start in range(1, PARTS_KEPT + 1):
        parted.answer(Stretch(start))
    assert len(parted._answers) <= PARTS_KEPT
    assert parted.answer(Stretch()).body == first.body


def test_no_reading_is_kept_alive() -> None:
    kept, reading = KeptParts(), skill_reading()
    known = weakref.ref(reading)
    kept.get("x", reading, "1", told)
    del reading
    gc.collect()
    assert known() is None
