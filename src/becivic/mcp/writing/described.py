"""The fields of a submission as a tool takes them: flat, as its schema has them, and short enough to list (schemas 6.2).

The schema decides; what stands here only leads there. Made from the schemas, so that it cannot say something else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from becivic.rules.schema_fields import Part, fields
from becivic.rules.schemas import packaged_registry
from becivic.rules.submissions import ENVELOPE_HEADER, SubmissionType

_KEPT: Final = ("type", "enum", "const", "maxLength", "minimum", "maximum", "description")
_FILLED: Final = "Filled in when left out."
_CAPABILITIES: Final = "declared_capabilities"


def properties_of(kind: SubmissionType) -> dict[str, dict[str, Any]]:
    part = part_of(kind)
    aimed = _by_target(part)
    found: dict[str, dict[str, Any]] = {}
    for name, schema in part.schema["properties"].items():
        if schema is not False:
            below = part.beside({} if schema is True else schema).followed()
            found[name] = _property(below, name, aimed, kind)
    return found


def required_of(kind: SubmissionType) -> tuple[str, ...]:
    """Without the head, which is filled in; what a caller can do it must say itself. With what is needed whatever the
    target: a schema says that of each target by itself, and a host reads no branches."""
    schema = part_of(kind).schema
    always = [name for name in schema["required"] if not is_filled(kind, name)]
    return (*always, *(name for name in schema["properties"] if name in _for_every_target(schema)))


def is_filled(kind: SubmissionType, name: str) -> bool:
    return name in ("schema_version", kind.id_field) or (name in ENVELOPE_HEADER and name != _CAPABILITIES)


def part_of(kind: SubmissionType) -> Part:
    documents = packaged_registry().documents
    return Part(documents, kind.schema_file, documents[kind.schema_file])


def _property(below: Part, name: str, aimed: Mapping[str, str], kind: SubmissionType) -> dict[str, Any]:
    told = {key: below.schema[key] for key in _KEPT if key in below.schema}
    if name in aimed:
        told |= {"type": "object", "description": aimed[name]}
    elif below.schema.get("type") == "object":
        told["description"] = f"{told.get('description', '')} Fields: {_named(below)}.".strip()
    elif below.schema.get("type") == "array":
        told["items"] = _items(below)
    if isinstance(told.get("type"), list):  # some hosts know one type alone
        told["anyOf"] = [{"type": each} for each in told.pop("type")]
    if is_filled(kind, name):
        told["description"] = _FILLED
    return told


def _for_every_target(schema: Mapping[str, Any]) -> set[str]:
    """Under further conditions than the target, what all of them need."""
    plain: dict[str, set[str]] = {}
    further: dict[str, list[set[str]]] = {}
    for rule in schema.get("allOf", ()):
        asked, needed = rule["if"]["properties"], set(rule["then"].get("required", ()))
        target = asked.get("target_type", {}).get("const")
        if target is not None and len(asked) == 1:
            plain[target] = needed
        elif target is not None:
            further.setdefault(target, []).append(needed)
    found = [each.union(*_shared(further.get(target, []))) for target, each in plain.items()]
    return set.intersection(*found) if found else set()


def _shared(needed: list[set[str]]) -> list[set[str]]:
    return [set.intersection(*needed)] if needed else []


def _items(part: Part) -> dict[str, Any]:
    items = part.beside(part.schema.get("items", {})).followed().schema
    return {key: items[key] for key in ("type", "enum") if key in items}


def _by_target(part: Part) -> dict[str, str]:
    """Of a field whose form follows the target: the form for each."""
    told: dict[str, list[str]] = {}
    for rule in part.schema.get("allOf", ()):
        asked = rule["if"]["properties"]
        target = asked.get("target_type", {}).get("const")
        if target is None:
            continue
        subtype = asked.get("content", {}).get("properties", {}).get("amendment_subtype", {}).get("const")
        for name, schema in rule["then"].get("properties", {}).items():
            if isinstance(schema, dict) and name in ("content", "traversal_metadata"):
                label = f"{target}, {subtype}" if subtype else target
                told.setdefault(name, []).append(f"for {label}: {_named(part.beside(schema).followed())}")
    return {name: f"By target_type; {'; '.join(lines)}." for name, lines in told.items()}


def _named(part: Part) -> str:
    """The fields of an object; those that are needed with a star, those of a closed list with what it holds."""
    return ", ".join(_starred(part)) or "none"


def _starred(part: Part) -> Iterator[str]:
    for row in fields(part):
        if "." not in row.name:
            choices = f" ({row.form.replace('`', '').replace(', ', '|')})" if row.form.startswith("`") else ""
            yield f"{row.name}{'*' if row.needed == 'yes' else ''}{choices}"
