"""How the sources of a path fare, told from votes: they have no status of their own (lifecycle 9.5; C-29)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from becivic.corpus.directory import PathEntry
from becivic.publishing.indexes.votes import Target, Votes
from becivic.rules.targets import TargetType


class SourceHealth(StrEnum):
    """What the current cohort of its path says of a source."""

    UNTRIED = "untried"
    CONFIRMED = "confirmed"
    DISPUTED = "disputed"
    REJECTED = "rejected"


def health(votes: Votes) -> SourceHealth:
    """A majority decides; as many against as for leave it open."""
    if not votes.confirms and not votes.rejects:
        return SourceHealth.UNTRIED
    if votes.confirms == votes.rejects:
        return SourceHealth.DISPUTED
    return SourceHealth.CONFIRMED if votes.confirms > votes.rejects else SourceHealth.REJECTED


def sources_summary(entry: PathEntry, votes: Mapping[Target, Votes]) -> dict[str, Any]:
    sources = entry.sources
    counted = Counter(
        health(votes.get((TargetType.PATH_SOURCE, f"{entry.key}:{source.id}"), Votes())) for source in sources
    )
    classes = Counter(source.source_class for source in sources)
    return {
        "count": len(sources),
        "by_status": {each.value: counted[each] for each in SourceHealth},
        "by_class": dict(sorted(classes.items())),
    }
