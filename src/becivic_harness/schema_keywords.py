"""What a schema asks of one value by itself, keyword by keyword: nothing where it holds, else what is wanted, in words.

The words speak of the schema alone, never of the value: it may hold what must not be repeated.
"""

from __future__ import annotations

import json
from typing import Callable, Final, NamedTuple, Optional

from becivic_harness.json_values import IS_OF_TYPE, Json, identity, is_number, same
from becivic_harness.schema_patterns import found_in


class Fault(NamedTuple):
    """One thing wrong with a document: where, by which keyword, in a sentence, and the field that is missing if one is."""

    pointer: str
    keyword: str
    detail: str
    missing: str | None = None


def sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."


def _type(wanted: Json, value: Json) -> str | None:
    names = [wanted] if isinstance(wanted, str) else wanted
    if any(IS_OF_TYPE[name](value) for name in names):
        return None
    return f"must be of type {' or '.join(name for name in IS_OF_TYPE if name in names)}"


def _enum(wanted: Json, value: Json) -> str | None:
    if any(same(option, value) for option in wanted):
        return None
    return f"must be one of: {listed(wanted)}"


def listed(options: list[Json]) -> str:
    return ", ".join(str(option) for option in options)


def _const(wanted: Json, value: Json) -> str | None:
    return None if same(wanted, value) else f"must be {json.dumps(wanted, ensure_ascii=False)}"


def _pattern(wanted: Json, value: Json) -> str | None:
    if not isinstance(value, str) or found_in(wanted, value):
        return None
    return f"must match {wanted}"


def _unique(wanted: Json, value: Json) -> str | None:
    if not wanted or not isinstance(value, list) or len({identity(each) for each in value}) == len(value):
        return None
    return "must not repeat an entry"


def _minimum(wanted: Json, value: Json) -> str | None:
    return f"must be at least {wanted}" if is_number(value) and value < wanted else None


def _maximum(wanted: Json, value: Json) -> str | None:
    return f"must be at most {wanted}" if is_number(value) and value > wanted else None


Assertion = Callable[[Json, Json], Optional[str]]


def _at_least(kind: type, unit: str) -> Assertion:
    def check(wanted: Json, value: Json) -> str | None:
        if not isinstance(value, kind) or len(value) >= wanted:  # type: ignore[arg-type]
            return None
        return f"must be at least {wanted} {unit}"

    return check


def _at_most(kind: type, unit: str) -> Assertion:
    def check(wanted: Json, value: Json) -> str | None:
        if not isinstance(value, kind) or len(value) <= wanted:  # type: ignore[arg-type]
            return None
        return f"must be at most {wanted} {unit}"

    return check


ASSERTIONS: Final[dict[str, Assertion]] = {
    "type": _type,
    "enum": _enum,
    "const": _const,
    "pattern": _pattern,
    "uniqueItems": _unique,
    "minimum": _minimum,
    "maximum": _maximum,
    "minLength": _at_least(str, "characters"),
    "maxLength": _at_most(str, "characters"),
    "minItems": _at_least(list, "entries"),
    "maxItems": _at_most(list, "entries"),
    "minProperties": _at_least(dict, "fields"),
    "maxProperties": _at_most(dict, "fields"),
}

ANNOTATIONS: Final = frozenset(
    {
        "$schema",
        "$id",
        "$comment",
        "$defs",
        "title",
        "description",
        "default",
        "deprecated",
        "examples",
        "format",
    }
)
"""They ask nothing. Of a `format` the server's validator asks nothing either: a pattern stands beside each, and that its
days are in a calendar is looked at by itself."""

FORMATS: Final = frozenset({"date", "date-time"})
