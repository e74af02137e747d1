"""Paths as they are read: the demonstration path with whatever the records say of its sources."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from becivic.lifecycle.standing import SourceHealth
from becivic.publishing.rot.source_standing import SourceStanding
from becivic.reading.filed import filed_path
from becivic.reading.readings import PathReading
from tests.factories.corpora import PATHS, Files
from tests.factories.path_sources import PATH


def with_path(files: Files | None = None, **fields: Any) -> Files:
    """The demonstration path with other fields; one that is None is left out."""
    known = files or Files.valid()
    index = json.loads(known[PATHS])
    entry = {**index["paths"][PATH], **fields}
    index["paths"][PATH] = {name: value for name, value in entry.items() if value is not None}
    return known.with_file(PATHS, json.dumps(index))


def path_reading(files: Files | None = None, *standing: SourceStanding, path_id: str = PATH) -> PathReading:
    corpus = (files or Files.valid()).load()
    reading = filed_path(corpus, corpus.paths.entries[path_id])
    return replace(reading, standing={each.source: each for each in standing})


def source_standing(source: str, **fields: Any) -> SourceStanding:
    told: Mapping[str, Any] = {
        "health": SourceHealth.CONFIRMED,
        "last_validated": datetime(2026, 11, 3, 9, tzinfo=UTC),
        "last_user_confirmation": datetime(2026, 10, 2, 9, tzinfo=UTC),
        "is_audited": False,
        "is_stale": False,
    }
    return SourceStanding(source=source, **{**told, **fields})
