"""No rule stops at a value of the wrong shape: whatever stands where, every rule still runs to its end."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from becivic.corpus.checks.rule import Change, Context, run_rules
from becivic.corpus.frontmatter import split as split_frontmatter
from becivic.rules.pointers import lines_in_json, split
from tests.factories.corpora import APPLICATION, PATHS, RULES_OF_CONTENT, Files
from tests.factories.json_edits import with_value

VALID = Files.valid()
BASE = VALID.load()
_ODD = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-1, 99_999_999)
    | st.floats(-1, 9)
    | st.sampled_from(["", "x", "a b", "é"]),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["id", "a", "0"]), inner, max_size=2)
    ),
    max_leaves=4,
)


def _pointers(file: str) -> list[str]:
    return [pointer for pointer in lines_in_json(VALID[file].decode()) if pointer]


def _stopped(files: Files) -> list[str]:
    found = run_rules(RULES_OF_CONTENT, Context.of(files.load(), Change(BASE)))
    return [each.rule for each in found if "could not run" in each.message]


@pytest.mark.parametrize(
    "file", [PATHS, "data/authorities.json", "data/communes.json", "catalogue-seed.json"]
)
@settings(max_examples=50)
@given(st.data())
def test_a_json_file_may_hold_anything_anywhere(file: str, data: st.DataObject) -> None:
    pointer = data.draw(st.sampled_from(_pointers(file)))
    assert _stopped(with_value(VALID, pointer, data.draw(_ODD), file)) == []


@settings(max_examples=50)
@given(st.data())
def test_frontmatter_may_hold_anything_anywhere(data: st.DataObject) -> None:
    front, body, _ = split_frontmatter(VALID[APPLICATION].decode())
    fields: dict[str, Any] = json.loads(json.dumps(front.fields.data))
    pointer = data.draw(st.sampled_from([each for each in lines_in_json(json.dumps(fields)) if each]))
    *parents, last = split(pointer)
    holder: Any = fields
    for part in parents:
        holder = holder[int(part) if isinstance(holder, list) else part]
    holder[int(last) if isinstance(holder, list) else last] = data.draw(_ODD)
    written = f"---\n{json.dumps(fields, indent=2)}\n---\n\n{body}"  # JSON is YAML
    assert _stopped(VALID.with_file(APPLICATION, written)) == []
