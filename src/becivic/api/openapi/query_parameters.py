"""The parameters of a query as the document describes them: from the same place that the handlers read them by."""

from __future__ import annotations

import json

from becivic.api.openapi.components import Schema
from becivic.api.openapi.operations import JSON
from becivic.api.reading.parameters import Parameter
from becivic.rules.reading import FILTER_VALUES


def described(parameter: Parameter) -> Schema:
    schema = _schema(parameter)
    head: Schema = {"name": parameter.name, "in": "query", "description": parameter.about}
    if parameter.is_required:
        head["required"] = True
    if parameter.object_bytes:
        return {**head, "content": {JSON: {"schema": schema, "example": json.loads(parameter.example)}}}
    example: object = int(parameter.example) if parameter.most else str(parameter.example)
    if parameter.repeats:
        schema, example = {"type": "array", "items": schema, "maxItems": FILTER_VALUES}, [example]
    return {**head, "schema": schema, "example": example}


def _schema(parameter: Parameter) -> Schema:
    if parameter.object_bytes:
        return {"type": "object"}
    if parameter.values:
        return {"enum": list(parameter.values)}
    if parameter.most:
        return {"type": "integer", "minimum": 1, "maximum": parameter.most}
    if len(parameter.patterns) == 1:
        return {"type": "string", "pattern": parameter.patterns[0]}
    return {"type": "string", "anyOf": [{"pattern": pattern} for pattern in parameter.patterns]}
