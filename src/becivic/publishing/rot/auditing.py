"""The job `audit`: our own house looked over once a month. It reads, and changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy import Connection

from becivic.publishing.consensus.main_facts import MainFacts
from becivic.publishing.rot.audited import Audited
from becivic.publishing.rot.category_audit import audit_categories
from becivic.publishing.rot.record_audit import (
    audit_decisions,
    audit_flags,
    audit_reviews,
    audit_statuses,
)
from becivic.publishing.workshop import Workshop

OnProgress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class AuditReport:
    findings: tuple[Audited, ...]

    def as_json(self) -> dict[str, Any]:
        return {"findings": [finding.as_json() for finding in self.findings]}


def audit(workshop: Workshop, now: datetime, on_progress: OnProgress) -> AuditReport:
    corpus, facts = workshop.corpus(), MainFacts(workshop)

    def of_records(connection: Connection) -> list[Audited]:
        return [
            *audit_statuses(connection, corpus),
            *audit_flags(connection, facts, workshop.policy, now),
            *audit_reviews(connection),
        ]

    found = [*audit_categories(corpus), *workshop.store.read(of_records)]
    return AuditReport((*found, *_replayed(workshop, on_progress)))


def _replayed(workshop: Workshop, on_progress: OnProgress) -> list[Audited]:
    """The whole log, a page at a time."""
    found: list[Audited] = []
    after: int | None = 0
    while after is not None:
        on_progress(after)
        page, after = workshop.store.read(partial(audit_decisions, after=after))
        found += page
    return found
