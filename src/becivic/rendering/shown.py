"""Rows of the catalogue as a reader is shown them. Plain values: two that are equal read the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from becivic.rules.statuses import Status


@dataclass(frozen=True, slots=True, kw_only=True)
class LastStable:
    """What was relied on before a value that is still in doubt."""

    text: str
    committed_at: str
    """RFC 3339."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownValue:
    """The current row of a volatile value."""

    uid: str
    name: str
    text: str
    """With its unit, as English writes it (catalogue.wording); empty where nothing may be shown."""
    status: Status
    value: str | int | float | bool | None = None
    """As the catalogue has it, for whoever calculates."""
    unit: str = ""
    last_verified: str = ""
    source: str = ""
    """The uid of the reference that it rests on."""
    note: str = ""
    confirms: int = 0
    rejects: int = 0
    last_stable: LastStable | None = None
    """Only where the current row is not stable, and says something else (R-TAG-16)."""
    held: bool = False
    """Somebody has to look at it first: nobody is shown its words (C-22)."""

    @property
    def is_resolved(self) -> bool:
        """Whether there is anything to show in its place (R-TAG-17)."""
        return bool(self.text) and not self.status.is_terminal


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownReference:
    """The current row of a reference."""

    uid: str
    name: str
    title: str
    url: str
    status: Status
    last_verified: str = ""
    archived_url: str = ""
    language: str = ""
    note: str = ""
    read_as: str = ""
    """One of `ReadAs`; empty where it was not recorded how the source was read on the day `last_verified`."""
    page_date: str = ""
    """The date that the page gives of itself, or that it is undated; empty where that was not recorded."""
    held: bool = False

    @property
    def is_resolved(self) -> bool:
        return bool(self.title and self.url) and not self.status.is_terminal


@dataclass(frozen=True, slots=True)
class ShownRows:
    """The rows that a body cites, and those that its values rest on, by uid."""

    values: Mapping[str, ShownValue] = field(default_factory=dict)
    references: Mapping[str, ShownReference] = field(default_factory=dict)

    def value(self, uid: str, name: str) -> ShownValue | None:
        """By uid, or by name where an author left the uid out (R-TAG-15)."""
        if uid:
            return self.values.get(uid)
        return next((row for row in self.values.values() if row.name == name), None)

    def reference(self, uid: str, name: str) -> ShownReference | None:
        if uid:
            return self.references.get(uid)
        return next((row for row in self.references.values() if row.name == name), None)
