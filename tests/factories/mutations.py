"""Ways to break a JSON instance: leave out, replace, add, change a string, swap one listed word for another."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from functools import cache
from typing import Any

from hypothesis import strategies as st

from tests.factories.schema_tree import documents, subschemas

Path = tuple[str | int, ...]

_ODD_STRINGS = (
    "", " ", "a", "A", "a\nb", "a\n", "\r", "x" * 600, "\u00e9" * 500, "\u0661\u0662\u0663", "\u2028", "a\x00b",
    "\U0001f600", "val-00001", "val-00001\n", "2026-11-15", "2026-13-40", "user.region", "0.1.0", "https://a.be",
    "a:b", "12345678", "current",
)  # fmt: skip

_ODD_VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 4.0, 1.5, 200, 10**25, -0.0, 1e300, [], {}, [[]], ["a"], ["a", "a"], [1, 1.0],
    [0, False], {"a": 1}, {"check": "a", "value": 1},
)  # fmt: skip


@cache
def _listed_words() -> tuple[Any, ...]:
    words: dict[str, Any] = {}
    for file in documents():
        for node in subschemas(file):
            listed = [*node.value.get("enum", ()), *([node.value["const"]] if "const" in node.value else [])]
            words |= {repr(word): word for word in listed if not isinstance(word, dict | list)}
    return tuple(words.values())


@cache
def _field_names() -> tuple[str, ...]:
    names = {
        name
        for file in documents()
        for node in subschemas(file)
        if isinstance(node.value.get("properties"), dict)
        for name in node.value["properties"]
    }
    return (*sorted(names), "extra", "Extra Field", "a/b", "")


def paths(instance: Any, here: Path = ()) -> Iterator[Path]:
    """Where every value of an instance stands, the root left out."""
    children: list[tuple[str | int, Any]] = []
    if isinstance(instance, dict):
        children = list(instance.items())
    elif isinstance(instance, list):
        children = list(enumerate(instance))
    for key, child in children:
        yield (*here, key)
        yield from paths(child, (*here, key))


def parent_of(instance: Any, path: Path) -> Any:
    for step in path[:-1]:
        instance = instance[step]
    return instance


@st.composite
def mutated(draw: st.DrawFn, instance: Any) -> Any:
    """A copy with one to three things changed; now and then a change undoes itself."""
    result = copy.deepcopy(instance)
    for _ in range(draw(st.integers(1, 3))):
        places = list(paths(result))
        if not places:
            return copy.deepcopy(draw(st.sampled_from(_ODD_VALUES)))
        path = draw(st.sampled_from(places))
        _change(draw, parent_of(result, path), path[-1])
    return result


def _change(draw: st.DrawFn, parent: Any, key: str | int) -> None:
    match draw(st.sampled_from(("delete", "replace", "add", "text", "swap", "graft"))):
        case "delete":
            del parent[key]
        case "replace":
            parent[key] = copy.deepcopy(draw(st.sampled_from(_ODD_VALUES)))
        case "add" if isinstance(parent, dict):
            added = draw(st.sampled_from((*_ODD_VALUES, *_ODD_STRINGS)))
            parent[draw(st.sampled_from(_field_names()))] = copy.deepcopy(added)
        case "add":
            parent.append(copy.deepcopy(draw(st.sampled_from([*parent, *_ODD_VALUES]))))
        case "text":
            parent[key] = _altered(draw, parent[key])
        case "swap":
            parent[key] = draw(st.sampled_from(_listed_words()))
        case _:
            parent[key] = copy.deepcopy(parent)


def _altered(draw: st.DrawFn, value: Any) -> str:
    text = value if isinstance(value, str) else ""
    odd = draw(st.sampled_from(_ODD_STRINGS) | st.text(max_size=8))
    cut = draw(st.integers(0, len(text)))
    return draw(st.sampled_from((odd, text + odd, text[:cut] + odd + text[cut:], text.upper(), text * 40)))
