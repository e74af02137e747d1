"""How the service stands, as JSON: whether all is well, what it serves, and what sending to it takes. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import lru_cache
from typing import Any

from becivic import __version__
from becivic.corpus.load import Corpus
from becivic.reading.sending import SCRUB_RULES, scrub_rules_digest, sending
from becivic.reading.terms_of_use import LICENSE
from becivic.rules.moments import rfc3339
from becivic.rules.statuses import Status, is_withheld


class Health(StrEnum):
    OK = "ok"
    STALE = "stale"
    """Main moved to something that cannot be served."""
    DEGRADED = "degraded"
    """The records cannot be reached or written, so nothing can be taken."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What is served, and whether main has moved to something that could not be."""

    corpus: Corpus
    is_current: bool
    made_at: datetime
    """The time of the commit."""

    def health(self, *, records: bool) -> Health:
        """`records` says whether they can be reached and written."""
        return Health.DEGRADED if not records else Health.OK if self.is_current else Health.STALE


def service_json(standing: Standing, now: datetime, *, records: bool) -> dict[str, Any]:
    """Counts are of what anybody may read: what is withheld is in none of them."""
    corpus = standing.corpus
    counted = by_status(corpus)
    return {
        "status": standing.health(records=records),
        "commit": corpus.commit,
        "corpus_made_at": rfc3339(standing.made_at),
        "now": rfc3339(now),
        "version": __version__,
        **{kind: sum(statuses.values()) for kind, statuses in counted.items()},
        "by_status": counted,
        "send": sending(),
        "scrub_rules": {"address": SCRUB_RULES, "sha256": scrub_rules_digest(corpus)},
        "license": LICENSE,
    }


@lru_cache(maxsize=2)  # the corpus that is served, and the next
def by_status(corpus: Corpus) -> dict[str, dict[str, int]]:
    """How many there are under each status that any has, from the first to the last."""
    return {
        "skills": _counted(skill.status for skill in corpus.skills.values()),
        "paths": _counted(entry.status for entry in corpus.paths.entries.values()),
    }


def _counted(statuses: Iterable[Status | None]) -> dict[str, int]:
    found = Counter(status for status in statuses if not is_withheld(status))
    return {status.value: found[status] for status in Status if found[status]}
