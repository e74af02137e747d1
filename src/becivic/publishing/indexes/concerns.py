"""Concerns as the indexes count them: how many, how many lately, and from how many different situations.

Held ones are not counted: nobody may be shown that they are there (C-22).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, func, select

from becivic.corpus.fields import Fields
from becivic.publishing.indexes.votes import Target
from becivic.rules.targets import TargetType, owner
from becivic.store.tables.signals import CONCERNS
from becivic.store.written import read_document

_OWN: Final = CONCERNS.c
_ROLE: Final = "role-specific"


@dataclass(frozen=True, slots=True)
class Concerns:
    """About one artefact; those about a source are about its path."""

    total: int = 0
    last: str | None = None


@dataclass(frozen=True, slots=True)
class Lately:
    """Of a window: how many, and from how many cells of region, commune and role."""

    count: int = 0
    cells: int = 0


def concerns_by_artefact(connection: Connection) -> dict[Target, Concerns]:
    query = (
        select(_OWN.target_type, _OWN.target_id, func.count(), func.max(_OWN.committed_at))
        .where(_OWN.held == 0)
        .group_by(_OWN.target_type, _OWN.target_id)
    )
    found: dict[Target, Concerns] = {}
    for kind, target_id, total, last in connection.execute(query):
        key = owner(TargetType(kind), target_id)
        known = found.get(key, Concerns())
        found[key] = Concerns(known.total + total, max(last, known.last or last))
    return found


def concerns_since(connection: Connection, since: str) -> dict[Target, Lately]:
    """By artefact, of those committed since a moment."""
    query = select(_OWN.target_type, _OWN.target_id, _OWN.context, _OWN.content).where(
        _OWN.held == 0, _OWN.committed_at >= since
    )
    cells: dict[Target, list[tuple[Any, ...]]] = {}
    for kind, target_id, context, content in connection.execute(query):
        cells.setdefault(owner(TargetType(kind), target_id), []).append(_cell(context, content))
    return {key: Lately(len(each), len(set(each))) for key, each in cells.items()}


def _cell(context: str | None, content: str | None) -> tuple[Any, ...]:
    """Where and as what somebody met it. Addresses cannot be told apart across concerns, by design (R-SALT-05)."""
    place, said = (Fields.of(read_document(each or "{}")) for each in (context, content))
    role = said.text("specifier") if said.raw("scope") == _ROLE else ""
    return place.text("region"), place.text("commune"), role


def in_all(concerns: Iterable[tuple[Target, Concerns]]) -> dict[str, int]:
    """Totals by what they are about."""
    totals: dict[str, int] = {}
    for (kind, _), each in sorted(concerns):
        totals[kind.value] = totals.get(kind.value, 0) + each.total
    return totals
