"""The sources of a path in three numbers: they have no status of their own, votes tell how they fare (lifecycle 9.5; C-29)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from becivic.corpus.directory import PathEntry
from becivic.lifecycle.standing import SourceHealth, health
from becivic.lifecycle.tallies import Count
from becivic.publishing.indexes.votes import Target
from becivic.rules.targets import TargetType


def sources_summary(entry: PathEntry, votes: Mapping[Target, Count]) -> dict[str, Any]:
    on_each = (
        votes.get((TargetType.PATH_SOURCE, f"{entry.key}:{source.id}"), Count()) for source in entry.sources
    )
    counted = Counter(health(each.confirms, each.rejects) for each in on_each)
    classes = Counter(source.source_class for source in entry.sources)
    return {
        "count": len(entry.sources),
        "by_status": {each.value: counted[each] for each in SourceHealth},
        "by_class": dict(sorted(classes.items())),
    }
