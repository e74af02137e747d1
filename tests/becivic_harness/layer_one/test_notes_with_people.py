"""Notes as people write them, with somebody in them: what is marked must go."""

from __future__ import annotations

import json
import re
from datetime import date
from pathlib import Path

from becivic_harness import free_text
from becivic_harness.names.cues import PARTICLES, TITLES
from becivic_harness.words.folding import fold
from becivic_harness.words.languages import SMALL_WORDS
from becivic_harness.words.lists import LISTS, ROLE
from becivic_scrub import Engine
from tests.requirement import requirement

_NOTES = json.loads(
    (Path(__file__).parents[2] / "fixtures" / "notes-with-people.json").read_text(encoding="utf-8")
)["notes"]
_MARKED = re.compile(r"\[([^\]]*)\]")
_OF_NOBODY = PARTICLES | TITLES | SMALL_WORDS
_MONTH = re.compile(r"\b20[0-9]{2}-[0-9]{2}\b")


def _telling(marked: str) -> list[str]:
    words = (fold(word) for word in re.findall(r"\w+", marked))
    return [word for word in words if word not in _OF_NOBODY and not LISTS.sense(word) & ROLE]


@requirement("R-SCRUB-08")
def test_of_the_people_in_notes_hardly_a_word_is_left(engine: Engine, today: date) -> None:
    marked, left = 0, []
    for note in _NOTES:
        cleaned = free_text.clean(_MARKED.sub(r"\1", note["text"]), engine, today).text
        rest = set(re.findall(r"\w+", fold(_MONTH.sub("|", _MARKED.sub("|", cleaned)))))
        for somebody in _MARKED.findall(note["text"]):
            marked += 1
            left += [note["text"]] if rest.intersection(_telling(somebody)) else []
    assert marked > 300
    assert len(left) <= 0.02 * marked, left
