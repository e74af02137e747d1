"""paths/activity.json: each path with votes, the health of its sources and its activity (schemas 6.5.1; R-IDX-03).

The catalogue itself is paths/index.json, which people and amendments write (C-62).
"""

from __future__ import annotations

from typing import Any

from becivic.corpus.directory import PathEntry
from becivic.corpus.load import Corpus
from becivic.publishing.indexes.signals import Signals
from becivic.publishing.indexes.skills_index import activity, commit_of
from becivic.publishing.indexes.sources_summary import sources_summary
from becivic.publishing.indexes.votes import Target
from becivic.rules.contract import PATHS_ACTIVITY_SCHEMA_VERSION
from becivic.rules.statuses import Status
from becivic.rules.targets import TargetType


def paths_activity(corpus: Corpus, signals: Signals) -> dict[str, Any]:
    return {
        "schema_version": PATHS_ACTIVITY_SCHEMA_VERSION,
        "generated_at": signals.generated_at((TargetType.PATH,)),
        "paths": [
            _path(entry, (TargetType.PATH, key), signals)
            for key, entry in sorted(corpus.paths.entries.items())
            if _is_listed(corpus, entry, signals)
        ],
    }


def _is_listed(corpus: Corpus, entry: PathEntry, signals: Signals) -> bool:
    """As with skills."""
    at = f"{entry.fields.pointer}/"
    faulted = any(f"{fault.pointer}/".startswith(at) for fault in corpus.paths.document.schema_faults)
    is_known = (TargetType.PATH, entry.key) in signals.artefacts
    return is_known and not faulted and entry.status is not Status.QUARANTINED


def _path(entry: PathEntry, key: Target, signals: Signals) -> dict[str, Any]:
    fields = entry.fields
    return {
        "id": entry.key,
        "uid": fields.text("uid"),
        "title": entry.confirmed_fields.child("title").data or {"en": entry.key},
        "version": str(entry.version),
        "status": str(entry.status),
        "origin": fields.text("origin"),
        "commit": commit_of(key, signals),
        "category": fields.text("category"),
        "purpose": fields.text("purpose"),
        "last_verified": fields.raw("last_verified"),
        "validation": signals.validation(key),
        "sources_summary": sources_summary(entry, signals.votes.sources),
        "activity": activity(key, signals),
    }
