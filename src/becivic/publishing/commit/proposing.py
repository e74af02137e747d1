"""Change requests that the operator's own commands open: files for a maintainer to look at and merge (R-COMM-05)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from becivic.publishing.commit.waiting import maintainers
from becivic.publishing.forge.forge import Proposed
from becivic.publishing.workshop import Workshop
from becivic.rules.publishing import SKIP_CI, MessagePrefix
from becivic.store import reviews
from becivic.store.tables.keeping import Queue


def propose_files(
    workshop: Workshop, files: Mapping[str, bytes], branch: str, subject: str, now: datetime
) -> None:
    """Open it, and ask a person. Asked again, the open one is replaced."""
    message = f"{MessagePrefix.MAINTENANCE} {subject} {SKIP_CI}\n"
    request = workshop.forge.open(
        Proposed(branch, workshop.corpus().commit or "", files, message, now, waits=True)
    )
    asked = reviews.Asked(Queue.DRAFTS, "branch", branch, f"A change is proposed: {subject}")
    workshop.store.write(
        lambda connection: (
            maintainers(connection, branch, request, now),
            reviews.ask(connection, asked, now),
        )
    )
