"""What a row says, and what a proposed change makes of it. Pure: no database."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from becivic.catalogue.refused import NotAScalar
from becivic.rules.submissions import ValueType
from becivic.store.written import document

Scalar = int | float | str


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueContent:
    """A named scalar. `source` is the uid of the reference it was read in."""

    value: Scalar
    value_type: ValueType
    unit: str | None = None
    source: str | None = None
    last_verified: str | None = None
    note: str | None = None

    def columns(self) -> dict[str, Any]:
        return {**asdict(self), "value": document(scalar(self.value, self.value_type))}


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceContent:
    """A citation: what the source calls itself and where it can be read."""

    title: str
    url: str
    last_verified: str | None = None
    archived_url: str | None = None
    language: str | None = None
    note: str | None = None
    read_as: str | None = None
    page_date: str | None = None

    def columns(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueChange:
    """Another value under the same name. Source, day and note told of the old one, so they do not carry over."""

    value: Scalar
    value_type: ValueType
    source: str | None = None
    last_verified: str | None = None
    note: str | None = None

    @classmethod
    def of(cls, content: Mapping[str, Any]) -> ValueChange:
        """From the content of an amendment (R-AMD-07)."""
        return cls(
            value=content["proposed_value"],
            value_type=ValueType(content["value_type"]),
            note=content.get("note"),
        )

    def over(self, unit: str | None) -> ValueContent:
        """The whole content; what it is counted in belongs to the name."""
        return ValueContent(**asdict(self), unit=unit)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceChange:
    """The fields that are not None replace, the others stay (R-AMD-08).

    How a source was read and the date of its page belong to one reading of one address: with another day or another
    address they do not carry over.
    """

    title: str | None = None
    url: str | None = None
    last_verified: str | None = None
    archived_url: str | None = None
    note: str | None = None
    read_as: str | None = None
    page_date: str | None = None

    @classmethod
    def of(cls, content: Mapping[str, Any]) -> ReferenceChange:
        """From the content of an amendment (R-AMD-08)."""
        return cls(
            title=content.get("proposed_title"),
            url=content.get("proposed_url"),
            last_verified=content.get("proposed_last_verified"),
            archived_url=content.get("archived_url"),
            note=content.get("note"),
            read_as=content.get("read_as"),
            page_date=content.get("page_date"),
        )

    def over(self, before: ReferenceContent) -> ReferenceContent:
        if self.last_verified is not None or self.url not in (None, before.url):
            before = replace(before, read_as=None, page_date=None)
        return replace(before, **{name: text for name, text in asdict(self).items() if text is not None})


def scalar(value: object, value_type: ValueType) -> Scalar:
    """The value as it is kept, or a refusal. 180.0 is a whole number, as in JSON Schema; true is no number."""
    if value_type is ValueType.STRING and isinstance(value, str):
        return value
    if value_type is ValueType.STRING or isinstance(value, bool):
        raise NotAScalar
    if isinstance(value, int):
        return value
    if not isinstance(value, float) or not math.isfinite(value):
        raise NotAScalar
    if value_type is ValueType.NUMBER:
        return value
    if not value.is_integer():
        raise NotAScalar
    return int(value)
