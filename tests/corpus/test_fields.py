"""Fields: wrong shapes read as absent, never as a crash, and every answer knows its pointer."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from becivic.corpus.fields import Fields
from becivic.rules import pointers

_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=10,
)


def resolve(value: Any, pointer: str) -> Any:
    for part in pointers.split(pointer):
        value = value[int(part) if isinstance(value, list) else part]
    return value


@given(_JSON)
def test_anything_but_an_object_reads_as_empty(value: object) -> None:
    fields = Fields.of(value, "/here")
    assert fields.data == (value if isinstance(value, dict) else {})
    assert fields.pointer == "/here"


@given(st.dictionaries(st.text(max_size=4), _JSON, max_size=5), st.text(max_size=4))
def test_every_reader_answers_for_every_key(data: dict[str, Any], absent: str) -> None:
    fields = Fields(data)
    for key in (*data, absent):
        value = data.get(key)
        assert (key in fields) == (key in data)
        assert fields.raw(key) == value
        assert fields.text(key) == (value if isinstance(value, str) else "")
        assert fields.flag(key) == (value is True)
        assert fields.child(key).data == (value if isinstance(value, dict) else {})
        items = value if isinstance(value, list) else []
        assert [item for item, _ in fields.texts(key)] == [item for item in items if isinstance(item, str)]
        assert [each.data for each in fields.children(key)] == [i for i in items if isinstance(i, dict)]
    assert dict(fields.members()).keys() == {key for key, value in data.items() if isinstance(value, dict)}


@given(st.dictionaries(st.text(max_size=4), _JSON, max_size=5))
def test_every_pointer_leads_back_to_the_value(data: dict[str, Any]) -> None:
    fields = Fields(data)
    for key, value in data.items():
        assert resolve(data, fields.at(key)) == value
        for text, pointer in fields.texts(key):
            assert resolve(data, pointer) == text
        for child in fields.children(key):
            assert resolve(data, child.pointer) == child.data
    for _, member in fields.members():
        assert resolve(data, member.pointer) == member.data
