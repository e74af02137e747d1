"""Why a submission was not taken: category, place, and what to do. Never the text that caused it (R-API-05)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from becivic.rules.errors import ErrorCategory
from becivic.rules.schemas import SchemaFault


@dataclass(frozen=True, slots=True)
class Refusal:
    """What a caller is told. `more` holds what only some categories say."""

    category: ErrorCategory
    detail: str
    pointer: str | None = None
    keyword: str | None = None
    missing: str | None = None
    retry_after: int | None = None
    """Seconds."""
    more: Mapping[str, Any] = field(default_factory=dict)
    http_status: int | None = None
    """Where HTTP has a better number for it than the category's own."""
    remedy: str = ""

    @property
    def status(self) -> int:
        return self.http_status or self.category.http_status

    def said(self) -> dict[str, Any]:
        """The members of a problem or of a rejected result, without those that say nothing."""
        told: dict[str, Any] = {
            "error": self.category.value,
            "detail": self.detail,
            "remedy": self.remedy or self.category.remedy,
            "schema_pointer": self.pointer,
            "keyword": self.keyword,
            "missing": self.missing,
            "retry_after": self.retry_after,
            **self.more,
        }
        return {name: value for name, value in told.items() if value is not None}


def schema_refusal(faults: list[SchemaFault], at: Callable[[str], str] = str) -> Refusal:
    """All faults at once; the first is also said by itself, where most callers look (R-ENV-12).

    `at` turns a pointer into the instance into one into what was sent.
    """
    first = faults[0]
    listed = [
        {
            "schema_pointer": at(fault.pointer),
            "keyword": fault.keyword,
            "detail": fault.message,
            **({"missing": fault.missing} if fault.missing else {}),
        }
        for fault in faults
    ]
    return Refusal(
        ErrorCategory.SCHEMA_FAIL,
        f"{first.message[:1].upper()}{first.message[1:]}.",
        pointer=at(first.pointer),
        keyword=first.keyword,
        missing=first.missing,
        more={"faults": listed} if len(listed) > 1 else {},
    )
