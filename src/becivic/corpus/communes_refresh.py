"""Makes data/communes.json from a table of facts, and says what changed against the pinned list (schemas 6.4).

The table has one column per field; lists are comma separated and an empty cell means null. Anything that
breaks a rule refuses the whole table: a list of communes is either right or not there (R-COMM-05).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from becivic.corpus.commune_rules import COMMUNE_FIELDS, list_faults
from becivic.rules.json_text import pretty_json
from becivic.rules.schemas import SchemaFile, SchemaRegistry

STATBEL: Final = "https://statbel.fgov.be/en/open-data/code-refnis"
_LISTS: Final = ("postal_codes", "languages_available")

Commune = dict[str, Any]


@dataclass(frozen=True, slots=True)
class RowFault:
    """What is wrong with a row of the table; rows count from 1, the header included."""

    row: int
    message: str


@dataclass(frozen=True, slots=True)
class Refresh:
    """What a table would make of the pinned list."""

    document: dict[str, Any]
    added: tuple[str, ...]
    removed: tuple[str, ...]
    changed: tuple[tuple[str, tuple[str, ...]], ...]
    """Code, and the fields that differ."""

    @property
    def is_empty(self) -> bool:
        return not (self.added or self.removed or self.changed)

    def as_json(self) -> str:
        return pretty_json(self.document)


def read_table(text: str) -> tuple[list[Commune], list[RowFault]]:
    """The communes of a tab-separated table, and the rows that are not rows."""
    lines = text.removeprefix("\ufeff").splitlines()
    header = lines[0].split("\t") if lines else []
    if header != list(COMMUNE_FIELDS):
        return [], [RowFault(1, "the header must name these columns: " + ", ".join(COMMUNE_FIELDS))]
    communes: list[Commune] = []
    faults: list[RowFault] = []
    for number, line in enumerate(lines[1:], start=2):
        cells = line.split("\t")
        if len(cells) != len(COMMUNE_FIELDS):
            faults.append(RowFault(number, f"has {len(cells)} columns instead of {len(COMMUNE_FIELDS)}"))
            continue
        communes.append(
            {name: _cell(name, cell.strip()) for name, cell in zip(COMMUNE_FIELDS, cells, strict=True)}
        )
    return communes, faults


def _cell(name: str, cell: str) -> str | list[str] | None:
    if name in _LISTS:
        return [part.strip() for part in cell.split(",") if part.strip()]
    return cell or None


def faults_of(
    document: Mapping[str, Any], communes: Sequence[Commune], registry: SchemaRegistry
) -> list[RowFault]:
    """Everything that breaks a rule, each with the row of the table it came from: rows as they came, not sorted."""
    as_it_came = {**document, "communes": list(communes)}
    faults = [
        RowFault(_row(fault.pointer), f"{_column(fault.pointer)} {fault.message}")
        for fault in registry.faults(SchemaFile.COMMUNES, as_it_came)
    ]
    faults += [RowFault(fault.position + 2, fault.message) for fault in list_faults(communes)]
    return sorted(set(faults), key=lambda fault: (fault.row, fault.message))


def _row(pointer: str) -> int:
    """/communes/0/… is the second row of the table."""
    parts = pointer.split("/")
    return int(parts[2]) + 2 if len(parts) > 2 and parts[1] == "communes" and parts[2].isdigit() else 1


def _column(pointer: str) -> str:
    """/communes/0/slug and everything below it is in the column `slug`."""
    parts = pointer.split("/")
    return parts[3] if len(parts) > 3 else parts[-1] or "the table"


def refresh(
    communes: Sequence[Commune],
    pinned: Mapping[str, Any],
    *,
    nomenclature_date: str,
    fetched_at: str,
    source: str,
) -> Refresh:
    """The document the communes make, and how it differs from the pinned one."""
    before = {entry["nis_code"]: entry for entry in pinned.get("communes", [])}
    ordered = sorted(communes, key=lambda entry: str(entry["nis_code"]))
    after = {entry["nis_code"]: entry for entry in ordered}
    changed = [
        (code, tuple(field for field in COMMUNE_FIELDS if before[code].get(field) != entry[field]))
        for code, entry in after.items()
        if code in before
    ]
    document = {
        "nomenclature_date": nomenclature_date,
        "source": source,
        "fetched_at": fetched_at,
        "communes": ordered,
    }
    return Refresh(
        document,
        added=tuple(code for code in after if code not in before),
        removed=tuple(code for code in before if code not in after),
        changed=tuple((code, fields) for code, fields in changed if fields),
    )
