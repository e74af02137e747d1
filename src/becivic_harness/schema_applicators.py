"""What a schema asks of the parts of a value, and of a value by way of other schemas. One generator walks them all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Callable, Final

from becivic_harness.json_pointers import Place, is_field_name, join, printable
from becivic_harness.json_values import Json
from becivic_harness.schema_keywords import ASSERTIONS, Fault, listed, sentence
from becivic_harness.schema_loading import Located, followed
from becivic_harness.schema_patterns import found_in

Faults = Iterator[Fault]
Applicator = Callable[[Json, Located, Json, Place], Faults]
"""The keyword's own value, the schema it stands in, the value that is judged and its place."""


def faults_of(located: Located, value: Json, place: Place) -> Faults:
    """Everything that is wrong with a value, in the order in which the schema asks."""
    schema = located.schema
    if schema is True:
        return
    if schema is False:
        yield Fault(printable(place), "false", "This field must not be sent.")
        return
    for keyword, wanted in schema.items():
        if keyword in ASSERTIONS:
            words = ASSERTIONS[keyword](wanted, value)
            if words is not None:
                yield Fault(printable(place), keyword, sentence(words))
        elif keyword in APPLICATORS:
            yield from APPLICATORS[keyword](wanted, located, value, place)


def holds(located: Located, value: Json) -> bool:
    return next(faults_of(located, value, ()), None) is None


def _ref(_: Json, located: Located, value: Json, place: Place) -> Faults:
    return faults_of(followed(located), value, place)


def _required(wanted: Json, _: Located, value: Json, place: Place) -> Faults:
    for name in wanted if isinstance(value, dict) else ():
        if name not in value:
            yield Fault(printable(place), "required", f"The field `{name}` is missing.", name)


def _properties(wanted: Json, located: Located, value: Json, place: Place) -> Faults:
    for name, below in wanted.items() if isinstance(value, dict) else ():
        if name in value:
            yield from faults_of(located.part(below), value[name], (*place, name))


def _pattern_properties(wanted: Json, located: Located, value: Json, place: Place) -> Faults:
    for pattern, below in wanted.items() if isinstance(value, dict) else ():
        for name in value:
            if found_in(pattern, name):
                yield from faults_of(located.part(below), value[name], (*place, name))


def _additional(wanted: Json, located: Located, value: Json, place: Place) -> Faults:
    if not isinstance(value, dict) or wanted is True:
        return
    known, patterns = located.schema.get("properties", {}), located.schema.get("patternProperties", {})
    for name in value:
        if name in known or any(found_in(pattern, name) for pattern in patterns):
            continue
        if wanted is False:
            at = f"{printable(place)}{join([name])}" if is_field_name(name) else printable(place)
            yield Fault(at, "additionalProperties", "The schema knows no such field.")
        else:
            yield from faults_of(located.part(wanted), value[name], (*place, name))


def _names(wanted: Json, located: Located, value: Json, place: Place) -> Faults:
    for name in value if isinstance(value, dict) else ():
        if not holds(located.part(wanted), name):
            yield _unsatisfied("propertyNames", place)


def _items(wanted: Json, located: Located, value: Json, place: Place) -> Faults:
    for index, entry in enumerate(value) if isinstance(value, list) else ():
        yield from faults_of(located.part(wanted), entry, (*place, index))


def _contains(wanted: Json, located: Located, value: Json, place: Place) -> Faults:
    if isinstance(value, list) and not any(holds(located.part(wanted), entry) for entry in value):
        yield Fault(printable(place), "contains", "An entry that this kind of thing needs is missing.")


def _all_of(wanted: Json, located: Located, value: Json, place: Place) -> Faults:
    for below in wanted:
        yield from faults_of(located.part(below), value, place)


def _any_of(wanted: Json, located: Located, value: Json, place: Place) -> Faults:
    if not any(holds(located.part(below), value) for below in wanted):
        yield _unsatisfied("anyOf", place)


def _one_of(wanted: Json, located: Located, value: Json, place: Place) -> Faults:
    if sum(holds(located.part(below), value) for below in wanted) != 1:
        yield _unsatisfied("oneOf", place)


def _not(wanted: Json, located: Located, value: Json, place: Place) -> Faults:
    if holds(located.part(wanted), value):
        yield Fault(printable(place), "not", sentence(_forbidden(wanted)))


def _forbidden(schema: Json) -> str:
    """What is ruled out, as far as it can be said in a clause."""
    if isinstance(schema, dict) and "enum" in schema:
        return f"must not be one of: {listed(schema['enum'])}"
    if isinstance(schema, dict) and "pattern" in schema:
        return f"must not match {schema['pattern']}"
    return "has a form that is not allowed here"


def _if(wanted: Json, located: Located, value: Json, place: Place) -> Faults:
    branch = "then" if holds(located.part(wanted), value) else "else"
    if branch in located.schema:
        yield from faults_of(located.part(located.schema[branch]), value, place)


def _dependent(wanted: Json, located: Located, value: Json, place: Place) -> Faults:
    for name, below in wanted.items() if isinstance(value, dict) else ():
        if name in value:
            yield from faults_of(located.part(below), value, place)


def _unsatisfied(keyword: str, place: Place) -> Fault:
    return Fault(printable(place), keyword, f"Does not satisfy `{keyword}`.")


APPLICATORS: Final[dict[str, Applicator]] = {
    "$ref": _ref,
    "required": _required,
    "properties": _properties,
    "patternProperties": _pattern_properties,
    "additionalProperties": _additional,
    "propertyNames": _names,
    "items": _items,
    "contains": _contains,
    "allOf": _all_of,
    "anyOf": _any_of,
    "oneOf": _one_of,
    "not": _not,
    "if": _if,
    "dependentSchemas": _dependent,
}
