"""Main as others left it: what was merged or pushed past this service is checked too, and told to a person.

Two changes that are sound by themselves may not be so together (schemas 6.1: the check after the merge).
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Final

from sqlalchemy import Connection, select

from becivic.catalogue.names import DatabaseCatalogue
from becivic.corpus.findings import Finding
from becivic.corpus.seed import Row
from becivic.publishing.changes.checking import broken_on_main
from becivic.publishing.commit.failing import places
from becivic.publishing.workshop import Workshop
from becivic.store import reviews, watched
from becivic.store.reviews import Asked
from becivic.store.tables.keeping import AUDIT_LOG, Queue

_log = logging.getLogger(__name__)

_SEEN: Final = "main:seen"


def watch(workshop: Workshop, now: datetime) -> list[Finding]:
    """The errors that main has now and had not when it was last left. Left as it is, whatever is found."""
    head, seen = workshop.corpus(), workshop.store.read(_last_seen)
    if seen is None or seen == head.commit or not workshop.repository.holds(seen):
        return []
    before = workshop.corpus_at(seen)
    found = workshop.store.read(
        lambda connection: broken_on_main(before, head, DatabaseCatalogue(connection, Row))
    )
    if found:
        tell(workshop, head.commit or "", found, now)
    return found


def tell(workshop: Workshop, commit: str, found: Sequence[Finding], now: datetime) -> None:
    """Somebody must mend main: in the log, and in the queue of what failed."""
    rules = ", ".join(dict.fromkeys(finding.rule for finding in found))
    _log.error("Main breaks %s since %s.", rules, commit[:7])
    asked = Asked(Queue.FAILED, "main", commit, f"Main breaks {rules}", places(found))
    workshop.store.write(lambda connection: reviews.ask(connection, asked, now))


def leave(workshop: Workshop) -> None:
    """From here on, what others do to main is seen."""
    head = workshop.forge.main()
    if workshop.store.read(partial(watched.remembered, name=_SEEN)) != head:
        workshop.store.write(partial(watched.remember, name=_SEEN, value=head))


def _last_seen(connection: Connection) -> str | None:
    return watched.remembered(connection, _SEEN) or _noted_once(connection)


def _noted_once(connection: Connection) -> str | None:
    """An older version left it in the log, which nothing leaves: asked once, the next run remembers."""
    own = AUDIT_LOG.c
    query = select(own.subject_id).where(own.action == _SEEN).order_by(own.row_id.desc()).limit(1)
    seen: str | None = connection.execute(query).scalar()
    return seen
