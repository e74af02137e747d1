"""A JSON file of the corpus: its value, its schema faults, and the line of anything in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from becivic.corpus.fields import Fields
from becivic.corpus.findings import Place
from becivic.rules import pointers
from becivic.rules.schemas import SchemaFault


@dataclass(frozen=True)
class JsonDocument:
    """A parsed file. An absent or unreadable one reads as empty; the loader has said why."""

    file: str
    value: Any = None
    text: str = ""
    schema_faults: tuple[SchemaFault, ...] = ()

    @property
    def exists(self) -> bool:
        return self.value is not None

    @property
    def fields(self) -> Fields:
        return Fields.of(self.value)

    @cached_property
    def _lines(self) -> Mapping[str, int]:
        """Worked out once, at the first fault: a broken catalogue may have thousands."""
        return pointers.lines_in_json(self.text)

    def place(self, pointer: str = "") -> Place:
        """The line of a value, or of its nearest existing ancestor."""
        return Place(self.file, pointers.nearest(self._lines, pointer))
