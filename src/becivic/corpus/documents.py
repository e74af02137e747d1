"""A JSON file of the corpus: its value, its schema faults, and the line of anything in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from becivic.corpus.fields import Fields
from becivic.corpus.findings import Place
from becivic.rules import pointers
from becivic.rules.schemas import SchemaFault


@dataclass(frozen=True, slots=True)
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

    def place(self, pointer: str = "") -> Place:
        return Place(self.file, pointers.line_in_json(self.text, pointer))
