"""What ships with the program is not held for names; the same place with other words is."""

from __future__ import annotations

import json

from becivic.corpus.seed import SEED_FILE
from becivic.packaged import corpus_folder
from becivic.publishing.screening.shipped import is_shipped, shipped_lines

SEED = json.loads((corpus_folder() / SEED_FILE).read_bytes())
REFERENCE, VALUE = SEED["references"][0], SEED["volatile_values"][0]


def words(row: dict[str, object], *names: str) -> dict[str, object]:
    return {name: row.get(name) for name in names}


def test_a_row_as_it_ships_is_known_and_any_other_word_is_not() -> None:
    said = words(REFERENCE, "name", "title", "url", "archived_url", "note")
    assert is_shipped(REFERENCE["uid"], said)
    assert not is_shipped(REFERENCE["uid"], {**said, "title": "By Jan Peeters"})
    assert not is_shipped("ref-99999", said)
    assert is_shipped(VALUE["uid"], words(VALUE, "name", "unit", "note", "value"))


def test_lines_of_a_packaged_file_are_known() -> None:
    assert "id: nationality-application" in shipped_lines("skills/nationality-application/canonical.md")
    assert shipped_lines("skills/nobody/canonical.md") == frozenset()
