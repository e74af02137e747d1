"""What the human page shows of the OpenAPI document: the same facts, in the order of a reader."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from becivic.api.openapi.components import PLACE

_METHODS: Final = ("get", "post", "patch", "delete")


@dataclass(frozen=True, slots=True)
class Sample:
    """An example, as text to copy."""

    name: str
    note: str
    text: str


@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    place: str
    required: bool
    form: str
    description: str


@dataclass(frozen=True, slots=True)
class Answer:
    status: str
    description: str
    media_type: str
    schema: str
    """The name of its component; empty where the answer has none."""
    headers: tuple[str, ...]
    samples: tuple[Sample, ...]


@dataclass(frozen=True, slots=True)
class Operation:
    id: str
    method: str
    path: str
    summary: str
    description: str
    token: str
    parameters: tuple[Parameter, ...]
    body_schema: str
    requests: tuple[Sample, ...]
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """The operations under one tag."""

    name: str
    description: str
    operations: tuple[Operation, ...]


@dataclass(frozen=True, slots=True)
class Component:
    name: str
    text: str


def groups(document: Mapping[str, Any]) -> list[Group]:
    found = list(_operations(document))
    return [
        Group(
            tag["name"],
            tag["description"],
            tuple(operation for name, operation in found if name == tag["name"]),
        )
        for tag in document["tags"]
    ]


def components(document: Mapping[str, Any], files: frozenset[str]) -> list[Component]:
    """The schemas that are published nowhere else; those of `files` are served as they are."""
    schemas = document["components"]["schemas"]
    return [Component(name, pretty(schema)) for name, schema in schemas.items() if name not in files]


def pretty(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


def _operations(document: Mapping[str, Any]) -> Iterator[tuple[str, Operation]]:
    for path, item in document["paths"].items():
        shared = item.get("parameters", [])
        for method in _METHODS:
            if method in item:
                yield item[method]["tags"][0], _operation(method, path, item[method], shared)


def _operation(method: str, path: str, said: Mapping[str, Any], shared: list[Any]) -> Operation:
    media = _media(said.get("requestBody", {}))[1]
    return Operation(
        id=said["operationId"],
        method=method.upper(),
        path=path,
        summary=said["summary"],
        description=said.get("description", ""),
        token=next(iter(said.get("security", [{}])[0]), ""),
        parameters=tuple(_parameter(each) for each in (*shared, *said.get("parameters", []))),
        body_schema=_component(media.get("schema", {})),
        requests=_samples(media.get("examples", {})),
        answers=tuple(_answer(status, each) for status, each in sorted(said["responses"].items())),
    )


def _parameter(said: Mapping[str, Any]) -> Parameter:
    schema = said["schema"] if "schema" in said else _media(said)[1]["schema"]
    form = (
        schema.get("pattern") or schema.get("const") or " | ".join(schema.get("enum", [])) or schema["type"]
    )
    return Parameter(said["name"], said["in"], said.get("required", False), form, said["description"])


def _answer(status: str, said: Mapping[str, Any]) -> Answer:
    media_type, media = _media(said)
    return Answer(
        status=status,
        description=said["description"],
        media_type=media_type,
        schema=_component(media.get("schema", {})),
        headers=tuple(name for name, header in said.get("headers", {}).items() if header.get("required")),
        samples=_samples(media.get("examples", {})),
    )


def _media(said: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """The one media type of a body and what is said of it; nothing for a body that is not there."""
    found: Mapping[str, Mapping[str, Any]] = said.get("content", {})
    return next(iter(found.items()), ("", {}))


def _component(schema: Mapping[str, Any]) -> str:
    return str(schema.get("$ref", "")).removeprefix(PLACE)


def _samples(examples: Mapping[str, Any]) -> tuple[Sample, ...]:
    return tuple(
        Sample(each.get("summary", name), each.get("description", ""), pretty(each["value"]))
        for name, each in examples.items()
    )
