"""GitHub's answers and questions held to githubkit's own models: what they require is there, what they do not know is not."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel, TypeAdapter

PLAIN: dict[Any, Any] = {str: "x", int: 1, float: 1.0, bool: False, datetime: "2026-01-01T00:00:00Z"}


def filled(model: Any) -> Any:
    """The least that a model accepts: something for each field it requires."""
    if model in PLAIN:
        return PLAIN[model]
    if isinstance(model, type) and issubclass(model, BaseModel):
        return {
            field.alias or name: filled(field.annotation)
            for name, field in model.model_fields.items()
            if field.is_required()
        }
    kind, arguments = get_origin(model), get_args(model)
    if kind in (Union, UnionType):
        return None if NoneType in arguments else filled(arguments[0])
    if kind is Annotated:
        return filled(arguments[0])
    if kind is Literal:
        return arguments[0]
    return kind() if kind in (list, dict) else None


def fault(model: Any, said: Any) -> str | None:
    """What is wrong with a body by its model; None when nothing is."""
    try:
        read = _adapter(model).validate_python(said)
    except ValueError as error:
        return f"{getattr(model, '__name__', model)}: {error}"
    unknown = _unknown(_adapter(model).dump_python(read, by_alias=True, exclude_unset=True), said)
    return f"{getattr(model, '__name__', model)} knows no {unknown}" if unknown else None


@cache
def _adapter(model: Any) -> TypeAdapter[Any]:
    return TypeAdapter(model)


def _unknown(read: Any, said: Any, at: str = "") -> str:
    """The first key that the model did not take up."""
    if isinstance(said, list):
        return next((found for a, b in zip(read, said, strict=True) if (found := _unknown(a, b, at))), "")
    if not isinstance(said, dict):
        return ""
    for key, value in said.items():
        if key not in read:
            return f"{at}/{key}"
        if found := _unknown(read[key], value, f"{at}/{key}"):
            return found
    return ""
